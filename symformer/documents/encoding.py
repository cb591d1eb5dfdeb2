"""From the bytes of a file to its text: byte order marks, UTF-16 and UTF-32, the older encodings, and what is no text.

Every encoding is either read, with a notice where it had to be guessed, or refused in one clear line.
Nothing is left out of the text, so that columns are the code points of the file.
"""

from __future__ import annotations

import codecs
import re

from symformer.documents.document import Notice, UnreadableDocument
from symformer.text.mapped import MappedText, Segment
from symformer.text.span import Span

# UTF-32 first: its mark begins with the one of UTF-16
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_BINARY = (
    (b"%PDF-", "a PDF file", "try the source it was made from"),
    (b"PK\x03\x04", "a ZIP archive (.docx and .odt are such)", "try saving it as plain text or Markdown"),
    (b"\xd0\xcf\x11\xe0", "a Microsoft Office file", "try saving it as plain text or Markdown"),
    (b"{\\rtf", "an RTF file", "try saving it as plain text or Markdown"),
    (b"\x1f\x8b", "a gzip archive", "try unpacking it"),
    (b"\x89PNG\r\n", "a PNG picture", "only text is read"),
    (b"\xff\xd8\xff", "a JPEG picture", "only text is read"),
    (b"GIF8", "a GIF picture", "only text is read"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ue000-\uf8ff\ufffe\uffff]")
_PLAIN = re.compile(r"[\t\n\r -~]")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_LONE_RETURN = re.compile(r"\r(?!\n)")
_SAVE = "try saving the file as UTF-8"
# what Chinese text is made of: marks, full-width letters and characters
_CHINESE = re.compile(r"[\u3000-\u303f\uff01-\uff5e‘’“”…—·×√≈∈\u4e00-\u9fff]")
# its most frequent characters, and those of the field
_COMMON = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然"
    "成方多经么去法如都同现当没动面起看定分还进其些主样理心本前开但因只从想实日者意无力它与长把第公此已使明性全三"
    "两间由问最重并物数相等每示即若则取设求加减乘除积和根次个数矩阵向量维模型层注意权值参函络训练键查询编码嵌词"
    "梯归损失例题计算步结果输入变换位置头"
)


def decode(data: bytes) -> tuple[str, Notice | None]:
    """The text that ``data`` holds, and a notice where its encoding had to be guessed or is broken.

    Raises ``UnreadableDocument`` where the bytes are no text.

    >>> decode(b"caf\\xe9")[0]
    'café'
    >>> decode("x = 1".encode("utf-16-le"))[0]
    'x = 1'
    """
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], codec, name)
    for magic, kind, advice in _BINARY:
        if data.startswith(magic):
            raise UnreadableDocument(f"this is {kind}, not a text; {advice}")
    if b"\x00" in data:
        return _with_nul(data)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        _refuse_control(data)
        return _not_utf8(data, error)


_UNMARKED = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "gb18030", "cp1252", "latin-1")


def encoded_like(data: bytes, text: str) -> bytes | None:
    """``text`` in the encoding of ``data``, with its byte order mark; None where ``data`` is not wholly in one.

    >>> encoded_like(b"caf\\xe9 1", "caf\u00e9 2")
    b'caf\\xe9 2'
    """
    before, _ = decode(data)
    marked = [(mark, codec) for mark, codec, _ in _MARKS if data.startswith(mark)][:1]
    for mark, codec in marked or [(b"", codec) for codec in _UNMARKED]:
        try:
            if mark + before.encode(codec) == data:
                return mark + text.encode(codec)
        except UnicodeEncodeError:
            continue
    return None


def with_line_feeds(text: str) -> MappedText | None:
    r"""``text`` with a line feed for every line end (``\r\n`` and ``\r``); nothing if it has no other.

    These three end a line for editors, CommonMark and language servers alike; nothing else does (no
    form feed, no U+2028).

    >>> with_line_feeds("a\r\nb\rc").text
    'a\nb\nc'
    """
    if "\r" not in text:
        return None
    same_length = _LONE_RETURN.sub("\n", text)
    pieces: list[str] = []
    segments: list[Segment] = []
    at = made = 0
    for found in re.finditer("\r\n", same_length):
        line = same_length[at : found.start()]
        if line:
            segments.append(Segment(made, made + len(line), at, found.start()))
        made += len(line) + 1
        segments.append(Segment(made - 1, made, found.start(), found.end()))
        pieces += (line, "\n")
        at = found.end()
    if at < len(text) or not segments:
        pieces.append(same_length[at:])
        segments.append(Segment(made, made + len(text) - at, at, len(text)))
    return MappedText("".join(pieces), tuple(segments))


_BLANKS = re.compile(r"(?<=\n)[ \t]+(?=\n)")


def without_blanks(text: str) -> MappedText | None:
    r"""``text`` with nothing in the lines that hold blanks alone, which end a paragraph as empty ones do; nothing if it has none.

    >>> without_blanks("a\n  \nb").text
    'a\n\nb'
    """
    kept: list[Span] = []
    at = 0
    for found in _BLANKS.finditer(text):
        kept.append(Span(at, found.start()))
        at = found.end()
    return MappedText.join(text, [*kept, Span(at, len(text))]) if kept else None


def _marked(data: bytes, codec: str, name: str) -> tuple[str, Notice | None]:
    """The text behind a byte order mark, which is believed."""
    try:
        text = data.decode(codec)
        broken = None
    except UnicodeDecodeError as error:
        text = _patched(data) if codec == "utf-8" else data.decode(codec, errors="replace")
        line = text.count("\n", 0, len(data[: error.start].decode(codec, errors="replace"))) + 1
        broken = f"the file is marked as {name} and holds bytes that are none (line {line})"
    bad = len(_CONTROL_CHARACTER.findall(text)) + text.count("\ufffd")
    if bad * 20 > len(text):
        raise UnreadableDocument(f"this is no text: it is marked as {name}, and holds what is no such text")
    return text, Notice("not-utf-8", Span(0, 0), broken, _SAVE) if broken else None


def _refuse_control(data: bytes) -> None:
    if len(_CONTROL.findall(data)) * 20 > len(data):
        raise UnreadableDocument("this is a binary file, not a text: it is full of control characters")


def _with_nul(data: bytes) -> tuple[str, Notice | None]:
    """Text that holds NUL bytes: UTF-16 or UTF-32 without a mark, or UTF-8 with a few strays."""
    for codec in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text, name = _wide(data, codec), codec[:6].upper()
        if text is not None:
            message = f"the file is not UTF-8 but {name} without a byte order mark; it is read as that"
            return text, Notice("not-utf-8", Span(0, 0), message, _SAVE)
    nul = data.count(b"\x00")
    if nul * 100 > len(data) and nul > 1 or b"\x00\x00\x00\x00" in data:
        raise UnreadableDocument("this is a binary file, not a text: it holds NUL bytes")
    _refuse_control(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableDocument("this is a binary file, not a text: it holds NUL bytes and is no UTF-8") from None
    at = text.index("\x00")
    places = "1 NUL byte" if nul == 1 else f"{nul} NUL bytes, the first"
    message = f"the file holds {places} on line {_line(text[:at])}; a text has none"
    return text, Notice("not-utf-8", Span(0, 0), message, "try removing them")


def _wide(data: bytes, codec: str) -> str | None:
    """``data`` decoded, if it is so evidently UTF-16 or UTF-32 that no mark is needed."""
    width = 4 if "32" in codec else 2
    if len(data) % width or len(data) < 2 * width:
        return None
    high = 0 if codec.endswith("be") else width - 1  # where the byte stands that is zero in every letter of ASCII
    if data[width - 1 - high :: width].count(0) * 50 > data[high::width].count(0):
        return None
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    # the blanks and the LaTeX of a Chinese note are ASCII, too
    plain = len(_PLAIN.findall(text))
    odd = len(_CONTROL_CHARACTER.findall(text))
    return text if plain * 20 >= len(text) and odd * 50 <= len(text) else None


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> tuple[str, Notice]:
    """Bytes that are no UTF-8: nearly so, or GB 18030, or one of the Western encodings of one byte."""
    line = _line(data[: error.start].decode("utf-8", errors="replace"))
    whole = data.decode("utf-8", errors="ignore")
    bad = len(data) - len(whole.encode())
    if (surrogates := _surrogates(data)) is not None:
        message = f"the file is UTF-8 with surrogates, which no text may hold (line {line})"
        return surrogates, Notice("not-utf-8", Span(0, 0), message, _SAVE)
    if len(_FOREIGN.findall(whole)) >= 3 * bad:
        places = "a byte that is none" if bad == 1 else f"{bad} bytes that are none, the first"
        message = f"the file is UTF-8 with {places} on line {line}"
        return _patched(data), Notice("not-utf-8", Span(0, 0), message, _SAVE)
    text, name = _guessed(data)
    message = f"the file is not UTF-8 (line {line}); it is read as {name}"
    return text, Notice("not-utf-8", Span(0, 0), message, _SAVE)


def _surrogates(data: bytes) -> str | None:
    """Text whose only fault is halves of characters, each written by itself; pairs are put together."""
    try:
        halves = data.decode("utf-8", errors="surrogatepass")
    except UnicodeDecodeError:
        return None
    return halves.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


def _patched(data: bytes) -> str:
    """``data`` as UTF-8, a byte that is none read as Windows-1252, and half a character as a stand-in."""
    return data.decode("utf-8", errors="symformer-patch")


def _patch(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    if error.reason == "unexpected end of data":
        return "\ufffd", error.end
    return error.object[error.start : error.start + 1].decode("cp1252", errors="replace"), error.start + 1


codecs.register_error("symformer-patch", _patch)


def _guessed(data: bytes) -> tuple[str, str]:
    """The text in an encoding older than UTF-8, and the name of that encoding."""
    if (chinese := _chinese(data)) is not None:
        return chinese, "GB 18030"
    try:
        return data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "Latin-1"


def _chinese(data: bytes) -> str | None:
    """``data`` read as GB 18030, if what comes out is evidently Chinese."""
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = _FOREIGN.findall(text)
    written = [each for each in foreign if _CHINESE.match(each)]
    characters = [each for each in written if "\u4e00" <= each <= "\u9fff"]
    common = sum(1 for each in characters if each in _COMMON)
    # other languages read as Chinese give rare characters; the most frequent ones are half of any text
    evident = len(characters) >= 2 and len(written) * 10 >= len(foreign) * 9 and common * 3 >= len(characters)
    return text if evident else None


def _line(before: str) -> int:
    """The number of the line that follows the text ``before``."""
    return before.count("\n") + len(_LONE_RETURN.findall(before)) + 1
