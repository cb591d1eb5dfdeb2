"""What can be computed in two ways comes out the same in both."""

from __future__ import annotations

import numpy as np
import pytest

from symformer.reference import attention, functional, generation, losses, multi_head, normalization, positions
from symformer.reference import transformer as model
from symformer.reference import weights as seeded

n, m, d, h, d_k, d_v = 5, 7, 12, 3, 4, 2
SEEDS = (0, 1, 2)


def close(left: np.ndarray, right: np.ndarray) -> None:
    assert left.shape == right.shape
    np.testing.assert_allclose(left, right, rtol=1e-12, atol=1e-12)


@pytest.fixture(params=SEEDS)
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    return np.random.default_rng(request.param)


def test_one_large_projection_slices_and_a_sum_over_heads_are_multi_head_attention(rng: np.random.Generator) -> None:
    X, Y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
    W_Q, W_K = rng.normal(size=(2, h, d, d_k))
    W_V, W_O = rng.normal(size=(h, d, d_v)), rng.normal(size=(h * d_v, d))
    M = attention.mask_of(rng.random(size=(n, m)) < 0.7)
    M[:, 0] = 0.0  # each query sees something
    expected = multi_head.multi_head_attention(X, Y, W_Q, W_K, W_V, W_O, M)
    joined = [multi_head.joined_projection(W) for W in (W_Q, W_K, W_V)]
    close(multi_head.multi_head_attention_in_one_projection(X, Y, *joined, W_O, h, M), expected)
    close(multi_head.multi_head_attention_by_slices(X, Y, *joined, W_O, h, M), expected)
    close(multi_head.multi_head_attention_as_sum(X, Y, W_Q, W_K, W_V, W_O.reshape(h, d_v, d), M), expected)


def test_a_reshape_without_a_transpose_is_something_else(rng: np.random.Generator) -> None:
    Q = rng.normal(size=(n, h * d_k))
    assert not np.allclose(Q.reshape(h, n, d_k), multi_head.split_heads(Q, h))


def test_columns_are_rows_transposed(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(n, d_k)), rng.normal(size=(m, d_k)), rng.normal(size=(m, d_v))
    M = rng.normal(size=(n, m))
    rows = attention.scaled_dot_product_attention(Q, K, V, M)
    close(attention.column_attention(Q.T, K.T, V.T, M.T), rows.T)
    close(attention.single_query_attention(Q[1], K, V), attention.scaled_dot_product_attention(Q, K, V)[1])


def test_multi_head_attention_of_columns(rng: np.random.Generator) -> None:
    X, Y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
    W_Q, W_K = rng.normal(size=(2, h, d, d_k))
    W_V, W_O = rng.normal(size=(h, d, d_v)), rng.normal(size=(h * d_v, d))
    turned = [np.swapaxes(W, -1, -2) for W in (W_Q, W_K, W_V, W_O)]
    columns = multi_head.column_multi_head_attention(X.T, Y.T, Y.T, *turned)
    close(columns.T, multi_head.multi_head_attention(X, Y, W_Q, W_K, W_V, W_O))


def test_groups_of_one_head_and_of_all_heads(rng: np.random.Generator) -> None:
    X, Y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
    W_Q, W_K, W_V = rng.normal(size=(4, d, d_k)), rng.normal(size=(2, d, d_k)), rng.normal(size=(2, d, d_v))
    W_O = rng.normal(size=(4 * d_v, d))
    grouped = multi_head.grouped_query_attention(X, Y, W_Q, W_K, W_V, W_O)
    heads = [multi_head.head(X, Y, W_Q[i], W_K[i // 2], W_V[i // 2]) for i in range(4)]
    close(grouped, np.concatenate(heads, axis=-1) @ W_O)
    single = multi_head.multi_query_attention(X, Y, W_Q, W_K[0], W_V[0], W_O)
    close(single, multi_head.multi_head_attention(X, Y, W_Q, *(np.stack([W[0]] * 4) for W in (W_K, W_V)), W_O))


def test_additive_scores_entry_by_entry(rng: np.random.Generator) -> None:
    Q, K = rng.normal(size=(n, 3)), rng.normal(size=(m, 5))
    W_Q, W_K, w = rng.normal(size=(3, 11)), rng.normal(size=(5, 11)), rng.normal(size=11)
    entries = [[w @ np.tanh(W_Q.T @ Q[i] + W_K.T @ K[j]) for j in range(m)] for i in range(n)]
    close(attention.additive_scores(Q, K, W_Q, W_K, w), np.array(entries))


def test_linear_attention_as_sums_over_positions(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(n, d_k)), rng.normal(size=(m, d_k)), rng.normal(size=(m, d_v))
    likeness = (functional.elu(Q) + 1) @ (functional.elu(K) + 1).T
    close(attention.linear_attention(Q, K, V), likeness / likeness.sum(axis=1, keepdims=True) @ V)


def test_the_causal_mask_lets_the_past_through_only(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(n, d_k)), rng.normal(size=(n, d_k)), rng.normal(size=(n, d_v))
    rows = [attention.scaled_dot_product_attention(Q[i : i + 1], K[: i + 1], V[: i + 1])[0] for i in range(n)]
    close(attention.causal_attention(Q, K, V), np.array(rows))


def test_padding_is_as_if_it_were_not_there(rng: np.random.Generator) -> None:
    Q, K, V = rng.normal(size=(2, n, d_k)), rng.normal(size=(2, m, d_k)), rng.normal(size=(2, m, d_v))
    masked = attention.scaled_dot_product_attention(Q, K, V, attention.padding_mask(np.array([3, 7]), m))
    close(masked[0], attention.scaled_dot_product_attention(Q[0], K[0, :3], V[0, :3]))
    close(masked[1], attention.scaled_dot_product_attention(Q[1], K[1], V[1]))


def test_rotary_scores_depend_on_the_offset_only(rng: np.random.Generator) -> None:
    q, k = rng.normal(size=(2, 1, d))
    scores = [float(positions.rotary_encoding(q, at + 3)[0] @ positions.rotary_encoding(k, at)[0]) for at in range(6)]
    np.testing.assert_allclose(scores, scores[0], rtol=1e-12)
    assert abs(scores[0] - float(q[0] @ k[0])) > 1e-6


def test_rotary_positions_are_the_rotation_matrix(rng: np.random.Generator) -> None:
    X = rng.normal(size=(n, d))
    rows = [positions.rotation_matrix(at, d) @ X[at] for at in range(n)]
    close(positions.rotary_encoding(X), np.array(rows))
    close(positions.rotary_encoding(X[3], 3), rows[3])
    order = np.concatenate((np.arange(0, d, 2), np.arange(1, d, 2)))  # pairs of neighbours to pairs of halves
    close(positions.rotary_encoding_by_halves(X[:, order]), positions.rotary_encoding(X)[:, order])


def test_sinusoids_entry_by_entry() -> None:
    encoding = positions.sinusoidal_encoding(n, d)
    for pos in range(n):
        for i in range(d // 2):
            assert encoding[pos, 2 * i] == pytest.approx(np.sin(pos / 10000 ** (2 * i / d)), rel=1e-14)
            assert encoding[pos, 2 * i + 1] == pytest.approx(np.cos(pos / 10000 ** (2 * i / d)), rel=1e-14)


def test_a_shift_of_sinusoids_is_a_rotation() -> None:
    encoding, k = positions.sinusoidal_encoding(n + 3, d), 3
    close(encoding[:-k] @ positions.rotation_matrix(k, d), encoding[k:])


def test_learned_positions_end() -> None:
    with pytest.raises(ValueError, match="6 positions, but a table of 5"):
        positions.learned_encoding(np.zeros((5, d)), 6)


def test_embedding_is_a_product_with_one_hot_rows(rng: np.random.Generator) -> None:
    E, tokens = rng.normal(size=(11, d)), rng.integers(11, size=n)
    close(model.embedding(tokens, E), model.embedding_by_product(tokens, E))


def test_parts_of_the_model_leave_batches_alone(rng: np.random.Generator) -> None:
    X, Y = rng.normal(size=(3, n, d)), rng.normal(size=(3, m, d))
    encoder, decoder = (
        seeded.encoder_block_weights(rng, d, h, 4 * d),
        seeded.decoder_block_weights(rng, d, h, 4 * d),
    )
    M = attention.causal_mask(n)
    for block in (model.encoder_block_post_norm, model.encoder_block_pre_norm):
        close(block(X, encoder, M), np.stack([block(each, encoder, M) for each in X]))
    for block in (model.decoder_block_post_norm, model.decoder_block_pre_norm):
        close(block(X, Y, decoder, M), np.stack([block(*each, decoder, M) for each in zip(X, Y, strict=True)]))


def test_an_attention_layer_without_biases_is_multi_head_attention(rng: np.random.Generator) -> None:
    X, Y = rng.normal(size=(n, d)), rng.normal(size=(m, d))
    drawn = seeded.attention_weights(rng, d, h, d_v=d_v)
    none = {name: np.zeros_like(getattr(drawn, name)) for name in ("b_Q", "b_K", "b_V", "b_O")}
    weights = seeded.AttentionWeights(drawn.W_Q, drawn.W_K, drawn.W_V, drawn.W_O, **none)
    expected = multi_head.multi_head_attention(X, Y, drawn.W_Q, drawn.W_K, drawn.W_V, drawn.W_O)
    close(model.attention_layer(X, Y, weights), expected)


@pytest.mark.parametrize("g", [1, 2, 4])
def test_a_cache_gives_what_a_full_pass_gives(rng: np.random.Generator, g: int) -> None:
    weights = seeded.language_model_weights(int(rng.integers(99)), d=12, h=4, d_ff=20, L=3, N_V=17, n_max=9, g=g)
    tokens = rng.integers(17, size=9)
    full = model.language_model(tokens, weights)
    caches = generation.empty_cache(weights)
    parts = []
    for start, stop in ((0, 4), (4, 5), (5, 6), (6, 9)):
        logits, caches = generation.continued(tokens[start:stop], weights, caches)
        parts.append(logits)
    close(np.concatenate(parts), full)
    assert caches[0].K.shape == (g, 9, 3)
    prompt = tokens[:3]
    with_cache = generation.generated(prompt, weights, 6)
    assert with_cache.tolist() == generation.generated_by_full_passes(prompt, weights, 6).tolist()


def test_the_future_changes_nothing_before_it(rng: np.random.Generator) -> None:
    weights = seeded.language_model_weights(3, d=12, h=3, d_ff=20, L=2, N_V=17, n_max=9)
    tokens = rng.integers(17, size=9)
    other = tokens.copy()
    other[5:] = (other[5:] + 1) % 17
    before, after = model.language_model(tokens, weights), model.language_model(other, weights)
    close(before[:5], after[:5])
    assert not np.allclose(before[5:], after[5:])


def test_losses_agree(rng: np.random.Generator) -> None:
    Z, y = rng.normal(size=(n, 6)), rng.integers(6, size=n)
    one_hot = functional.one_hot(y, 6)
    close(losses.token_loss(Z, y), losses.cross_entropy(one_hot, functional.softmax(Z)).mean())
    p, q = functional.softmax(Z), functional.softmax(rng.normal(size=(n, 6)))
    close(losses.kl_divergence(p, q), (p * np.log(p / q)).sum(axis=-1))
    z, t = rng.normal(size=n), rng.random(size=n)
    close(losses.binary_cross_entropy(t, functional.sigmoid(z)), losses.binary_cross_entropy_of_logits(t, z))
    close(losses.smoothed_targets(y, 6, 0.3).sum(axis=-1), np.ones(n))


def test_norms_do_what_they_say(rng: np.random.Generator) -> None:
    X = 3.0 + 2.0 * rng.normal(size=(n, d))
    np.testing.assert_allclose(normalization.standardize(X).mean(axis=-1), 0.0, atol=1e-12)
    close(normalization.standardize(X).std(axis=-1), np.ones(n))
    close((normalization.rms_norm(X, epsilon=0.0) ** 2).mean(axis=-1), np.ones(n))
    close(normalization.batch_norm(X.T, epsilon=0.0).T, normalization.standardize(X))
    centred = X - X.mean(axis=-1, keepdims=True)
    close(normalization.rms_norm(centred), normalization.layer_norm(X))


def test_sparsemax_is_the_nearest_point_of_the_simplex(rng: np.random.Generator) -> None:
    X = rng.normal(size=6)
    nearest = functional.sparsemax(X)
    assert nearest.sum() == pytest.approx(1.0) and (nearest >= 0).all()
    others = rng.dirichlet(np.ones(6), size=2000)
    assert ((others - X) ** 2).sum(axis=1).min() >= ((nearest - X) ** 2).sum()
    close(functional.sparsemax(np.stack((X, -X), axis=1), axis=0)[:, 0], nearest)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_softmax_along_an_axis(rng: np.random.Generator, axis: int) -> None:
    X = rng.normal(size=(n, m))
    close(functional.softmax(X, axis).sum(axis=axis), np.ones(X.sum(axis=axis).shape))
    close(functional.log_softmax(X + 700.0, axis), np.log(functional.softmax(X, axis)))
    close(functional.log_sum_exp(X, axis), np.log(np.exp(X).sum(axis=axis)))


def test_heads_that_do_not_divide_are_refused() -> None:
    with pytest.raises(ValueError, match="3 heads do not divide a width of 4"):
        multi_head.head_width(4, 3)
    with pytest.raises(ValueError, match="4 heads cannot share 3 pairs"):
        multi_head.grouped_query_attention(
            np.ones((1, 2)),
            np.ones((1, 2)),
            np.ones((4, 2, 1)),
            np.ones((3, 2, 1)),
            np.ones((3, 2, 1)),
            np.ones((4, 2)),
        )
    with pytest.raises(ValueError, match="a width of 5 cannot be split into pairs"):
        positions.frequencies(5)
    with pytest.raises(ValueError, match="the position of a single vector is not told"):
        positions.rotary_encoding(np.ones(4))
    with pytest.raises(ValueError, match="6 heads are not a power of two"):
        positions.alibi_slopes(6)
