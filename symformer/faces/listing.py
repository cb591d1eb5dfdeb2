"""``symformer equations``, ``notations``, ``notation`` and ``explain NAME``: what there is to write with."""

from __future__ import annotations

import argparse
import json

from symformer import __version__
from symformer.catalogue.blocks import BLOCKS
from symformer.catalogue.equation import Block, Equation
from symformer.catalogue.lookup import UnknownEquation, all_topics, named, near_names, search, topic_of
from symformer.catalogue.models import MODELS, PublishedModel
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.notations import Notation, all_concepts, all_notations, notation


def equations(options: argparse.Namespace) -> Outcome:
    """``symformer equations [WORDS...]``: the catalogue, or what of it has all the words."""
    found = search(" ".join(options.words))
    if not found:
        raise WrongRequest(f"no equation has the words {' '.join(options.words)!r}; symformer equations lists all")
    if options.format == "json":
        return Outcome(json.dumps([_equation_row(each) for each in found], ensure_ascii=False, indent=1) + "\n")
    wide = max(len(each.id) for each in found)
    lines: list[str] = []
    for topic in all_topics():
        members = [each for each in topic.equations if each in found]
        lines += (
            [f"{topic.id}: {topic.title}", *(f"  {each.id:{wide}}  {each.title}" for each in members)]
            if members
            else []
        )
    if not options.words:
        lines += ["blocks", *(f"  {block.id:{wide}}  {block.title}" for block in BLOCKS)]
    return Outcome("".join(line + "\n" for line in lines))


def _equation_row(each: Equation) -> dict[str, object]:
    from symformer.catalogue.reading import read

    given = read(each)
    return {
        "id": each.id,
        "topic": topic_of(each).id,
        "title": each.title,
        "latex": each.latex,
        "symbols": [
            {"latex": letter.latex, "kind": letter.kind, "shape": list(letter.shape), "meaning": letter.meaning}
            for letter in given.letters
        ],
        "conditions": list(each.conditions),
        "reference": each.reference.partition(" ")[0] or None,
        "source": str(each.source),
    }


def notations(options: argparse.Namespace) -> Outcome:
    """``symformer notations``: every notation with its source."""
    found = all_notations()
    if options.format == "json":
        return Outcome(json.dumps([_notation_row(each) for each in found], ensure_ascii=False, indent=1) + "\n")
    wide = max(len(each.id) for each in found)
    return Outcome("".join(f"{each.id:{wide}}  {each.lay:7}  {each.title} ({each.source})\n" for each in found))


def _notation_row(each: Notation) -> dict[str, object]:
    letters = {concept.id: each.letter(concept) for concept in all_concepts()}
    return {
        "id": each.id,
        "title": each.title,
        "source": str(each.source),
        "vectors": each.lay,
        "heads": each.heads,
        "transpose": each.transpose,
        "first_index": each.first,
        "letters": letters,
        "functions": dict(each.functions),
        "remark": each.remark,
    }


def notation_shown(options: argparse.Namespace) -> Outcome:
    """``symformer notation show N``: its letters, with what they stand for; ``notation learn NOTE``: those of a note."""
    from symformer.faces.notated import learn, notation_asked

    if options.what == "learn":
        return learn(options)
    chosen = notation_asked(options.name)
    if options.format == "json":
        return Outcome(json.dumps(_notation_row(chosen), ensure_ascii=False, indent=1) + "\n")
    from symformer.catalogue.reading import plain_letters
    from symformer.typesetting.notating import renaming_of
    from symformer.typesetting.symbol_table import symbol_rows

    rows = symbol_rows([renaming_of(tuple(plain_letters().values()), chosen, columns=chosen.lay == "columns")])
    wide, wider = max(len(row.symbol) for row in rows), max(len(row.space) for row in rows)
    heads = "below (W_i)" if chosen.heads == "below" else "above, in brackets (W^{(i)})"
    lines = [
        f"{chosen.id}: {chosen.title}",
        f"source     {chosen.source}",
        f"vectors    {chosen.lay}; first position {chosen.first}; the number of a head stands {heads}; transpose ^{chosen.transpose}",
        *([f"remark     {chosen.remark}"] if chosen.remark else []),
        *(f"{name:10} {spelling}" for name, spelling in sorted(chosen.functions.items())),
        "",
        *(f"{row.symbol:{wide}}  {row.space:{wider}}  {row.meaning}" for row in rows),
    ]
    return Outcome("".join(line.rstrip() + "\n" for line in lines))


def _model(model: PublishedModel) -> str:
    rows = [
        ("layers", model.layers), ("width", model.width), ("heads", model.heads),
        ("key and value heads", model.key_value_heads), ("hidden width", model.hidden), ("parameters", model.parameters),
        ("positions", model.positions), ("vocabulary", model.vocabulary), ("remark", model.remark), ("source", model.source),
    ]  # fmt: skip
    return f"{model.name}\n" + "".join(f"  {name:20}{value}\n" for name, value in rows if value)


def explain(options: argparse.Namespace) -> Outcome:
    """``symformer explain``: what the catalogue has by that name; a rule or a line of a note otherwise."""
    told = explained(options.rule, guess=False)
    if told is not None:
        return told
    from symformer.faces import commands

    return commands.explain(options)


def explained(name: str, *, guess: bool) -> Outcome | None:
    """``symformer explain NAME`` for what the catalogue has; None for what it has not.

    ``guess``: raise WrongRequest with the names that are near, where some are.
    """
    for model in MODELS:
        if model.id == name.casefold():
            return Outcome(_model(model))
    try:
        found = named(name)
    except UnknownEquation:
        import difflib

        near = [*near_names(name), *difflib.get_close_matches(name.casefold(), [model.id for model in MODELS], 2)]
        if near and guess:
            raise WrongRequest(f"nothing is called {name!r}: did you mean {' or '.join(near)}?") from None
        return None
    if not isinstance(found, Equation):
        members = found.equations if not isinstance(found, Block) else tuple(named(each) for each in found.equations)
        return Outcome(f"{found.id}: {found.title}\n" + "".join(f"  {each.id}  {each.title}\n" for each in members))
    return Outcome(_told(found))


def _told(found: Equation) -> str:
    from symformer.catalogue.reading import read
    from symformer.typesetting.notating import renaming_of
    from symformer.typesetting.symbol_table import symbol_rows

    given = read(found)
    how = renaming_of(given.letters, notation("plain"), columns=False)
    rows = symbol_rows([how])
    wide, wider = max(len(row.symbol) for row in rows), max(len(row.space) for row in rows)
    lines = [
        f"{found.id}: {found.title} ({topic_of(found).id}, symformer {__version__})",
        "",
        f"  {found.latex}",
        "",
        *(f"  {row.symbol:{wide}}  {row.space:{wider}}  {row.meaning}" for row in rows),
        "",
        *(f"holds for  {condition}" for condition in found.conditions),
        *([f"remark     {found.remark}"] if found.remark else []),
        *([f"reference  symformer.reference.{found.reference.split()[0]}"] if found.reference else []),
        *([f"steps      {', '.join(found.steps)}"] if found.steps else []),
        f"source     {found.source}",
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


COMMANDS = {"explain": explain, "equations": equations, "notations": notations, "notation": notation_shown}
