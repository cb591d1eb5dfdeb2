r"""Every character beyond ASCII that stands for mathematics, with the canonical text of its command.

``α`` and ``\alpha`` are one name, ``≤`` and ``\leq`` one relation.  Styled letters (``𝐱``, ``𝒳``)
keep their style in the canonical text: ``bold(x)``, ``calligraphic(X)``.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from symformer.syntax.commands import Role

# Lines "role canonical characters" or, for characters that are their own text, "role itself characters".
_TABLE = """
name alpha α
name beta β
name gamma γ
name delta δ
name epsilon εϵ
name zeta ζ
name eta η
name theta θ
name iota ι
name kappa κ
name lambda λ
name mu μµ
name nu ν
name xi ξ
name omicron ο
name pi π
name rho ρ
name sigma σ
name tau τ
name upsilon υ
name phi φϕ
name chi χ
name psi ψ
name omega ω
name vartheta ϑ
name varrho ϱ
name varsigma ς
name varpi ϖ
name varkappa ϰ
name digamma ϝ
name Alpha Α
name Beta Β
name Gamma Γ
name Delta Δ∆
name Epsilon Ε
name Zeta Ζ
name Eta Η
name Theta Θϴ
name Iota Ι
name Kappa Κ
name Lambda Λ
name Mu Μ
name Nu Ν
name Xi Ξ
name Omicron Ο
name Pi Π
name Rho Ρ
name Sigma Σ
name Tau Τ
name Upsilon Υϒ
name Phi Φ
name Chi Χ
name Psi Ψ
name Omega Ω\u2126
name infty ∞
name partial ∂
name nabla ∇
name ell ℓ
name hbar ℏ
name h ℎ
name emptyset ∅⌀
name top ⊤
name bot ⊥
name dagger †
name ddagger ‡
name star ⋆★
name neg ¬
name forall ∀
name exists ∃
name nexists ∄
name wp ℘
name aleph ℵ
name beth ℶ
name angle ∠
name square □◻
name blacksquare ■∎
name checkmark ✓✔
name imath ı𝚤
name jmath ȷ𝚥
name complement ∁
name itself §¶©®™£¥€°
operator · ·⋅∙‧・
operator × ×✕⨯
operator * ∗＊
operator / ∕⁄／
operator itself ÷∘•⊙⊗⊘⊛⊚∩∧⊓⋉⋊⊠⊡≀⋄⨿◁▷○△▽⋏⋇⊼
operator ⊙ ⨀
bar : ：︰
operator ! ！
operator @ ＠
sum-operator - −－﹣–—―
sum-operator + ＋﬩
sum-operator itself ±∓⊕⊖⊞⊟∪∨⊔⊎∔⋎⊝
sum-operator ∖ ∖＼
relation = ＝
relation itself ≤≥≠≈≉∼≁≃≅≇≡∝∈∉∋∌⊂⊃⊆⊇⊊⊋⊈⊉⊏⊐⊑⊒→←↔⇒⇐⇔↦↪↩↑↓⇑⇓↕⇕↗↘↙↖⇝↠↞⇀⇁↼↽⇌⇋⇄⇆⇉⇇⊸↶↷↺↻≜≐≟≪≫⟂∦∤⊨⊢⊣≍≲≳≺≻≼≽≾≿≶≷≮≯≰≱⋈⊲⊳⊴⊵∷
relation itself ≢
relation itself ⊄⊅↛↚⇏⇎⇢⇠⇛≨≩⌢⌣≗≑≬≏≎⋔
relation ≤ ⩽≦
relation ≥ ⩾≧
relation ∼ ～
relation ≈ ≊
relation ∈ ∊
relation → ⟶➔➜➝➞🠖➡
relation ← ⟵⬅
relation ↔ ⟷
relation ⇒ ⟹⇨
relation ⇐ ⟸
relation ⇔ ⟺
relation ↦ ⟼
relation := ≔⩴
relation =: ≕
relation ≡ ⩵
relation < ＜﹤
relation > ＞﹥
bar | ∣｜￨
fence-bar ‖ ‖∥
open ⟨ ⟨〈\u2329
close ⟩ ⟩〉\u232a
open itself ⌊⌈⟦⦃⌜⌞⎰
close itself ⌋⌉⟧⦄⌝⌟⎱
open ( （﹙
close ) ）﹚
open [ ［
close ] ］
open { ｛
close } ｝
big sum ∑
big product ∏
big coproduct ∐
big integral ∫
big double-integral ∬
big triple-integral ∭
big contour-integral ∮
big union ⋃
big intersection ⋂
big direct-sum ⨁
big tensor-product ⨂
big disjunction ⋁
big conjunction ⋀
big multiset-union ⨄
big disjoint-union ⨆
ellipsis horizontal …⋯‥
ellipsis vertical ⋮
ellipsis diagonal ⋱⋰
radical √ √∛∜
prime ' ′’＇ʹ
prime '' ″ʺ
prime ''' ‴
percent % ％‰
separator , ，﹐、
separator ; ；﹔
separator . 。．
"""

_SPACES = (
    "\u00a0\u00ad\u034f\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d"
    "\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u205f\u2060\u2061\u2062\u2063\u2064\u2066\u2067"
    "\u2068\u2069\u3000\ufe00\ufe01\ufe0e\ufe0f\ufeff"
)

_SUPERSCRIPT_TABLE = """
⁰0 ¹1 ²2 ³3 ⁴4 ⁵5 ⁶6 ⁷7 ⁸8 ⁹9 ⁺+ ⁻- ⁼= ⁽( ⁾) ⁿn ⁱi
ᵃa ᵇb ᶜc ᵈd ᵉe ᶠf ᵍg ʰh ʲj ᵏk ˡl ᵐm ᵒo ᵖp ʳr ˢs ᵗt ᵘu ᵛv ʷw ˣx ʸy ᶻz
ᴬA ᴮB ᴰD ᴱE ᴳG ᴴH ᴵI ᴶJ ᴷK ᴸL ᴹM ᴺN ᴼO ᴾP ᴿR ᵀT ᵁU ⱽV ᵂW
ᵅα ᵝβ ᵞγ ᵟδ ᵋε ᶿθ ᶥι ᵠφ ᵡχ ꜝ!
"""
_SUBSCRIPT_TABLE = """
₀0 ₁1 ₂2 ₃3 ₄4 ₅5 ₆6 ₇7 ₈8 ₉9 ₊+ ₋- ₌= ₍( ₎)
ₐa ₑe ₕh ᵢi ⱼj ₖk ₗl ₘm ₙn ₒo ₚp ᵣr ₛs ₜt ᵤu ᵥv ₓx
ᵦβ ᵧγ ᵨρ ᵩφ ᵪχ
"""

SUPERSCRIPTS: dict[str, str] = {pair[0]: pair[1] for pair in _SUPERSCRIPT_TABLE.split()}
SUBSCRIPTS: dict[str, str] = {pair[0]: pair[1] for pair in _SUBSCRIPT_TABLE.split()}

# Marks that stand over the letter before them.
COMBINING = {
    "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "overline", "\u0307": "dot", "\u0308": "ddot",
    "\u030c": "check", "\u20d7": "vec", "\u20d1": "vec", "\u0332": "underline",
}  # fmt: skip
VULGAR_FRACTIONS = dict(
    pair.split("=")
    for pair in "½=1/2 ⅓=1/3 ⅔=2/3 ¼=1/4 ¾=3/4 ⅕=1/5 ⅖=2/5 ⅗=3/5 ⅘=4/5 ⅙=1/6 ⅚=5/6 ⅛=1/8 ⅜=3/8 ⅝=5/8 ⅞=7/8 ⅑=1/9 ⅒=1/10".split()
)

# In the Unicode name of a styled letter, the first of these words that occurs tells the style.
_STYLES = (
    ("DOUBLE-STRUCK", "blackboard"),
    ("SCRIPT", "calligraphic"),
    ("FRAKTUR", "fraktur"),
    ("BLACK-LETTER", "fraktur"),
    ("MONOSPACE", "typewriter"),
    ("BOLD", "bold"),
    ("SANS-SERIF", "sans"),
)


@lru_cache(maxsize=4096)
def character(char: str) -> tuple[str, str] | None:
    """The role and canonical text of a character, or None where it has no mathematical meaning.

    >>> character("β"), character("⋅")
    (('name', 'beta'), ('operator', '·'))
    >>> character("𝑗"), character("𝐗"), character("ℝ")
    (('name', 'j'), ('name', 'bold(X)'), ('name', 'ℝ'))
    >>> character("其") is None
    True
    """
    return _CHARACTERS.get(char) or _styled(char) or _latin(char)


_BLACKBOARD = {"ℝ": "R", "ℕ": "N", "ℤ": "Z", "ℂ": "C", "ℚ": "Q", "𝔼": "E", "𝔽": "F", "ℙ": "P", "ℍ": "H", "𝟙": "1"}


def style_of(canonical: str) -> tuple[str, str] | None:
    """The font and the letter that one character or command stands for, or None for a plain name.

    >>> style_of("bold(x)"), style_of("ℝ"), style_of("alpha")
    (('bold', 'x'), ('blackboard', 'R'), None)
    """
    if canonical in _BLACKBOARD:
        return "blackboard", _BLACKBOARD[canonical]
    if canonical.endswith(")") and "(" in canonical:
        style, _, letter = canonical[:-1].partition("(")
        return style, letter
    return None


def _styled(char: str) -> tuple[str, str] | None:
    """A letter or digit of the mathematical alphabets, of the full-width forms or of the letter-like symbols."""
    plain = unicodedata.normalize("NFKC", char)
    if plain == char or len(plain) != 1 or not plain.isalnum():
        return None
    name = unicodedata.name(char, "")
    if "SUPERSCRIPT" in name or "SUBSCRIPT" in name or "MODIFIER" in name:
        return None
    _, letter = _CHARACTERS.get(plain, (Role.NAME, plain))
    style = next((style for word, style in _STYLES if word in name), "")
    if style == "blackboard":
        return Role.NAME, char
    if style:
        return Role.NAME, f"{style}({letter})"
    if "MATHEMATICAL" in name or "FULLWIDTH" in name or "PLANCK" in name or "ITALIC" in name:
        return Role.NAME, letter
    return None


def _latin(char: str) -> tuple[str, str] | None:
    """A letter of an alphabet (é, Я) is a name of its own; a character of a text such as Chinese is none."""
    if unicodedata.category(char) not in ("Lu", "Ll") or char.isascii():
        return None
    return Role.NAME, char


def _characters() -> dict[str, tuple[str, str]]:
    rows = dict.fromkeys(_SPACES, (Role.SPACE, ""))
    for line in filter(None, _TABLE.splitlines()):
        role, canonical, characters = line.split()
        for char in characters:
            rows[char] = (role, char if canonical == "itself" else canonical)
    return rows


_CHARACTERS = _characters()
