"""``symformer derive``: a derivation of the catalogue, step by step, in a notation."""

from __future__ import annotations

import argparse
import json

from symformer.catalogue.derived import UnknownDerivation, derivation, derivation_topics
from symformer.faces.notated import notation_asked
from symformer.faces.outcome import Outcome, WrongRequest
from symformer.faces.writing import given_out


def derive(options: argparse.Namespace) -> Outcome:
    """``symformer derive [NAME]``: one derivation, or the list of all."""
    if options.name is None:
        return given_out(_as_json() if options.format == "json" else _listed(), options.output)
    try:
        found, chosen = derivation(options.name), notation_asked(options.notation)
    except UnknownDerivation as wrong:
        raise WrongRequest(str(wrong)) from None
    from symformer.typesetting.derivations import as_json, as_latex, as_markdown, as_text, compose_derivation

    write = {"text": as_text, "latex": as_latex, "markdown": as_markdown, "json": as_json}[options.format]
    return given_out(write(compose_derivation(found, chosen)), options.output)


def _listed() -> str:
    wide = max(len(each.id) for topic in derivation_topics() for each in topic.derivations)
    lines: list[str] = []
    for topic in derivation_topics():
        lines += [f"{topic.id}: {topic.title}", *(f"  {each.id:{wide}}  {each.title}" for each in topic.derivations)]
    return "".join(line + "\n" for line in lines)


def _as_json() -> str:
    rows = [
        {"id": each.id, "topic": topic.id, "title": each.title, "steps": len(each.steps)}
        for topic in derivation_topics()
        for each in topic.derivations
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


COMMANDS = {"derive": derive}
