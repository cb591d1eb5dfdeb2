"""Every encoding is read, or refused in one clear line; and places are those an editor shows."""

from __future__ import annotations

import codecs
import json
import re

import pytest

from symformer.analysis import check
from symformer.documents.document import UnreadableDocument
from symformer.documents.encoding import decode, with_line_feeds
from symformer.documents.reading import read_document
from symformer.text.span import Span

FORMATS = ("md", "rst", "tex", "txt", "ipynb")
BODY = {
    "md": "# Über\n\nLe café — 维度 𝑥.\n\nIt is $x_1 = 1$.\n\n$$\na = b\n$$\n",
    "rst": "Über\n====\n\nLe café — 维度 𝑥.\n\nIt is :math:`x_1 = 1`.\n\n.. math::\n\n   a = b\n",
    "tex": "\\section{Über}\n\nLe café — 维度 𝑥.\n\nIt is $x_1 = 1$.\n\n\\[\na = b\n\\]\n",
    "txt": "Über\n====\n\nLe café — 维度 𝑥.\n\nIt is $x_1 = 1$.\n\n$$\na = b\n$$\n",
}
BODY["ipynb"] = json.dumps(
    {"cells": [{"cell_type": "markdown", "source": BODY["md"].splitlines(keepends=True)}]}, ensure_ascii=False, indent=1
)
CODECS = {
    "utf-8": "",
    "utf-8-sig": "",
    "utf-16": "",
    "utf-32": "",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32",
}


def places(name: str, data: bytes) -> list[tuple[str, int, int]]:
    document = read_document(f"note.{name}", data)
    found = [(formula.text, document.source.place(formula.body.start)) for formula in document.formulas]
    return [(text, place.line, place.column) for text, place in found]


def kinds(name: str, data: bytes) -> list[str]:
    return [notice.kind for notice in read_document(f"note.{name}", data).notices]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("codec", CODECS)
def test_unicode_in_all_its_forms(name, codec):
    data = BODY[name].encode(codec)
    assert places(name, data) == places(name, BODY[name].encode())
    assert [text for text, _, _ in places(name, data)] == ["x_1 = 1", "a = b"]
    said = " ".join(notice.message for notice in read_document(f"note.{name}", data).notices)
    assert CODECS[codec] in said and bool(said) == bool(CODECS[codec])


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE])
def test_marks_of_the_other_byte_order(name, mark):
    codec = "utf-16-be" if len(mark) == 2 else "utf-32-be"
    assert places(name, mark + BODY[name].encode(codec)) == places(name, BODY[name].encode())


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("codec", ["cp1252", "latin-1"])
def test_western_encodings_of_one_byte(name, codec):
    western = re.sub(r"— |维度|𝑥", "", BODY[name])
    assert places(name, western.encode(codec)) == places(name, western.encode())
    assert kinds(name, western.encode(codec)) == ["not-utf-8"]
    document = read_document(f"note.{name}", western.encode(codec))
    assert "café" in document.source.text


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("codec", ["gbk", "gb18030"])
def test_chinese_encodings(name, codec):
    chinese = re.sub("𝑥|é", "", BODY[name]).replace("Über", "注意力机制").replace("It is", "其中查询矩阵的维度是")
    assert places(name, chinese.encode(codec)) == places(name, chinese.encode())
    (notice,) = read_document(f"note.{name}", chinese.encode(codec)).notices
    assert "GB 18030" in notice.message


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("Матрица внимания имеет размер, где каждая строка", "cp1251"),
        ("Матрица внимания имеет размер, где каждая строка", "koi8-r"),
        ("행렬의 차원은 주의 가중치입니다", "euc_kr"),
        ("行列の次元は注意の重みです", "euc_jp"),
        ("矩陣的維度是注意力權重的計算結果", "big5"),
        ("ÉÉ «à» éé ßß", "cp1252"),
    ],
)
def test_other_languages_are_not_taken_for_chinese(text, codec):
    (_, notice) = decode(f"$x$ {text}".encode(codec))
    assert notice is not None and "GB 18030" not in notice.message


@pytest.mark.parametrize(
    ("data", "text", "said"),
    [
        ("— “a” é —\n".encode() * 3 + b"caf\xe9.", "— “a” é —\n" * 3 + "café.", "a byte that is none on line 4"),
        ("é\n".encode() * 20 + b"\x92 \xe9.", "é\n" * 20 + "’ é.", "2 bytes that are none, the first on line 21"),
        ("é\n".encode() * 20 + b"\xe7\xbb", "é\n" * 20 + "�", "line 21"),
        (b"a \xed\xa0\x80 b", "a � b", "surrogates"),
        (b"a \xed\xa0\xbd\xed\xb4\xa5 b", "a 🔥 b", "surrogates"),
        (b"\xef\xbb\xbfx = 1\n\xe9 and so on for a while", "x = 1\né and so on for a while", "marked as UTF-8"),
        ("\ufeffx = 1 and so on for a while".encode("utf-16-le") + b"\x00", None, "marked as UTF-16"),
        (
            b"The text holds\na \x00 in the midst of a line of it",
            "The text holds\na \x00 in the midst of a line of it",
            "1 NUL byte on line 2",
        ),
    ],
)
def test_a_text_with_a_few_wrong_bytes(data, text, said):
    decoded, notice = decode(data)
    assert text is None or decoded == text
    assert notice is not None and said in notice.message and notice.help


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF file"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive"),
        (b"\x1f\x8b\x08", "a gzip archive"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a PNG picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"{\\rtf1\\ansi}", "an RTF file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "a Microsoft Office file"),
        (bytes(range(256)) * 4, "a binary file"),
        (b"\x00" * 100, "a binary file"),
        (b"ELF\x01\x01\x00\x00\x00\x00\x00\x00" * 9, "a binary file"),
        (b"some words\x00\x00\x00\x00\x00\x00 and more", "a binary file"),
        (b"\xff\xfe" + bytes(range(256)), "marked as UTF-16"),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_what_is_no_text_is_refused_in_one_line(data, said, name):
    with pytest.raises(UnreadableDocument) as refused:
        read_document(f"note.{name}", data)
    assert said in str(refused.value) and "\n" not in str(refused.value)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_change_nothing(name, end):
    text = BODY[name]
    assert places(name, text.replace("\n", end).encode()) == places(name, text.encode())


@pytest.mark.parametrize("name", FORMATS)
def test_mixed_line_ends_are_counted_as_editors_do(name):
    ends = iter(["\r\n", "\r", "\r", "\r\n", "\n", "\n"] * 20)
    mixed = re.sub("\n", lambda _: next(ends), BODY[name])
    assert places(name, mixed.encode()) == places(name, BODY[name].encode())


def test_what_ends_a_line():
    assert with_line_feeds("no other") is None
    made = with_line_feeds("a\r\nb\rc\n\r\r\nd")
    assert made is not None
    assert made.text == "a\nb\nc\n\n\nd"
    assert made.origin_span(Span(2, 3)) == Span(3, 4)
    assert made.origin_span(Span(8, 9)) == Span(10, 11)
    assert made.origin_span(Span(1, 2)) == Span(1, 3)


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x85", "\u200b", "\ufeff", "\u00a0"])
@pytest.mark.parametrize("name", ["md", "rst", "tex", "txt"])
def test_what_ends_no_line(name, odd):
    body = BODY[name].replace("Le café", f"Le{odd} café")
    assert places(name, body.encode()) == places(name, BODY[name].encode())
    within = BODY[name].replace("It is ", f"It{odd} is ")
    moved = [(text, line, column + (text == "x_1 = 1")) for text, line, column in places(name, BODY[name].encode())]
    assert places(name, within.encode()) == moved


@pytest.mark.parametrize("name", ["md", "rst", "tex", "txt"])
def test_columns_count_code_points(name):
    longer = BODY[name].replace("It is ", "Es é 维 𝑥🔥 is ")
    (first, _) = places(name, longer.encode())
    plain = places(name, BODY[name].encode())[0]
    assert first[2] == plain[2] + len("Es é 维 𝑥🔥 is ") - len("It is ")


def test_surrogates_in_a_notebook():
    raw = '{"cells": [{"cell_type": "markdown", "source": "\\ud800 and \\ud835\\udc65 and $y$"}]}'
    document = read_document("note.ipynb", raw.encode())
    assert document.source.text == "\ufffd and 𝑥 and $y$"
    place = document.source.place(document.formulas[0].span.start)
    assert (place.column, place.cell_column) == (raw.index("$y$") + 1, 13)


def test_line_ends_within_the_cells_of_a_notebook():
    cell = {"cell_type": "markdown", "source": "# T\r\n\r\nIt is $x$.\r\rAnd $y$."}
    document = read_document("note.ipynb", json.dumps({"cells": [cell]}).encode())
    found = [document.source.place(formula.body.start) for formula in document.formulas]
    assert [(place.line, place.cell_line, place.cell_column) for place in found] == [(1, 3, 8), (1, 5, 6)]


WRONG = "It is 3 + 4 = 8 here.\n\nAnd $2 + 2 = 5$ there.\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("name", ["md", "txt", "rst"])
def test_findings_keep_their_ids_and_places(name, end):
    note = WRONG.replace("$2 + 2 = 5$", ":math:`2 + 2 = 5`") if name == "rst" else WRONG
    reports = [check(note, name=f"note.{name}"), check(note.replace("\n", end), name=f"note.{name}")]
    shown = []
    for report in reports:
        assert report.source is not None
        starts = [report.source.places(finding.problem.span) for finding in report.findings]
        shown.append([(finding.id, place) for finding, place in zip(report.findings, starts, strict=True)])
    assert shown[0] == shown[1]
    assert len(shown[0]) == 2


def test_a_garbled_file_with_returns():
    note = "Let’s take “words” – and “weights” – of the café.\r\n\r\nSo $x ≈ 1$ → it’s 0.5.\r\n"
    garbled = note.encode().decode("mac_roman")
    document = read_document("n.md", garbled.encode())
    assert document.source.raw == garbled
    assert document.source.text == note.replace("\r\n", "\n")
    (formula,) = document.formulas
    assert document.source.raw_span(formula.span).slice(garbled) == "$x ≈ 1$".encode().decode("mac_roman")
    assert document.source.place(formula.span.start).line == 3


def test_a_line_of_blanks_ends_a_paragraph_as_an_empty_one_does() -> None:
    note = "# A\n\nBelow zero the derivative is zero.\n{}\n The sigmoid is\n{}\n$$ \\sigma(z) = \\frac{{2}}{{1 + e^{{-z}}}} $$\n"
    notes = [note.format(each, each).encode() for each in ("", "  \t ")]
    empty, blank = (check(each, name="a.md").findings for each in notes)
    assert [each.rule for each in empty] == [each.rule for each in blank] == ["cited-equation-differs"]
    source = read_document("a.md", notes[1]).source
    assert [source.place(each.problem.span.start).line for each in blank] == [7]
