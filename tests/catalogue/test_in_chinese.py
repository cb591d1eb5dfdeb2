"""A Chinese notation finds a Chinese title and meaning for everything in the catalogue."""

from __future__ import annotations

import pytest

from symformer.catalogue.blocks import BLOCKS
from symformer.catalogue.chinese import MEANINGS, TITLES
from symformer.catalogue.lookup import all_equations, all_topics
from symformer.catalogue.reading import read
from symformer.faces.cli import main


def test_every_title_has_a_translation() -> None:
    names = {each.id for each in (*all_equations(), *all_topics(), *BLOCKS)}
    assert names == TITLES.keys()


def test_every_meaning_of_an_own_letter_has_a_translation() -> None:
    letters = [letter for each in all_equations() for letter in read(each).letters]
    own = {each.meaning for each in letters if each.concept is None or each.meaning != each.concept.meaning}
    assert own == MEANINGS.keys()


def test_no_words_are_left_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    request = ("latex", "encoder-output", "--steps", "--symbols", "--notation", "chinese-textbook", "--standalone")
    assert main(request) == 0
    out = capsys.readouterr().out
    assert r"\section*{编码器：前馈网络、残差连接、归一化}" in out
    assert "第一个子层的输出" in out and "first sublayer" not in out
    assert r"\intertext{编码器：注意力、残差连接、归一化:}" in out or r"\text{编码器：注意力、残差连接、归一化}" in out
