"""Conflicts of shape, worded for the author: where, what meets what, and what that rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from symformer.algebra.shape import Shape
from symformer.documents.places import item_at, label_at, section_at
from symformer.findings.finding import Problem, Related
from symformer.judging.shapes.both_ways import is_of_another_kind, told_both_ways
from symformer.judging.shapes.equal_in_case import are_equal_in_case
from symformer.judging.shapes.told_in_items import is_of_fitting_sizes, is_told_in_another_item
from symformer.reasoning.constants import IDENTITY_NAMES
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.by_axis import named_axes
from symformer.semantics.shapes.inference import StatementShape
from symformer.semantics.shapes.records import ConflictKind, ShapeConflict
from symformer.semantics.shapes.recurrences import unrolled_conflicts
from symformer.semantics.shapes.words import TOO_LONG, conflict_help, conflict_message, conflict_note
from symformer.semantics.statement import Statement
from symformer.semantics.surroundings import is_of_a_quiz, sentence_before
from symformer.semantics.symbols import exact_key, name_of
from symformer.terms.parts import untransposed
from symformer.terms.show import ACCENTS, FONTS, show, spell
from symformer.terms.term import Apply, Index, Number, Power, Product, Quotient, Relation, Symbol, Term, Transpose, walk
from symformer.text.cued import Cued
from symformer.text.span import Span

LONGEST = 60
AWARE = Cued(
    r"(?:does|do|did|would|will) not (?:quite |really )?(?:work|match|fit|conform|line up|agree)|doesn.t (?:work|match|fit)"
    r"|dimensions? (?:mismatch|(?:do|does) not|don.t)|cannot (?:be )?(?:multipl|add)|can.t (?:multipl|add)"
    r"|(?:is|are) (?:not defined|undefined|invalid|not valid)|abuse of notation"
    r"|(?:must|have to|has to|need to|needs to|requires?)(?: both| all| that)?(?: to)?(?: have| be| share)?(?: of)? the same (?:size|dimension|length|shape|width)"
    r"|滥用记号|维度不匹配|不匹配|无法相乘",
    re.IGNORECASE,
)

FARTHEST = 8  # characters between two factors that are written side by side
SUPPOSED = Cued(
    r"\b(?:if|when|whenever|for|in|case|set|setting|let|letting|take|taking|choose|choosing|suppos\w+|assum\w+)\b"
    r"|若|如果|当|假设|令|取",
    re.IGNORECASE,
)


def shape_problems(model: SemanticModel, *kinds: ConflictKind) -> Iterator[Problem]:
    """A problem for each conflict of these kinds; a fault made again in its own right says so."""
    first: dict[tuple[object, ...], str] = {}
    seen: set[tuple[Span, str]] = set()
    for shaped in model.shapes:
        for conflict in shaped.inferred.conflicts:
            if conflict.kind not in kinds:
                continue
            if shaped.statement.carrier != "formula" and not _is_plainly_a_product(conflict, shaped.statement):
                continue  # plain text leaves too much open: h¹W² may be layers or squares
            span = shaped.statement.place(conflict.origin)
            if is_excused(conflict, shaped, model):
                continue
            if (span, conflict.kind) in seen:
                continue
            seen.add((span, conflict.kind))
            identity = (conflict.kind, *conflict.sizes)
            key = f"{conflict.kind}@{span.start}"
            yield problem_of(conflict, shaped, span, key, first.get(identity))
            first.setdefault(identity, key)
    for step in once(model, unrolled_conflicts):
        if step.conflict.kind in kinds and not is_excused(step.conflict, step.shaped, model):
            span = step.shaped.statement.place(step.conflict.origin)
            problem = problem_of(step.conflict, step.shaped, span, f"{step.conflict.kind}@{span.start}", None)
            yield replace(problem, note=f"at {spell(step.letter)} = {step.step}: {problem.note}")


def _is_plainly_a_product(conflict: ShapeConflict, statement: Statement) -> bool:
    """Whether two matrices without powers stand side by side, or with the sign of their product between them: ``W X``.

    A star or a dot of plain text may be entry by entry.
    """
    if conflict.kind != "inner-dimensions-differ" or statement.hedged or statement.stance != "asserted":
        return False
    left, right = conflict.left, conflict.right
    if any(isinstance(part, Power) for side in (left, right) for part in walk(side)):
        return False
    written = statement.latex.origin_span(Span(left.origin.end, right.origin.start))
    between = statement.latex.text[left.origin.end : right.origin.start].strip()
    lie = conflict.left_shape.rank == conflict.right_shape.rank == 2
    return lie and written.length < FARTHEST and between in ("", "@", "{", "}")


def _is_over_norms_of_columns(conflict: ShapeConflict) -> bool:
    r"""Whether a row multiplies what is divided by a norm of each column: ``m \, V / \|V\|_c`` of 1 × k and d × k."""
    match conflict.right:
        case Quotient(denominator=Apply(function="norm", labels=(Symbol(),))):
            one, other = conflict.left_shape, conflict.right_shape
            return one.rank == other.rank == 2 and one.first.number == 1 and one.last == other.last
    return False


def is_excused(conflict: ShapeConflict, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether the author knows, or the two things belong to different examples."""
    text = model.document.source.text
    stance = shaped.statement.stance
    if stance == "called wrong" or stance == "asked" and is_of_a_quiz(text, shaped.statement.span):
        return True
    if _is_told_two_ways(shaped.statement.span, model) or _is_written_by_others(shaped.statement.span, text):
        return True
    if is_of_fitting_sizes(shaped.statement, model):
        return True
    if is_told_in_another_item((conflict.left, conflict.right), shaped.statement, model):
        return True
    end = shaped.statement.span.end
    paragraph = text.rfind("\n\n", 0, shaped.statement.span.start)
    if AWARE.search(text[max(paragraph, end - 400, 0) : end + 350]):
        return True
    if conflict.kind == "inner-dimensions-differ" and _is_over_norms_of_columns(conflict):
        return True  # a factor for each column, entry by entry
    if (names := once(model, named_axes)) and not names.isdisjoint(_letters(conflict)):
        return True  # sizes that are names of axes have no order
    if are_equal_in_case(*conflict.sizes, shaped.statement.span, model):
        return True
    if conflict.kind == "declared-shape-differs" and IN_A_CASE.match(
        sentence_before(text, shaped.statement.span.start)
    ):
        return True
    if any(map(_is_vector_by_number, ((conflict.left, conflict.left_shape), (conflict.right, conflict.right_shape)))):
        if CUT_OUT.search(text[max(end - 1500, 0) : end + 1500]):
            return True  # U_1 is no entry of U, but its first columns
    told = text[max(paragraph, end - 600, 0) : end]
    if TURNED.search(told) and _is_turned_whole(conflict) or ALL_TURNED.search(told) and _fits_turned(conflict):
        return True
    keys = (exact_key(part) for side in (conflict.left, conflict.right) for part in walk(side))
    spelled = {key for key in keys if key is not None}
    if not spelled.isdisjoint(once(model, _called_another)):
        return True
    if not spelled.isdisjoint(once(model, told_both_ways)) or is_of_another_kind(spelled, shaped.statement, model):
        return True
    if conflict.left_shape.sizes == conflict.right_shape.sizes[::-1] and _is_in_two_layouts(conflict, text):
        return True
    if conflict.kind == "inner-dimensions-differ" and _stood_before_it_was_declared(conflict, shaped, model):
        return True
    numbers = [size.number is not None for size in conflict.sizes if size is not None]
    if conflict.kind == "declared-shape-differs" and _is_one_of_two(conflict.left, model):
        return True
    if conflict.kind == "declared-shape-differs" and _is_of_the_full_model(conflict, shaped, model):
        return True
    if _identifies(conflict) and not any(numbers):
        if _is_an_instance(shaped.statement.term):
            return True
        if conflict.left_shape.rank == conflict.right_shape.rank == 2 and _lie_crosswise(conflict):
            return False  # no size that is supposed makes one matrix of two that lie crosswise: a transpose is lost
        return SUPPOSED.search(sentence_before(text, shaped.statement.span.start)) is not None
    if any(numbers) and not all(numbers):
        return _apart(conflict, shaped)
    if all(numbers) and _are_made_anew(conflict, shaped, model):
        return True
    if conflict.left_shape.rank == 1 and conflict.right_shape.rank == 1 and all(numbers):
        return isinstance(conflict.left, Symbol) and isinstance(conflict.right, Symbol) and _apart(conflict, shaped)
    return False


def _stood_before_it_was_declared(conflict: ShapeConflict, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether a product of three or more stands in a section above the one that tells the sizes: it is taken up again.

    ``a^T X b`` in a section of rules, and in a summary: the X and b of a layer between the two are others.
    """
    names = {each.name for side in (conflict.left, conflict.right) for each in walk(side) if isinstance(each, Symbol)}
    told = [each for name in names for each in model.table.all_of(name)]
    if not told:
        return False
    first = min(each.span.start for each in told)
    section = section_at(model.document, first)
    if shaped.statement.section == section:
        return False
    wholes = {
        part
        for part in walk(shaped.statement.term)
        if isinstance(part, Product) and len(part.factors) > 2 and {conflict.left, conflict.right} <= set(part.factors)
    }
    return bool(wholes) and any(
        each.carrier == "formula"
        and each.span.end < first
        and each.section != section
        and not wholes.isdisjoint(walk(each.term))
        for each in model.statements
    )


_ANOTHER = Cued(
    r"\b(?:this|that|here,?|the (?:last|first|second|new|latter|former))\s+(?:\$|\\\()?(?P<name>\\?[A-Za-z]+(?:_\{?\w+\}?)?)(?:\$|\\\))?\s+(?:is|has)"
    r"\s+(?:not(?: the same as)? (?:the|that|our)\b|not the same|another\b|a different\b|unrelated\b|nothing to do\b|no relation\b)"
    r"|(?:这里|此处)的?\s*\$?(?P<name2>\\?[A-Za-z]+)\$?\s*(?:不是|与)(?:上面|前面|上文|前文)",
    re.IGNORECASE,
)


def _called_another(model: SemanticModel) -> frozenset[str]:
    """The letters of which a note says that one is not the other: "this $C$ is not the block above"."""
    text = model.document.source.text
    return frozenset(
        (each["name"] or each["name2"]).replace("{", "").replace("}", "").lstrip("\\")
        for each in _ANOTHER.finditer(text)
    )


_OTHERS_WRITE = Cued(
    r"\b(?:papers?|books?|authors?|textbooks?|literature|others?|et al\.?|people|most|many|some|tutorials?|implementations?)\b"
    r"(?:\s+[\w'’-]+){0,3}?\s+(?:writes?|uses?|has|have|puts?|reads?|defines?|prints?|states?|takes?)\b[^.\n]{0,40}\Z"
    r"|(?:论文|原文|文献|教材|有的书)[^，。；\n]{0,10}(?:写作|写成|记作|定义|用)[^。\n]{0,20}\Z",
    re.IGNORECASE,
)
_WE_LAY = Cued(
    r"\b(?:we|our|ours|us|here|this (?:note|text|chapter|document|course)|instead)\b[^.\n]{0,80}\b(?:rows?|columns?|transposed?|right|left)\b"
    r"|(?:我们|本文|这里|本笔记)[^。\n]{0,30}(?:行向量|列向量|转置|右乘|左乘|按行|按列)",
    re.IGNORECASE,
)
_BEHIND = 220  # characters in which a note says how its own vectors lie


def _is_written_by_others(span: Span, text: str) -> bool:
    """Whether a formula is told as that of others, and the next words say that vectors lie otherwise here."""
    before = sentence_before(text, span.start)
    return _OTHERS_WRITE.search(before) is not None and _WE_LAY.search(text[span.end : span.end + _BEHIND]) is not None


_NAMES = Cued(r"\\?[A-Za-z]+(?:_\{?\w+\}?)?")
_TURNS = Cued(r"\\(?:top|intercal|mathsf|mathrm|text|cdot|,|;|!)|\^\s*\{?\s*T\b")


def _is_told_two_ways(span: Span, model: SemanticModel) -> bool:
    """Whether a formula stands in a table beside another one of the same names: the convention of others, with rows for columns."""
    table = next((each for each in model.document.tables if each.span.contains(span)), None)
    for row in table.rows if table is not None else ():
        own = [cell for cell in row if cell.span.contains(span)]
        names = [sorted(_NAMES.findall(_TURNS.sub(" ", cell.text))) for cell in own]
        if own and any(
            sorted(_NAMES.findall(_TURNS.sub(" ", cell.text))) == names[0] != [] and cell.text != own[0].text
            for cell in row
            if cell is not own[0] and "$" in cell.text
        ):
            return True
    return False


def _letters(conflict: ShapeConflict) -> Iterator[str]:
    for shape in (conflict.left_shape, conflict.right_shape):
        for size in shape.sizes:
            yield from size.letters


TURNED = Cued(
    r"\b(?:everything|every|all|each|both)\b[^.;]{0,40}\btranspos\w+|\b(?:if|when|with|for|as) [^.;]{0,40}\b(?:columns?|rows?)\b"
    r"|\border\b[^.;]{0,40}\brevers\w+|转置|(?:列|行)向量",
    re.IGNORECASE,
)


# a matrix is another one where only one of two things is so
IN_A_CASE = Cued(r"\W*(?:In (?:the )?case|If|When)\b[^.;]{0,120}\bonly\b", re.IGNORECASE)
CUT_OUT = Cued(
    r"\b(?:left|right|top|bottom)-?most\b[^.;]{0,20}\b(?:columns|rows)\b|\b(?:first|leading|last|remaining) \$[^$]{1,12}\$ (?:columns|rows)\b"
)


def _is_vector_by_number(side: tuple[Term, Shape]) -> bool:
    """Whether a side is an entry by its number, ``U_1`` or ``U_1^\\top``, that was taken for a vector."""
    term, shape = side
    bare = untransposed(term)
    numbered = isinstance(bare, Index) and len(bare.indices) == 1 and isinstance(bare.indices[0], Number)
    return numbered and shape.rank == 1


def _is_in_two_layouts(conflict: ShapeConflict, text: str) -> bool:
    """Whether derivatives lie crosswise in a note that tells of both layouts: of the numerator, and of the denominator."""
    derived = any(
        isinstance(part, Apply) and part.function in ("derivative", "gradient", "jacobian")
        for side in (conflict.left, conflict.right)
        for part in walk(side)
    )
    return derived and len({found[0].casefold() for found in LAYOUTS.finditer(text)}) > 1


LAYOUTS = re.compile(
    r"\b(?:numerator|denominator)(?=[\s*_-]{1,3}(?:layout|convention))|(?:分子|分母)(?=布局)", re.IGNORECASE
)


# "If tokens are columns, everything is transposed", "some store the transpose": all that follows lies the other way round
ALL_TURNED = Cued(
    r"\b(?:everything|all)\b[^.;]{0,40}\btranspos\w+|\bif\b[^.;$]{0,30}\bare (?:columns|rows)\b"
    r"|\b(?:stores?|keeps?)\s+(?:(?:its|their|the)\s+)?transposed?\b",
    re.IGNORECASE,
)


def _fits_turned(conflict: ShapeConflict) -> bool:
    """Whether the two sides of a product meet once rows are columns: ``K^T Q``, where each token is a column."""
    left, right = conflict.left_shape, conflict.right_shape
    if conflict.kind != "inner-dimensions-differ" or not 1 <= left.rank <= 2 or not 1 <= right.rank <= 2:
        return False
    return left.rank + right.rank > 2 and left.first == right.last


def _is_turned_whole(conflict: ShapeConflict) -> bool:
    """Whether a name stands for its transpose: every product on its right side has all of its factors transposed."""
    if conflict.left_shape.sizes != conflict.right_shape.sizes[::-1] or conflict.left_shape.rank != 2:
        return False
    factors = [factor for part in walk(conflict.right) if isinstance(part, Product) for factor in part.factors]
    return sum(isinstance(factor, Transpose) for factor in factors) > 1


FULL = Cued(
    r"\b(?:full|real(?:istic)?|actual|original|production|practice|large[rs]?|bigger|true|published)\b[^.\n|]{0,40}\b(?:models?|networks?|transformers?|sizes?|dimensions?|settings?|systems?|layers?)\b"
    r"|\bin (?:practice|reality|production)\b|\b(?:GPT|BERT|Llama|T5)\b|(?:实际|真实|完整|大)(?:的)?(?:模型|网络)|实际中",
    re.IGNORECASE,
)
LEADS = 260  # characters before a declaration in which words tell what it is of


def _is_of_the_full_model(conflict: ShapeConflict, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether a display of a small example stands above the sizes that a large model has: "in the full model, X is 10 × 512"."""
    if not conflict.right_shape.shown:
        return False
    text, end = model.document.source.text, shaped.statement.span.end
    told = [each.evidence.start for each in model.table.all_of(name_of(conflict.left) or "") if each.sizes is not None]
    return bool(told) and all(
        start > end and FULL.search(text, max(end, start - LEADS), start) is not None for start in told
    )


OR = Cued(r"\bor\b|\balternatively\b|或者?", re.IGNORECASE)
SENTENCE_END = Cued(r"[.;。；](?=\s|\Z)|\n\s*\n")


def _is_one_of_two(name: Term, model: SemanticModel) -> bool:
    """Whether a size is told of one of two forms: "the heads are joined, $y \\in \\mathbb{R}^{hd}$, or averaged"."""
    text = model.document.source.text
    told = [each for each in model.table.all_of(name_of(name) or "") if each.sizes is not None]
    ends = [SENTENCE_END.search(text, each.evidence.end) for each in told]
    return any(
        OR.search(text, each.evidence.end, end.start() if end is not None else len(text)) is not None
        for each, end in zip(told, ends, strict=True)
    )


def _identifies(conflict: ShapeConflict) -> bool:
    """Whether two names are set equal: "in self-attention, Y = X" makes their sizes equal, too."""
    return conflict.kind == "declared-shape-differs" and all(
        isinstance(side, Symbol | Index) for side in (conflict.left, conflict.right)
    )


def _are_made_anew(conflict: ShapeConflict, shaped: StatementShape, model: SemanticModel) -> bool:
    """Whether two names were given formulas in a paragraph with a label of its own, after their sizes in another one."""
    start = shaped.statement.span.start
    for side in (conflict.left, conflict.right):
        told = shaped.environment.declared_at(side) if isinstance(side, Symbol) else None
        if told is None or not any(
            told.end < each.span.start < start
            and isinstance(each.term, Relation)
            and each.term.sides[0] == side
            and label_at(model.document, each.span.start) != label_at(model.document, told.start)
            for each in model.statements
        ):
            return False
    return True


def _is_an_instance(term: Term) -> bool:
    """Whether names are set equal to one matrix of their own, ``A = B = I_2``: an example, whatever their sizes are elsewhere."""
    sides = term.sides if isinstance(term, Relation) and len(term.sides) > 2 else ()
    return bool(sides) and any(isinstance(each, Index) and name_of(each.base) in IDENTITY_NAMES for each in sides[-1:])


def _lie_crosswise(conflict: ShapeConflict) -> bool:
    """Whether the rows of one matrix are the columns of the other, and no axis of the two is as long as it stands."""
    (one, two), (first, last) = conflict.left_shape.sizes, conflict.right_shape.sizes
    return (one == last or two == first) and one != first and two != last


def _apart(conflict: ShapeConflict, shaped: StatementShape) -> bool:
    """Whether what meets here was given in different sections: a numeric instance of something else."""
    document = shaped.environment.document
    sections = {
        (section_at(document, span.start), item_at(document, span.start))
        for term in (conflict.left, conflict.right)
        for part in walk(term)
        if isinstance(part, Symbol | Index)
        and (span := shaped.environment.declared_at(part)) is not None
        and span.length
    }
    facts = {
        (section_at(document, place.start), item_at(document, place.start))
        for fact in conflict.trail
        if isinstance(place := getattr(fact, "place", None), Span)
    }
    here = shaped.statement.section, item_at(document, shaped.statement.span.start)
    return len(sections | facts | {here}) > 1


def problem_of(conflict: ShapeConflict, shaped: StatementShape, span: Span, key: str, same_as: str | None) -> Problem:
    """A conflict at its place, in words; ``same_as`` is the key of the problem that it repeats."""
    left, right = _named(conflict.left), _named(conflict.right)
    shapes = conflict.left_shape, conflict.right_shape
    advice = conflict_help(conflict, left, right)
    note = conflict_note(conflict)
    if note != conflict.reason:
        note = f"{note}: {conflict.reason}"
    evidence: dict[str, object] = {
        "kind": "shape",
        "left": str(shapes[0]),
        "right": str(shapes[1]),
        "sizes": [str(size) for size in conflict.sizes if size is not None],
        "reason": spell_all(conflict.reason),
    }
    return Problem(
        span,
        spell_all(conflict_message(conflict, left, right)),
        help=spell_all(advice) if advice is not None else None,
        related=tuple(_related(conflict, shaped)),
        evidence=evidence,
        note=spell_all(note),
        key=key,
        same_as=same_as,
    )


def _named(term: Term) -> str:
    text = show(term)
    return text if len(text) <= LONGEST else TOO_LONG


STYLED = Cued(
    rf"(?<![A-Za-z])(?:{'|'.join((*FONTS, *ACCENTS))})\([A-Za-z]\)|\b(?:alpha|beta|gamma|tau|lambda|kappa|ell)\b"
)


UNTOLD = Cued(r"\?\d+")  # a size that nobody told


def spell_all(text: str) -> str:
    """Sizes and reasons with the names as readers know them.

    >>> spell_all("(bold(n) × d_k)"), spell_all("X + MultiHead(X)")
    ('(n × d_k)', 'X + MultiHead(X)')
    >>> spell_all("T_bold(Q)")
    'T_Q'
    """
    return STYLED.sub(lambda found: spell(found.group()), UNTOLD.sub("…", text))


def _related(conflict: ShapeConflict, shaped: StatementShape) -> Iterator[Related]:
    told: set[Span] = set()
    for term in (conflict.left, conflict.right):
        for part in walk(term):
            if not isinstance(part, Symbol | Index):
                continue
            span, shape = shaped.environment.declared_at(part), shaped.environment.shape_of(part)
            if (
                shape is None
                or shape.rank == 0
                or span is None
                or span.length == 0
                or span in told
                or span == shaped.statement.span
            ):
                continue
            told.add(span)
            yield Related(span, f"{show(part)} declared here")
            if len(told) >= 4:
                return
    for fact in conflict.trail:
        place = getattr(fact, "place", None)
        if isinstance(place, Span) and place not in told and len(told) < 5:
            told.add(place)
            yield Related(place, spell_all(str(fact)))
