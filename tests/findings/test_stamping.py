from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from symformer.findings.finding import Problem
from symformer.findings.stamping import Raised, stamp
from symformer.text.span import Span

FORMULA = "$1 + 1 = 3$"


def raised(text: str, part: str = "3", *, after: int = 0, **more: object) -> Raised:
    start = text.index(part, after)
    problem = Problem(Span(start, start + len(part)), "the sum is 2, not 3", **more)  # type: ignore[arg-type]
    return Raised("sum-differs", "error", problem)


def contexts(text: str) -> list[Span]:
    found, at = [], text.find(FORMULA)
    while at != -1:
        found.append(Span(at, at + len(FORMULA)))
        at = text.find(FORMULA, at + 1)
    return found


@given(st.text(alphabet="ab \n", max_size=30), st.text(alphabet="ab \n", max_size=30))
def test_an_id_survives_what_is_written_before_and_after(before: str, after: str) -> None:
    alone = stamp([raised(FORMULA)], FORMULA, contexts(FORMULA))
    text = before + FORMULA + after
    within = stamp([raised(text)], text, contexts(text))
    assert [finding.id for finding in within] == [finding.id for finding in alone]


def test_an_id_survives_reflowing_the_formula() -> None:
    wide = "$1  +  1 = 3$"
    narrow = stamp([raised(FORMULA)], FORMULA, contexts(FORMULA))
    assert stamp([raised(wide)], wide, [Span(0, len(wide))])[0].id == narrow[0].id


def test_equals_are_told_apart() -> None:
    text = f"{FORMULA} and {FORMULA}"
    found = stamp([raised(text), raised(text, after=12)], text, contexts(text))
    assert len({finding.id for finding in found}) == 2


def test_two_places_in_one_formula_are_told_apart_whatever_the_order() -> None:
    text = "$3 = 3$"
    both = [raised(text), raised(text, after=3)]
    context = [Span(0, len(text))]
    forward, backward = stamp(both, text, context), stamp(reversed(both), text, context)
    assert forward == backward
    only_second = stamp(both[1:], text, context)
    assert only_second[0].id == forward[1].id


def test_each_fault_is_reported_once() -> None:
    assert len(stamp([raised(FORMULA), raised(FORMULA)], FORMULA, contexts(FORMULA))) == 1


def test_a_problem_may_set_its_own_level() -> None:
    mild = raised(FORMULA, level="info")
    assert stamp([mild], FORMULA, [])[0].level == "info"


def test_causes_are_the_ultimate_roots() -> None:
    text = "a b c"
    root = raised(text, "a", key="root")
    middle = raised(text, "b", key="middle", causes=("root",))
    last = raised(text, "c", causes=("middle", "gone"), same_as="root")
    findings = stamp([last, middle, root], text, [])
    by_quote = {finding.problem.span.slice(text): finding for finding in findings}
    assert by_quote["a"].causes == ()
    assert by_quote["b"].causes == (by_quote["a"].id,)
    assert by_quote["c"].causes == (by_quote["a"].id,)
    assert by_quote["c"].same_as == by_quote["a"].id


def test_causes_that_go_round_in_circles_end() -> None:
    text = "a b"
    first = raised(text, "a", key="one", causes=("two",))
    second = raised(text, "b", key="two", causes=("one",))
    assert [finding.causes for finding in stamp([first, second], text, [])] == [(), ()]


def test_the_order_is_that_of_the_text() -> None:
    text = "a b"
    findings = stamp([raised(text, "b"), raised(text, "a")], text, [])
    assert [finding.problem.span.start for finding in findings] == [0, 2]


def test_a_finding_is_a_value() -> None:
    one = stamp([raised(FORMULA)], FORMULA, [])[0]
    assert replace(one) == one
