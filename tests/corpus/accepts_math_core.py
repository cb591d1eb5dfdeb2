"""Whether math-core accepts formulas: python accepts_math_core.py < formulas > verdicts

A line of input is a formula in JSON, ``{"latex": …, "display": …}``; the line of output for it is
null where math-core accepts it, else what it says.
"""

import json
import sys

from math_core import LatexToMathML


def complaint(converter: LatexToMathML, latex: str, display: bool) -> str | None:
    try:
        converter.convert_with_local_state(latex, displaystyle=display)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of the library is no Exception
        return f"{type(error).__name__}: {error}".split("\n")[0][:300]
    return None


def main() -> None:
    converter = LatexToMathML(fancy_error=False)
    for line in sys.stdin:
        formula = json.loads(line)
        print(json.dumps(complaint(converter, formula["latex"], formula["display"])))


if __name__ == "__main__":
    main()
