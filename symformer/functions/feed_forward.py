"""Two linear maps with an activation between, at each position."""

from __future__ import annotations

from symformer.functions.function import Function

FEED_FORWARD = Function(
    id="feed-forward",
    name="FFN",
    summary="Two linear maps with an activation between, at each position.",
    spellings=("Feed Forward", "FF", "FeedForwardNetwork", "PositionwiseFeedForward", "FeedForwardLayer", "PFFN"),
    law="same",
    arguments=(1, 1),
)
