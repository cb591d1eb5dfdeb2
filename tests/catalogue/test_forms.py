"""The forms of formulas that notes cite: what every record must have."""

from __future__ import annotations

import pytest

from symformer.catalogue.form import Form
from symformer.catalogue.formed import all_forms, forms_cited_in, written
from symformer.catalogue.lookup import all_equations
from symformer.reasoning.form_miss import compared_with_forms
from symformer.terms.term import Relation, Symbol, Unknown, walk

FORMS = pytest.mark.parametrize("form", all_forms(), ids=lambda each: each.id)


def test_ids_are_unique() -> None:
    names = [each.id for each in all_forms()]
    assert len(names) == len(set(names))
    assert not {each.id for each in all_equations()} & set(names)


@FORMS
def test_is_read_whole_and_cited_by_its_words(form: Form) -> None:
    assert not [part for each in written(form) for part in walk(each.term) if isinstance(part, Unknown)]
    assert form.source.place, "the source names the place in it"
    assert form.called
    assert all(form in forms_cited_in(f"The {phrase} is") for phrase in form.called)


@FORMS
def test_each_way_to_write_it_agrees_with_itself(form: Form) -> None:
    for each in written(form):
        left = Symbol(form.left[0]) if form.left else Symbol("y")
        stated = each.term if isinstance(each.term, Relation) else Relation(("=",), (left, each.term))
        assert compared_with_forms(stated, lambda: (form,), lambda *slip: True).miss is None, each.latex
