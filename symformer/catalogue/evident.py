r"""By which letters a formula tells by itself which form of the field it is, whatever the words around it say.

``\delta_t = r_t + \gamma V(s') - V(s)`` needs no heading.  Of each form: the names that the left side goes by, and the
names that all stand on the right, with those between bars that take each other's place.  The letters of one line are
those of no other formula than this form, and those told with it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from symformer.catalogue.form import Form
from symformer.catalogue.formed import all_forms

EVIDENT: dict[str, tuple[str, ...]] = {
    # reinforcement learning
    "temporal-difference": ("delta A hat(A) : gamma V|Q|v|q r|R",),
    "optimal-values": ("V v : gamma V|v|Q|q",),
    "policy-values": ("V v : gamma V|v|Q|q",),
    "values-step": ("V v : alpha|eta V|v gamma|G|R|delta",),
    "optimal-action-values": ("Q q : gamma Q|q|V|v",),
    "policy-action-values": ("Q q : gamma Q|q|V|v",),
    "q-learning-step": ("Q q : alpha|eta gamma Q|q",),
    "sarsa-step": ("Q q : alpha|eta gamma Q|q",),
    "advantage": ("A : Q|q V|v", "A : gamma V|v r|R"),
    "value-by-actions": ("V v : Q|q pi",),
    "return-by-steps": ("G : gamma r|R", "G : gamma G r|R"),
    "deep-q-loss": ("L J loss : gamma Q",),
    "advantage-in-a-group": ("A hat(A) : r|R mean std",),
    # values normalised
    "normalised": ("hat(x) hat(h) hat(z) hat(a) tilde(x) x' : mu|hat(mu)|bar(x) sigma|hat(sigma) x|h|a|z",),
    "standard-score": ("hat(x) hat(h) hat(z) hat(a) tilde(x) x' z : mu|hat(mu)|bar(x) sigma|hat(sigma)|s x",),
    "normalised-scaled-and-shifted": (
        "y out BN LN LayerNorm BatchNorm hat(x) h norm : gamma beta mu|hat(mu)|mean|expectation sigma|hat(sigma)|variance|var|Var x|h|a|z",
    ),
    "scaled-and-shifted": ("y z o out : gamma beta hat(x)|hat(h)|hat(z)|tilde(x)|bar(x)",),
    # optimisers
    "running-mean-of-the-gradient": ("m : beta m g|gradient",),
    "running-mean-of-the-squared-gradient": ("v : beta v g|gradient",),
    "moving-average": ("v m : beta v|m g|gradient",),
    "velocity": ("v : beta v g|gradient",),
    "bias-correction": ("hat(m) hat(v) : beta m|v",),
    "adam-update": ("theta w W x : hat(m) hat(v) eta|alpha",),
    # recurrent layers
    "cell-state": ("c C : f|F i|I c|C g|G|tilde(c)|tilde(C)|hat(c)",),
    "hidden-state-of-a-cell": ("h H : o|O c|C tanh",),
    "gated-state": ("h H : z|Z h|H tilde(h)|tilde(H)|hat(h)|n",),
    # adapters, diffusion, latent variables
    "adapter": ("W W' h y : W_0 B A", "W W' h y : W_0 delta"),
    "noised-sample": ("x z : bar(alpha) epsilon|varepsilon",),
    "predicted-origin": ("x hat(x) : bar(alpha) epsilon|varepsilon",),
    "denoising-step": ("x mu tilde(mu) : bar(alpha) epsilon|varepsilon",),
    "posterior-variance": ("tilde(beta) : bar(alpha) beta",),
    "posterior-mean": ("tilde(mu) : bar(alpha) beta",),
    "latent-sample": ("z x : mu sigma epsilon|varepsilon",),
    "evidence-lower-bound": ("L ELBO : p q z log divergence|D_KL|KL|D",),
    "negative-lower-bound": ("L : p q z log divergence|D_KL|KL|D",),
    # distributions and what is told of them
    "normal-density": ("p f N q : pi sigma x|y|z",),
    "many-normal-density": ("p f N q : pi Sigma mu|m x|y|z",),
    "log-of-normal-density": ("log : pi sigma",),
    "entropy-of-a-distribution": ("H : p|P log sum",),
    "joint-entropy": ("H : p|P log sum",),
    "binary-entropy": ("H : p|P log sum",),
    "entropy-across": ("H : p|P log sum",),
    "arithmetic-intensity": ("arithmetic-intensity operational-intensity : ",),
    "unigram-estimate": ("P hat(P) p hat(p) : C|count|c|n epsilon|alpha|delta|lambda|k n|N|m|V",),
    "bigram-estimate": ("P hat(P) p hat(p) : C|count|c|n epsilon|alpha|delta|lambda|k",),
    "temperature-softmax": ("p alpha softmax : exp sum z|s|e|u",),
    "share-of-a-score": ("p alpha softmax : exp sum z|s|e|u",),
    "shifted-softmax": ("p alpha softmax : exp sum z|s|e|u",),
    "logistic-function": ("p sigma sigmoid : exp z",),
    "second-order-expansion": ("f : f f'", "f : f gradient H"),
    "empirical-risk": ("R_emp hat(R) : ell|l|L|loss sum",),
}


@lru_cache(maxsize=1)
def _by_left() -> dict[str, tuple[tuple[Form, tuple[frozenset[str], ...]], ...]]:
    """Of each name of a left side the forms that it may begin, with the names that are on their right."""
    forms = {form.id: form for form in all_forms()}
    found: dict[str, list[tuple[Form, tuple[frozenset[str], ...]]]] = {}
    for name, lines in EVIDENT.items():
        for line in lines:
            left, _, right = line.partition(" : ")
            slots = tuple(frozenset(slot.split("|")) for slot in right.split())
            for each in left.split():
                found.setdefault(each, []).append((forms[name], slots))
    return {left: tuple(each) for left, each in found.items()}


def evident_forms(left: Collection[str], right: Collection[str]) -> tuple[Form, ...]:
    """The forms that a formula is meant to be by the names of its left side and those on its right.

    >>> [each.id for each in evident_forms(["delta"], {"r", "gamma", "V", "s"})]
    ['temporal-difference']
    """
    names = set(right)
    found = {
        form.id: form
        for name in left
        for form, slots in _by_left().get(name, ())
        if not any(names.isdisjoint(slot) for slot in slots)
    }
    return tuple(found.values())


__all__ = ["EVIDENT", "evident_forms"]
