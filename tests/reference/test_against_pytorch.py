"""The reference against PyTorch on the CPU, in float64, to 1e-10."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from symformer.reference import attention, functional, gradients, losses, normalization
from symformer.reference import transformer as model
from symformer.reference import weights as seeded

torch = pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'symformer[torch]')")

n, m, d, h, d_ff = 5, 7, 12, 3, 20


@pytest.fixture(params=(0, 1, 2))
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    return np.random.default_rng(request.param)


def tensor(array: np.ndarray, gradient: bool = False) -> Any:
    return torch.tensor(array, dtype=torch.float64, requires_grad=gradient)


def agrees(ours: np.ndarray, theirs: Any) -> None:
    values = theirs.detach().numpy()
    assert ours.shape == values.shape
    np.testing.assert_allclose(ours, values, rtol=1e-10, atol=1e-10)


def load(module: Any, **arrays: np.ndarray) -> None:
    """Puts arrays into the parameters of a module; each of them is given."""
    parameters = dict(module.named_parameters())
    assert set(arrays) == {name.replace(".", "__") for name in parameters}
    with torch.no_grad():
        for name, array in arrays.items():
            parameters[name.replace("__", ".")].copy_(tensor(array))


def projections(weights: seeded.AttentionWeights, prefix: str = "") -> dict[str, np.ndarray]:
    """As PyTorch stores them: one matrix for queries, keys and values, for column vectors."""
    matrices = [np.concatenate(list(W), axis=-1).T for W in (weights.W_Q, weights.W_K, weights.W_V)]
    biases = [b.reshape(-1) for b in (weights.b_Q, weights.b_K, weights.b_V)]
    return {
        prefix + "in_proj_weight": np.concatenate(matrices),
        prefix + "in_proj_bias": np.concatenate(biases),
        prefix + "out_proj__weight": weights.W_O.T,
        prefix + "out_proj__bias": weights.b_O,
    }


def feed_forward(weights: seeded.FeedForwardWeights) -> dict[str, np.ndarray]:
    return {
        "linear1__weight": weights.W_1.T, "linear1__bias": weights.b_1,
        "linear2__weight": weights.W_2.T, "linear2__bias": weights.b_2,
    }  # fmt: skip


def norms(*weights: seeded.NormWeights) -> dict[str, np.ndarray]:
    gammas = {f"norm{number}__weight": each.gamma for number, each in enumerate(weights, start=1)}
    return gammas | {f"norm{number}__bias": each.beta for number, each in enumerate(weights, start=1)}


@pytest.mark.parametrize("masked", [False, True])
def test_scaled_dot_product_attention(rng: np.random.Generator, masked: bool) -> None:
    Q, K, V = rng.normal(size=(2, h, n, 4)), rng.normal(size=(2, h, m, 4)), rng.normal(size=(2, h, m, 6))
    M = rng.normal(size=(n, m)) if masked else np.zeros((n, m))
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(tensor, (Q, K, V)), attn_mask=tensor(M))
    agrees(attention.scaled_dot_product_attention(Q, K, V, M), theirs)


def test_causal_attention(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(3, h, n, 4))
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(tensor, (Q, K, V)), is_causal=True)
    agrees(attention.causal_attention(Q, K, V), theirs)


def test_grouped_query_attention(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(1, 4, n, 6)), rng.normal(size=(1, 2, m, 6)), rng.normal(size=(1, 2, m, 6))
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(tensor, (Q, K, V)), enable_gqa=True)
    repeated = (np.repeat(each, 2, axis=1) for each in (K, V))
    agrees(attention.scaled_dot_product_attention(Q, *repeated), theirs)


@pytest.mark.parametrize("masked", [False, True])
def test_multi_head_attention(rng: np.random.Generator, masked: bool) -> None:
    X, Y, weights = rng.normal(size=(2, n, d)), rng.normal(size=(2, m, d)), seeded.attention_weights(rng, d, h)
    M = np.where(rng.random(size=(n, m)) < 0.3, -np.inf, 0.0) if masked else np.zeros((n, m))
    M[:, 0] = 0.0
    module = torch.nn.MultiheadAttention(d, h, batch_first=True, dtype=torch.float64)
    load(module, **projections(weights))
    theirs, _ = module(tensor(X), tensor(Y), tensor(Y), attn_mask=tensor(M))
    agrees(model.attention_layer(X, Y, weights, M), theirs)


@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("norm_first", [False, True])
def test_encoder_layer(rng: np.random.Generator, norm_first: bool, activation: str) -> None:
    X, weights = rng.normal(size=(2, n, d)), seeded.encoder_block_weights(rng, d, h, d_ff)
    module = torch.nn.TransformerEncoderLayer(
        d, h, d_ff, dropout=0.0, activation=activation, batch_first=True, norm_first=norm_first, dtype=torch.float64
    )
    parts = projections(weights.attention, "self_attn__") | feed_forward(weights.feed_forward)
    load(module, **parts, **norms(weights.norm_1, weights.norm_2))
    M = attention.causal_mask(n)
    block = model.encoder_block_pre_norm if norm_first else model.encoder_block_post_norm
    ours = block(X, weights, M, {"relu": functional.relu, "gelu": functional.gelu}[activation])
    agrees(ours, module(tensor(X), src_mask=tensor(M)))


@pytest.mark.parametrize("norm_first", [False, True])
def test_decoder_layer(rng: np.random.Generator, norm_first: bool) -> None:
    X, Y = rng.normal(size=(2, n, d)), rng.normal(size=(2, m, d))
    weights = seeded.decoder_block_weights(rng, d, h, d_ff)
    module = torch.nn.TransformerDecoderLayer(
        d, h, d_ff, dropout=0.0, batch_first=True, norm_first=norm_first, dtype=torch.float64
    )
    parts = projections(weights.self_attention, "self_attn__") | projections(
        weights.cross_attention, "multihead_attn__"
    )
    load(module, **parts, **feed_forward(weights.feed_forward), **norms(weights.norm_1, weights.norm_2, weights.norm_3))
    M = attention.causal_mask(n)
    block = model.decoder_block_pre_norm if norm_first else model.decoder_block_post_norm
    agrees(block(X, Y, weights, M), module(tensor(X), tensor(Y), tgt_mask=tensor(M)))


def test_norms(rng: np.random.Generator) -> None:
    X, gamma, beta = rng.normal(size=(2, n, d)), rng.normal(size=d), rng.normal(size=d)
    theirs = torch.nn.functional
    agrees(
        normalization.layer_norm(X, gamma, beta, 1e-5),
        theirs.layer_norm(tensor(X), (d,), tensor(gamma), tensor(beta), 1e-5),
    )
    if hasattr(theirs, "rms_norm"):  # since 2.4
        agrees(normalization.rms_norm(X, gamma, 1e-6), theirs.rms_norm(tensor(X), (d,), tensor(gamma), 1e-6))
    batch = theirs.batch_norm(tensor(X[0]), None, None, tensor(gamma), tensor(beta), training=True, eps=1e-5)
    agrees(normalization.batch_norm(X[0], gamma, beta, 1e-5), batch)


ACTIVATIONS = {
    functional.relu: "relu", functional.elu: "elu", functional.selu: "selu", functional.silu: "silu",
    functional.softplus: "softplus", functional.leaky_relu: "leaky_relu", functional.gelu: "gelu",
    functional.sigmoid: "sigmoid", functional.tanh: "tanh",
}  # fmt: skip


@pytest.mark.parametrize("function", ACTIVATIONS, ids=lambda function: function.__name__)
def test_activations(rng: np.random.Generator, function: Any) -> None:
    X = 3.0 * rng.normal(size=(n, d))
    agrees(function(X), getattr(torch.nn.functional, ACTIVATIONS[function])(tensor(X)))


def test_gelu_in_its_tanh_form(rng: np.random.Generator) -> None:
    X = 3.0 * rng.normal(size=(n, d))
    agrees(functional.gelu_tanh(X), torch.nn.functional.gelu(tensor(X), approximate="tanh"))


def test_losses(rng: np.random.Generator) -> None:
    Z, y, p = rng.normal(size=(n, m)), rng.integers(m, size=n), functional.softmax(rng.normal(size=(n, m)))
    theirs = torch.nn.functional
    agrees(losses.token_loss(Z, y), theirs.cross_entropy(tensor(Z), torch.tensor(y)))
    smooth = losses.cross_entropy(losses.smoothed_targets(y, m, 0.1), functional.softmax(Z)).mean()
    agrees(smooth, theirs.cross_entropy(tensor(Z), torch.tensor(y), label_smoothing=0.1))
    divergence = theirs.kl_div(torch.log_softmax(tensor(Z), -1), tensor(p), reduction="batchmean")
    agrees(losses.kl_divergence(p, functional.softmax(Z)).mean(), divergence)
    logits = theirs.binary_cross_entropy_with_logits(tensor(Z), tensor(p))
    agrees(losses.binary_cross_entropy_of_logits(p, Z), logits)
    agrees(functional.cosine_similarity(Z, p), theirs.cosine_similarity(tensor(Z), tensor(p)))
    agrees(losses.mean_squared_error(Z, p), theirs.mse_loss(tensor(Z), tensor(p)))


def test_softmax_and_its_logarithm(rng: np.random.Generator) -> None:
    X = 50.0 * rng.normal(size=(n, m))
    agrees(functional.softmax(X), torch.softmax(tensor(X), -1))
    agrees(functional.log_softmax(X, 0), torch.log_softmax(tensor(X), 0))
    agrees(functional.log_sum_exp(X), torch.logsumexp(tensor(X), -1))


def test_gradients_of_attention(rng: np.random.Generator) -> None:
    arrays = Q, K, V = rng.normal(size=(n, 4)), rng.normal(size=(m, 4)), rng.normal(size=(m, 6))
    dO, M = rng.normal(size=(n, 6)), rng.normal(size=(n, m))
    tensors = [tensor(each, gradient=True) for each in arrays]
    torch.nn.functional.scaled_dot_product_attention(*tensors, attn_mask=tensor(M)).backward(tensor(dO))
    for ours, theirs in zip(gradients.attention_backward(dO, Q, K, V, M), tensors, strict=True):
        agrees(ours, theirs.grad)


def test_gradients_of_norms_linear_layers_and_losses(rng: np.random.Generator) -> None:
    X, gamma, beta, dY = rng.normal(size=(n, d)), rng.normal(size=d), rng.normal(size=d), rng.normal(size=(n, d))
    tensors = [tensor(each, gradient=True) for each in (X, gamma, beta)]
    torch.nn.functional.layer_norm(tensors[0], (d,), *tensors[1:], 1e-5).backward(tensor(dY))
    for ours, theirs in zip(gradients.layer_norm_backward(dY, X, gamma, 1e-5), tensors, strict=True):
        agrees(ours, theirs.grad)
    if hasattr(torch.nn.functional, "rms_norm"):
        tensors = [tensor(each, gradient=True) for each in (X, gamma)]
        torch.nn.functional.rms_norm(tensors[0], (d,), tensors[1], 1e-6).backward(tensor(dY))
        for ours, theirs in zip(gradients.rms_norm_backward(dY, X, gamma, 1e-6), tensors, strict=True):
            agrees(ours, theirs.grad)
    W, b, dZ, y = rng.normal(size=(d, m)), rng.normal(size=m), rng.normal(size=(n, m)), rng.integers(m, size=n)
    tensors = [tensor(each, gradient=True) for each in (X, W, b)]
    (tensors[0] @ tensors[1] + tensors[2]).backward(tensor(dZ))
    for ours, theirs in zip(gradients.linear_backward(dZ, X, W), tensors, strict=True):
        agrees(ours, theirs.grad)
    logits = tensor(dZ, gradient=True)
    torch.nn.functional.cross_entropy(logits, torch.tensor(y)).backward()
    agrees(gradients.token_loss_backward(dZ, y), logits.grad)


def test_gradients_of_blocks(rng: np.random.Generator) -> None:
    shapes = ((n, d), (m, d), (2, d, 3), (2, d, 3), (2, d, 4), (8, d))
    arrays, dZ, M = [rng.normal(size=shape) for shape in shapes], rng.normal(size=(n, d)), rng.normal(size=(n, m))
    X, Y, W_Q, W_K, W_V, W_O = tensors = [tensor(each, gradient=True) for each in arrays]
    heads = torch.nn.functional.scaled_dot_product_attention(X @ W_Q, Y @ W_K, Y @ W_V, attn_mask=tensor(M))
    (torch.cat(list(heads), dim=-1) @ W_O).backward(tensor(dZ))
    for ours, theirs in zip(gradients.multi_head_backward(dZ, *arrays, M), tensors, strict=True):
        agrees(ours, theirs.grad)
    arrays = [rng.normal(size=shape) for shape in ((n, d), (d, 7), (7,), (7, d), (d,))]
    X, W_1, b_1, W_2, b_2 = tensors = [tensor(each, gradient=True) for each in arrays]
    (torch.relu(X @ W_1 + b_1) @ W_2 + b_2).backward(tensor(dZ))
    for ours, theirs in zip(gradients.feed_forward_backward(dZ, *arrays[:4]), tensors, strict=True):
        agrees(ours, theirs.grad)
    arrays, dY = [rng.normal(size=shape) for shape in ((n, d), (d, 7), (d, 7))], rng.normal(size=(n, 7))
    X, W, V = tensors = [tensor(each, gradient=True) for each in arrays]
    (torch.nn.functional.silu(X @ W) * (X @ V)).backward(tensor(dY))
    for ours, theirs in zip(gradients.swiglu_backward(dY, *arrays), tensors, strict=True):
        agrees(ours, theirs.grad)


def test_gradients_of_batch_norm_embedding_and_log_sum_exp(rng: np.random.Generator) -> None:
    X, gamma, beta, dY = rng.normal(size=(n, d)), rng.normal(size=d), rng.normal(size=d), rng.normal(size=(n, d))
    x, g, b = tensors = [tensor(each, gradient=True) for each in (X, gamma, beta)]
    torch.nn.functional.batch_norm(x, None, None, g, b, training=True, eps=1e-5).backward(tensor(dY))
    for ours, theirs in zip(gradients.batch_norm_backward(dY, X, gamma, 1e-5), tensors, strict=True):
        agrees(ours, theirs.grad)
    E, tokens = tensor(rng.normal(size=(m, d)), gradient=True), rng.integers(m, size=n)
    torch.nn.functional.embedding(torch.tensor(tokens), E).backward(tensor(dY))
    agrees(gradients.embedding_backward(dY, tokens, m), E.grad)
    scores, dy = tensor(X, gradient=True), rng.normal(size=n)
    torch.logsumexp(scores, -1).backward(tensor(dy))
    agrees(gradients.log_sum_exp_backward(dy, X), scores.grad)


def test_gradients_of_activations() -> None:
    X = np.linspace(-6.05, 6.05, 100)
    for ours, theirs in (
        (gradients.gelu_derivative, torch.nn.functional.gelu),
        (gradients.gelu_tanh_derivative, lambda x: torch.nn.functional.gelu(x, approximate="tanh")),
        (gradients.silu_derivative, torch.nn.functional.silu),
        (gradients.softplus_derivative, torch.nn.functional.softplus),
        (gradients.sigmoid_derivative, torch.sigmoid),
        (gradients.tanh_derivative, torch.tanh),
        (gradients.relu_derivative, torch.relu),
    ):
        x = tensor(X, gradient=True)
        theirs(x).sum().backward()
        agrees(ours(X), x.grad)
