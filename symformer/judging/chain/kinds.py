"""Which stage of the model an equation is, by what it takes and what it does to it, even where it does it wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symformer.judging.chain.names import PROJECTED, WEIGHTS_OF, Name, function_id, names_in, scripts_of
from symformer.terms.term import Apply, Index, IndexedSum, Matrix, Product, Quotient, Sum, Term, Transpose, walk

NORMS = frozenset({"layer-norm", "rms-norm", "normalization", "batch-norm"})
ATTENDING = frozenset({
    "multi-head-attention", "masked-multi-head-attention", "self-attention", "masked-self-attention", "cross-attention",
})  # fmt: skip
FEEDING = frozenset({"feed-forward", "mlp"})
# sigmoid and tanh are those of recurrent networks
ACTIVATIONS = frozenset({"relu", "gelu", "silu", "activation", "elu", "leaky-relu", "max", "softplus"})
ATTENDED = frozenset({"attended", "head-output"})
# what the result of each stage is
RESULTS = {
    "embedding": "stream", "positions": "positions", "input": "stream", "queries": "queries", "keys": "keys",
    "values": "values", "scores": "scores", "weights": "weights", "output": "head-output", "attention": "head-output",
    "concat": "concatenated", "projection": "attended", "multi-head": "attended", "attention call": "attended",
    "sublayer": "stream", "norm": "stream", "hidden": "hidden", "feed-forward": "ffn", "feed-forward call": "ffn",
    "logits": "logits", "probabilities": "probabilities",
}  # fmt: skip
TITLES = {
    "embedding": "embedding", "positions": "positions", "input": "positions added", "queries": "queries", "keys": "keys",
    "values": "values", "scores": "scores", "weights": "attention weights", "output": "values mixed",
    "attention": "attention", "concat": "heads joined", "projection": "output projection", "multi-head": "multi-head",
    "attention call": "attention", "sublayer": "residual and norm", "norm": "norm", "hidden": "hidden layer",
    "feed-forward": "feed-forward", "feed-forward call": "feed-forward", "logits": "logits",
    "probabilities": "probabilities",
}  # fmt: skip
FEWEST_WORDS = 2  # scripts of an entry


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands in the right side of an equation: its names with their parts, and the functions it calls."""

    left: Term
    right: Term
    names: tuple[tuple[Name, str], ...]
    calls: tuple[tuple[Apply, str], ...]

    @property
    def parts(self) -> frozenset[str]:
        """The parts that its names play."""
        return frozenset(part for _, part in self.names)

    @property
    def functions(self) -> frozenset[str]:
        """The functions that it calls."""
        return frozenset(name for _, name in self.calls)


def seen(left: Term, right: Term, part: Callable[[Term], str]) -> Seen:
    """What stands in an equation; ``part`` tells the part of a name."""
    names = tuple((name, part(name)) for name in names_in(right))
    calls = tuple((each, function_id(each)) for each in walk(right) if isinstance(each, Apply))
    return Seen(left, right, names, calls)


def kind_of(found: Seen, part_of_left: str) -> str | None:
    """The stage that an equation is; None where it is none."""
    for test in (_positions, _of_softmax, _of_heads, _of_activation, _of_sublayer, _of_norm, _of_sum, _of_product):
        kind = test(found, part_of_left)
        if kind is not None:
            return kind
    return None


def _positions(found: Seen, left: str) -> str | None:
    term = found.left
    places = scripts_of(term) if isinstance(term, Index) else term.arguments if isinstance(term, Apply) else ()
    waves = found.functions & {"sin", "cos"}
    return "positions" if waves and len(places) == FEWEST_WORDS and isinstance(found.right, Apply) else None


def _of_softmax(found: Seen, left: str) -> str | None:
    inside = [call for call, name in found.calls if name in ("softmax", "attention")]
    if not inside:
        shares = "exp" in found.functions and isinstance(found.right, Quotient)
        return "weights" if shares and found.parts & {"scores", "queries"} else None
    if found.functions & NORMS or found.functions & {"concat"} or len(inside) > 1:
        return None
    call = inside[0]
    within = {part for name, part in found.names if any(name is each for each in names_in(call))}
    whole = len(call.arguments) == len(PROJECTED)
    if function_id(call) == "attention" and whole:
        return "attention" if found.right is call else None
    outside = [part for name, part in found.names if not any(name is each for each in names_in(call))]
    attention = within & {"queries", "keys", "values", "scores", "query-weights", "key-weights"} or left == "weights"
    if not attention:
        return "probabilities" if within & {"logits", "unembedding"} and not outside else None
    return "attention" if outside else "weights"


def _of_heads(found: Seen, left: str) -> str | None:
    joined = "concat" in found.functions or any(_is_stack(each) for each in walk(found.right))
    summed = any(isinstance(each, IndexedSum) and each.kind == "concat" for each in walk(found.right))
    heads = "head-output" in found.parts
    if not heads:
        if "concatenated" in found.parts and isinstance(found.right, Product):
            return "projection"
        return None
    if joined or summed:
        return "concat" if len([1 for _, part in found.names if part != "head-output"]) == 0 else "multi-head"
    if isinstance(found.right, IndexedSum) and "output-weights" in found.parts:
        return "multi-head"
    if isinstance(found.right, Product) and "output-weights" in found.parts:
        return "projection"  # of a single head
    return None


def _is_stack(term: Term) -> bool:
    return isinstance(term, Matrix) and any(isinstance(each, Index) for row in term.rows for each in row)


def _of_activation(found: Seen, left: str) -> str | None:
    calls = [call for call, name in found.calls if name in ACTIVATIONS]
    if not calls or found.functions & NORMS or found.functions & FEEDING:
        return None
    if isinstance(found.right, Sum) and any(_is_of_part(each, "stream", found) for each in found.right.terms):
        return None  # a network with its residual, in one
    first = calls[0]
    inside = list(names_in(first))
    outside = [name for name, _ in found.names if not any(name is each for each in inside)]
    if found.right is first:
        return "hidden" if len(inside) > 1 else None
    return "feed-forward" if outside and len(inside) > 1 else None


def _is_of_part(term: Term, part: str, found: Seen) -> bool:
    """Whether a term is a name that plays a part."""
    return any(name is term and each == part for name, each in found.names)


def _of_sublayer(found: Seen, left: str) -> str | None:
    attends = found.functions & (ATTENDING | {"attention"}) or found.parts & ATTENDED
    feeds = found.functions & FEEDING or "ffn" in found.parts
    other = "sublayer" in found.functions
    if not (attends or feeds or other):
        return None
    if found.functions & NORMS or isinstance(found.right, Sum):
        return "sublayer"
    if isinstance(found.right, Apply):
        if function_id(found.right) in ATTENDING:
            return "attention call"
        if function_id(found.right) in FEEDING:
            return "feed-forward call"
    return None


def _of_norm(found: Seen, left: str) -> str | None:
    if isinstance(found.right, Apply) and function_id(found.right) in NORMS and len(found.names) == 1:
        return "norm"
    return None


def _of_sum(found: Seen, left: str) -> str | None:
    if not isinstance(found.right, Sum) or not all(_plain(each) for each in found.right.terms):
        return None
    if "positions" in found.parts and len(found.names) == len(found.right.terms):
        return "input"
    return None


def _plain(term: Term) -> bool:
    """A name, or one that is scaled."""
    return len(list(names_in(term))) >= 1 and not isinstance(term, Sum)


def _of_product(found: Seen, left: str) -> str | None:
    names = found.names
    if "hidden" in found.parts and len(names) > 1:
        return "feed-forward"
    if "stream" in found.parts and not found.parts & OF_ATTENTION and _is_of_two_layers(found.right):
        return "feed-forward"
    recurrent = found.functions & {"tanh", "sigmoid"}
    if found.parts & {"first-weights"} and found.parts & {"second-weights"} and not recurrent:
        return "feed-forward"
    if not any(isinstance(each, Product) for each in walk(found.right)):
        return None
    if "weights" in found.parts and found.parts & {*PROJECTED, "value-weights"}:
        return "output"
    turned = any(isinstance(each, Transpose) for each in walk(found.right))
    if isinstance(found.right, Product) and [part for _, part in names] == ["", "values"] and not turned:
        return "output"  # of weights that nothing names
    together = [part for _, part in names if part in PROJECTED]
    if len(together) > 1:
        return "scores"
    if found.parts & {"embedding"} and found.parts & {"tokens", "one-hot", ""}:
        return "embedding"
    if left in PROJECTED and isinstance(found.right, Product | Sum) and len(names) > 1:
        return left
    for kind, weights in WEIGHTS_OF.items():
        if weights in found.parts and len(names) > 1:
            return kind
    if "unembedding" in found.parts:
        return "logits"
    return None


OF_ATTENTION = frozenset({*PROJECTED, *WEIGHTS_OF.values(), "scores", "weights", "output-weights", "positions"})


def _is_of_two_layers(term: Term) -> bool:
    """(X W_1 + b_1) W_2 + b_2, whose activation is left out."""
    from symformer.judging.chain.plan import inner_layer

    return inner_layer(term) is not None


def calls_of(term: Term, functions: frozenset[str]) -> list[Apply]:
    """The calls of some functions in a formula, inner ones first."""
    found = [each for each in walk(term) if isinstance(each, Apply) and function_id(each) in functions]
    return found[::-1]
