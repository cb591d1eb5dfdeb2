r"""The tables behind ``commands``: what LaTeX, amsmath, KaTeX and MathJax commands mean to the parser.

A table is a text of lines "canonical name name ...": every name (without its backslash) is read as
the canonical text.  The canonical text "=" stands for the name itself, "-" for no text at all.
"""

from __future__ import annotations

_NAME = """
= alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi
= psi omega varepsilon vartheta varkappa varpi varrho varsigma varphi digamma
= Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi
= Psi Omega
Gamma varGamma upGamma
Delta varDelta upDelta
Theta varTheta upTheta
Lambda varLambda upLambda
Xi varXi upXi
Pi varPi upPi
Sigma varSigma upSigma
Upsilon varUpsilon upUpsilon
Phi varPhi upPhi
Psi varPsi upPsi
Omega varOmega upOmega
alpha upalpha
beta upbeta
gamma upgamma
delta updelta
epsilon upepsilon
lambda uplambda
mu upmu
pi uppi
sigma upsigma
tau uptau
phi upphi
vartheta thetasym
infty infin infty
= partial nabla ell hbar top bot intercal dagger ddagger star imath jmath wp aleph beth gimel daleth eth mho
emptyset emptyset varnothing empty
Ø O
hbar hslash
aleph alef alefsym
wp weierp
dagger dag Dagger
star bigstar
bullet bull
= angle measuredangle sphericalangle triangle triangledown blacktriangle square blacksquare diamondsuit clubsuit
= heartsuit spadesuit checkmark maltese flat natural sharp surd lozenge blacklozenge complement Finv Game Bbbk
square Box qedsymbol
lozenge Diamond
= forall exists nexists
exists exist
neg neg lnot
= backprime
_ _ textunderscore
# #
& &
$ $ textdollar
§ S sect textsection
¶ P
© copyright
® circledR textregistered
™ texttrademark
£ pounds mathsterling textsterling
¥ yen
€ euro texteuro
° degree textdegree
ℝ R Reals reals RR
ℕ N natnums NN
ℤ Z ZZ
ℂ cnums Complex CC
ℚ QQ
𝔼 EE
imath i
jmath j
ø o
ł l
Ł L
æ ae
Æ AE
œ oe
Œ OE
å aa
Å AA
ß ss
"""

_FUNCTION = """
= sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg lb exp max min sup inf lim limsup liminf
= arg argmax argmin det dim ker deg gcd hom Pr Re Im plim injlim projlim cosec arctg arcctg ctg cth sh ch th tg cotg
limsup varlimsup
liminf varliminf
injlim varinjlim
projlim varprojlim
"""

# Commands that notes use as if they existed: a definition of their own always wins over these rows.
_CUSTOMARY_FUNCTION = """
= arccot arcsec arccsc sech csch arcsinh arccosh arctanh arsinh arcosh artanh lcm sgn sign softmax softmin softplus
= relu ReLU gelu GELU silu sigmoid Softmax LayerNorm Attention MultiHead Concat concat Dropout KL Var Cov Corr
= tr Tr Trace trace rank diag Diag vech erf erfc Res span Span supp sinc grad curl Aut End Hom Ext Tor Spec Ker adj
sup Sup
inf Inf
max Max
min Min
"""

_OPERATOR = """
· cdot cdotp centerdot sdot
× times
* ast *
∘ circ
• bullet
⊙ odot circledcdot
⊗ otimes
⊛ circledast
⊘ oslash
⊚ circledcirc
÷ div
/ slash
mod bmod mod pmod pod
∩ cap Cap
∧ wedge land barwedge
⊓ sqcap
≀ wr
⨿ amalg
⋉ ltimes
⋊ rtimes
⊠ boxtimes
⊡ boxdot
⋄ diamond
: colon
◁ triangleleft lhd
▷ triangleright rhd
○ bigcirc
△ bigtriangleup
▽ bigtriangledown
⋏ curlywedge
⋇ divideontimes
⊼ doublebarwedge
"""

_SUM_OPERATOR = """
± pm plusmn
∓ mp
⊕ oplus
⊖ ominus
⊞ boxplus
⊟ boxminus
∪ cup Cup
∨ vee lor veebar
⊔ sqcup
⊎ uplus
∖ setminus smallsetminus backslash
∔ dotplus
⋎ curlyvee
⊝ circleddash
"""

_RELATION = r"""
≤ leq le leqslant leqq
≥ geq ge geqslant geqq
< lt
> gt
≠ neq ne
≈ approx thickapprox approxeq
≉ napprox
∼ sim thicksim
≁ nsim
≃ simeq eqsim backsimeq
≅ cong
≇ ncong
≡ equiv
∝ propto varpropto
∈ in isin
∉ notin
∋ ni owns
∌ notni
⊂ subset sub Subset
⊃ supset Supset
⊆ subseteq sube subseteqq
⊇ supseteq supe supseteqq
⊊ subsetneq subsetneqq varsubsetneq
⊋ supsetneq supsetneqq varsupsetneq
⊈ nsubseteq
⊉ nsupseteq
⊏ sqsubset
⊐ sqsupset
⊑ sqsubseteq
⊒ sqsupseteq
→ to rightarrow longrightarrow rarr shortrightarrow
← gets leftarrow longleftarrow larr
↔ leftrightarrow longleftrightarrow lrarr harr
⇒ Rightarrow implies Longrightarrow rArr Rarr
⇐ Leftarrow impliedby Longleftarrow lArr Larr
⇔ Leftrightarrow iff Longleftrightarrow lrArr hArr Harr
↦ mapsto longmapsto
↪ hookrightarrow
↩ hookleftarrow
↑ uparrow uarr
↓ downarrow darr
⇑ Uparrow uArr
⇓ Downarrow dArr
↕ updownarrow
⇕ Updownarrow
↗ nearrow
↘ searrow
↙ swarrow
↖ nwarrow
⇝ leadsto rightsquigarrow
↠ twoheadrightarrow
↞ twoheadleftarrow
⇀ rightharpoonup
⇁ rightharpoondown
↼ leftharpoonup
↽ leftharpoondown
⇌ rightleftharpoons
⇋ leftrightharpoons
⇄ rightleftarrows
⇆ leftrightarrows
⇉ rightrightarrows
⇇ leftleftarrows
↛ nrightarrow
↚ nleftarrow
⇏ nRightarrow
⇎ nLeftrightarrow
⊸ multimap
↶ curvearrowleft
↷ curvearrowright
↺ circlearrowleft
↻ circlearrowright
⇢ dashrightarrow
⇠ dashleftarrow
⇛ Rrightarrow
:= coloneqq colonequals coloneq Coloneqq Coloneq defeq
=: eqqcolon eqcolon Eqqcolon
≜ triangleq
≐ doteq Doteq doteqdot
≟ questeq
≪ ll lll Ll
≫ gg ggg gggtr
⟂ perp
∥ parallel shortparallel
∦ nparallel
∤ nmid
⊨ models vDash Vdash
⊢ vdash
⊣ dashv
≍ asymp
≲ lesssim lessapprox
≳ gtrsim gtrapprox
≺ prec
≻ succ
≼ preceq preccurlyeq
≽ succeq succcurlyeq
≾ precsim
≿ succsim
≶ lessgtr
≷ gtrless
≮ nless
≯ ngtr
≰ nleq nleqslant
≱ ngeq ngeqslant
≨ lneq lneqq
≩ gneq gneqq
⋈ bowtie Join
⌢ frown smallfrown
⌣ smile smallsmile
≗ circeq
≑ risingdotseq fallingdotseq
≬ between
≏ bumpeq
≎ Bumpeq
⋔ pitchfork
⊲ vartriangleleft
⊳ vartriangleright
⊴ trianglelefteq unlhd
⊵ trianglerighteq unrhd
:∼ colonsim
:≈ colonapprox
∷ dblcolon
"""

_OPEN = """
{ { lbrace
( lparen lgroup
[ lbrack
⟨ langle lang lAngle
⌊ lfloor
⌈ lceil
| lvert
‖ lVert
⟦ llbracket lBrack
⦃ lBrace
⌜ ulcorner
⌞ llcorner
⎰ lmoustache
"""

_CLOSE = """
} } rbrace
) rparen rgroup
] rbrack
⟩ rangle rang rAngle
⌋ rfloor
⌉ rceil
| rvert
‖ rVert
⟧ rrbracket rBrack
⦄ rBrace
⌝ urcorner
⌟ lrcorner
⎱ rmoustache
"""

_FENCE_BAR = """
| vert arrowvert
‖ Vert | Arrowvert
"""

_BIG = """
sum sum
product prod
coproduct coprod
integral int intop smallint
double-integral iint
triple-integral iiint
quadruple-integral iiiint
multiple-integral idotsint
contour-integral oint
surface-integral oiint
volume-integral oiiint
union bigcup
intersection bigcap
direct-sum bigoplus
tensor-product bigotimes
hadamard-product bigodot
disjunction bigvee
conjunction bigwedge
multiset-union biguplus
disjoint-union bigsqcup
"""

_ELLIPSIS = """
horizontal dots ldots cdots dotsc dotsb dotsm dotsi dotso hdots hellip mathellipsis textellipsis
vertical vdots varvdots
diagonal ddots iddots adots
"""

_SPACE = r"""
- , ; : ! > / - thinspace medspace thickspace negthinspace negmedspace negthickspace enspace nobreakspace space
- enskip hfill hfil hss vfill displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits displaylimits
- nonumber notag IEEEyesnumber IEEEnonumber IEEEyessubnumber IEEEnosubnumber IEEEeqnarraynumspace noindent allowbreak nobreak break par relax null hsize smallbreak medbreak bigbreak indent
- nopagebreak pagebreak linebreak nolinebreak allowdisplaybreaks centering raggedright raggedleft leavevmode
- tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge Tiny sixptsize
- strut mathstrut hline toprule midrule bottomrule hdashline qedhere qed endgroup begingroup bgroup egroup
- protect expandafter noexpand unskip ignorespaces mathsurround @ displaybreak clearpage newpage frenchspacing
- nonscript global long vcenter xspace
"""

_SEPARATOR = r"""
quad quad qquad
row \ newline cr tabularnewline atop crcr
therefore therefore because
"""

_SIZING = """
= left right middle big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm
"""

_ACCENT = r"""
hat hat widehat ^ Hat
tilde tilde widetilde ~ Tilde
bar bar Bar
overline overline overlinesegment
underline underline underbar underlinesegment uline
vec vec overrightarrow overrightharpoon Overrightarrow Vec
overleftarrow overleftarrow overleftharpoon
overleftrightarrow overleftrightarrow
underrightarrow underrightarrow
underleftarrow underleftarrow
underleftrightarrow underleftrightarrow
dot dot Dot
ddot ddot Ddot "
dddot dddot
ddddot ddddot
check check widecheck
breve breve
acute acute ' Acute
grave grave ` Grave
ring mathring
undertilde utilde undertilde
overarc overparen overarc wideparen
underarc underparen underarc
overgroup overgroup
undergroup undergroup
"""

_FONT = """
bold mathbf boldsymbol mathbold bm pmb mathbfit bold symbf symbfit mathbfsf symbfup hm bbf
calligraphic mathcal symcal mathbfcal
script mathscr symscr mathbfscr EuScript
blackboard mathbb mathds mathbbm Bbb symbb mathbbmss mathbbb
fraktur mathfrak frak symfrak mathbffrak
sans mathsf symsf mathsfit
typewriter mathtt symtt
italic mathit symit
normal mathnormal
"""

_OLD_FONT = """
bold bf bfseries boldmath
roman rm rmfamily unboldmath mdseries upshape normalfont sc scshape
italic it itshape em mit sl
sans sf sffamily
typewriter tt ttfamily
calligraphic cal
"""

_WORD = """
text text mbox hbox textnormal textup textrm textmd textsl textsc textlf emph intertext shortintertext
bold textbf
italic textit
sans textsf
typewriter texttt
roman mathrm symrm mathup symup Textrm
operator operatorname operatorname* operatornamewithlimits mathop
"""

_FRACTION = """
- frac dfrac tfrac cfrac nicefrac sfrac xfrac flatfrac
"""

_BINOMIAL = """
- binom dbinom tbinom
"""

_CHOOSE = """
= choose brace brack
"""

_RADICAL_OPTIONAL = """
- sqrt
"""

_STYLE = """
- boxed fbox cancel bcancel xcancel mathclap mathrlap mathllap clap ensuremath mathbin mathrel mathord mathopen
- mathclose mathinner mathpunct llap rlap mathlarger mathsmaller sout framebox cramped smashedoverbrace
- phase ooalign Aboxed hl larger smaller centerline
"""

# Colours as commands of their own: KaTeX once had them, and notes define them alike.
_COLOURS = (
    "- red blue green orange purple pink gray grey teal cyan magenta violet brown olive yellow "
    "blu grn gren org orgg pur purp yel"  # short, in preambles that a chapter of a book does not show
)

_UNDER_OVER = """
- underbrace overbrace underbracket overbracket underbrack overbrack
"""

_STACK = """
- overset underset stackrel stackbin accentset underaccent
"""

_ARROW = """
→ xrightarrow xlongrightarrow
← xleftarrow xlongleftarrow
↔ xleftrightarrow xlongleftrightarrow
⇒ xRightarrow
⇐ xLeftarrow
⇔ xLeftrightarrow
↦ xmapsto
↪ xhookrightarrow
↩ xhookleftarrow
↠ xtwoheadrightarrow
↞ xtwoheadleftarrow
⇀ xrightharpoonup
⇁ xrightharpoondown
↼ xleftharpoonup
↽ xleftharpoondown
⇌ xrightleftharpoons
⇋ xleftrightharpoons
⇄ xtofrom
= xlongequal xequal
"""

_IGNORED = """
label tag tag* eqref ref autoref cref Cref pageref nameref vspace vspace* hspace hspace* phantom hphantom vphantom
cline cmidrule color pagecolor footnote footnotemark url require unicode vdotswithin shortvdotswithin noalign
mathtoolsset usepackage newtheorem Hdotsfor pagestyle labeq labfig labtab labsec labsubsec labch labpage refeq reffig reftab refsec
"""

_SHORTHAND = (
    "RR NN ZZ QQ CC EE R N Z Reals reals natnums cnums Complex given real bold bbf hm sh ch th tg P S O o i j L l"
)

# Names that a note may define for itself without redefining LaTeX.
CUSTOMARY = (
    frozenset(_SHORTHAND.split())
    | frozenset(_COLOURS.split())
    | (frozenset(_CUSTOMARY_FUNCTION.split()) - frozenset(_FUNCTION.split()))
)

# (role, arguments, table): the table of the commands with this role and these arguments.
COMMAND_TABLES = (
    ("name", "", _NAME),
    ("function", "", _FUNCTION),
    ("function", "", _CUSTOMARY_FUNCTION),
    ("operator", "", _OPERATOR),
    ("sum-operator", "", _SUM_OPERATOR),
    ("relation", "", _RELATION),
    ("bar", "", "| mid shortmid given"),
    ("open", "", _OPEN),
    ("close", "", _CLOSE),
    ("fence-bar", "", _FENCE_BAR),
    ("big", "", _BIG),
    ("ellipsis", "", _ELLIPSIS),
    ("ellipsis", "i", "horizontal hdotsfor"),
    ("space", "", _SPACE),
    ("separator", "", _SEPARATOR),
    ("sizing", "", _SIZING),
    ("ignored", "i", "- " + _IGNORED.replace("\n", " ")),
    ("ignored", "oi", "- cite citep citet citealp citeauthor citeyear parencite textcite includegraphics"),
    ("ignored", "ii", "- setlength addtolength setcounter addtocounter sideset parbox DeclareMathOperator hypertarget"),
    ("ignored", "ii", "- DeclareMathOperator*"),
    ("ignored", "iii", "- definecolor"),
    ("ignored", "oii", "- rule"),
    ("ignored", "iooi", "- newcommand renewcommand providecommand newcommand* renewcommand* providecommand*"),
    ("ignored", "d", "- kern mkern hskip mskip vskip"),
    ("accent", "m", _ACCENT),
    ("font", "m", _FONT),
    ("old-font", "", _OLD_FONT),
    ("word", "m", _WORD),
    ("fraction", "mm", _FRACTION),
    ("fraction", "iiiimm", "- genfrac"),
    ("binomial", "mm", _BINOMIAL),
    ("over", "", "- over"),
    ("choose", "", _CHOOSE),
    ("radical", "om", _RADICAL_OPTIONAL),
    ("style", "m", _STYLE),
    ("style", "m", _COLOURS),
    ("style", "om", "- smash bbox"),
    ("style", "im", "- textcolor mathcolor colorbox href class cssId style htmlClass htmlId htmlStyle htmlData"),
    ("style", "im", "- scalebox rotatebox raisebox"),
    ("style", "iim", "- fcolorbox resizebox resizebox* prescript"),
    ("style", "mi", "- texttip mathtip"),
    ("style", "miii", "- mathchoice"),
    ("under-over", "m", _UNDER_OVER),
    ("stack", "mm", _STACK),
    ("stack", "mmm", "- overunderset underoverset"),
    ("arrow", "om", _ARROW),
    ("not", "", "- not"),
    ("substack", "m", "- substack"),
    ("prime", "", "' prime"),
    ("percent", "", "% % textpercent"),
    ("begin", "i", "- begin"),
    ("end", "i", "- end"),
)

# (kind, arguments, names): the environments, starred forms under the plain name.
ENVIRONMENT_TABLES = (
    ("matrix", "", "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix CD"),
    ("matrix", "i", "array darray subarray tabular"),
    ("matrix", "ii", "tabularx"),
    ("cases", "", "cases dcases rcases drcases"),
    ("cases", "i", "numcases subnumcases"),
    ("aligned", "", "aligned align gather gathered split multline multlined eqnarray flalign lgathered rgathered"),
    ("aligned", "i", "alignat alignedat xalignat xxalignat IEEEeqnarray IEEEeqnarraybox"),
    ("wrapper", "", "equation math displaymath subequations dmath center small document flushleft"),
)
