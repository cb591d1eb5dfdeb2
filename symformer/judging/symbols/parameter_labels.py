"""The parameters that a network or a distribution carries in its label: ``p_θ`` and ``q_φ`` throughout, and once ``p_φ``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from symformer.findings.finding import Problem, Related
from symformer.semantics.model import SemanticModel
from symformer.semantics.usage.spellings import taken_apart
from symformer.terms.show import spell
from symformer.terms.term import Apply, Symbol, Term, Unknown, children
from symformer.text.span import Span

PARAMETERS = frozenset("theta phi psi omega eta xi vartheta varphi w".split())
USUAL, OTHERS = 3, 2  # how often the right label stands, and how often the other one stands where it belongs


@dataclass(frozen=True, slots=True)
class _Use:
    name: str
    span: Span
    section: int
    has_kin: bool = False  # the same letter stands beside it with a label that is no parameter: r_w - r_l


def parameter_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each label that stands once on a letter which has another everywhere else."""
    uses = _uses(model)
    for letter, by_label in uses.items():
        if len(by_label) != 2:
            continue
        rare, usual = sorted(by_label, key=lambda label: len(by_label[label]))
        if len(by_label[rare]) != 1 or len(by_label[usual]) < USUAL:
            continue
        owners = [
            each
            for each, labels in uses.items()
            if each != letter and len(labels.get(rare, ())) >= OTHERS and len(labels) == 1
        ]
        if not owners:
            continue
        use, right = by_label[rare][0], by_label[usual][0]
        if use.has_kin:
            continue
        beside = [*by_label[usual], *(each for owner in owners for each in uses[owner][rare])]
        if model.uses.of(use.name).declarations or all(each.section != use.section for each in beside):
            continue  # a method with a heading of its own has letters of its own
        owner = uses[owners[0]][rare][0].name
        yield Problem(
            use.span,
            f"{spell(use.name)} stands here only: elsewhere it is {spell(right.name)}, and {spell(rare)} belongs to {spell(owner)}",
            help=f"try {spell(right.name)}",
            related=(Related(right.span, f"{spell(right.name)} stands here"),),
            evidence={"kind": "symbol", "symbol": use.name, "meant": right.name},
            key=f"parameter@{use.span.start}",
        )


def _uses(model: SemanticModel) -> dict[str, dict[str, list[_Use]]]:
    """Of each letter that carries parameters: where it stands with which."""
    found: dict[str, dict[str, list[_Use]]] = defaultdict(lambda: defaultdict(list))
    seen: set[tuple[str, Span]] = set()
    for statement in model.statements:
        if statement.carrier != "formula":
            continue
        names = list(_names(statement.term))
        for name, part in names:
            spelling = taken_apart(name)
            if spelling.below not in PARAMETERS or spelling.above or spelling.primes or spelling.accents:
                continue
            span = statement.place(part.origin)
            if (name, span) not in seen:
                seen.add((name, span))
                letter = name[: len(name) - len(spelling.below) - 1]
                kin = any(_is_kin(other, letter) for other, _ in names)
                found[letter][spelling.below].append(_Use(name, span, statement.section, kin))
    return found


def _is_kin(name: str, letter: str) -> bool:
    spelling = taken_apart(name)
    return spelling.below not in PARAMETERS and bool(spelling.below) and name == f"{letter}_{spelling.below}"


def _names(term: Term) -> Iterator[tuple[str, Term]]:
    """The names of letters and of what is called, each once; of two readings the first."""
    stack = [term]
    while stack:
        top = stack.pop()
        if isinstance(top, Symbol):
            yield top.name, top
        elif isinstance(top, Apply):
            yield top.function, top
        stack.extend(top.alternatives[:1] if isinstance(top, Unknown) else children(top))
