"""Axes that are named where an array does not have them, in notes whose axes have names and no order."""

from __future__ import annotations

from collections.abc import Iterator

from symformer.findings.finding import Problem
from symformer.semantics.model import SemanticModel, once
from symformer.semantics.shapes.by_axis import Axes, AxisFault, axis_faults, named_axes
from symformer.terms.show import show

LONGEST = 60


def missing_axis_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each axis along which something is added up, taken or renamed, and which it does not have."""
    for fault in once(model, _faults):
        if fault.other is None:
            yield _problem(
                fault,
                f"neither factor of {_named(fault)} has an axis {fault.axis}"
                if fault.both
                else f"{_named(fault)} has {_listed(fault.axes)}, and no axis {fault.axis}",
                f"try {' or '.join(sorted(fault.axes))}" if fault.axes else "try it without this axis",
                {"kind": "shape", "axis": fault.axis, "axes": sorted(fault.axes)},
            )


def other_axes_problems(model: SemanticModel) -> Iterator[Problem]:
    """A problem for each result whose axes are not those of what it is equal to."""
    for fault in once(model, _faults):
        if fault.other is not None:
            yield _problem(
                fault,
                f"{_named(fault)} has {_listed(fault.axes)}, but what it is said to be has {_listed(fault.other)}",
                f"see what becomes of {fault.axis}",
                {"kind": "shape", "declared": sorted(fault.other), "derived": sorted(fault.axes)},
            )


def _faults(model: SemanticModel) -> tuple[AxisFault, ...]:
    names = once(model, named_axes)
    if not names:
        return ()
    return tuple(fault for fault in axis_faults(model, names) if fault.shaped.statement.stance == "asserted")


def _problem(fault: AxisFault, message: str, advice: str, evidence: dict[str, object]) -> Problem:
    place = fault.shaped.statement.place(fault.operand.origin)
    return Problem(place, message, help=advice, evidence=evidence, key=f"axes@{place.start}:{fault.axis}")


def _named(fault: AxisFault) -> str:
    text = show(fault.operand)
    return text if len(text) <= LONGEST else "this"


def _listed(axes: Axes) -> str:
    match sorted(axes):
        case []:
            return "no axes"
        case [single]:
            return f"the axis {single}"
        case [*first, last]:
            return f"the axes {', '.join(first)} and {last}"
    return "no axes"
