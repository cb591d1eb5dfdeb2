"""``python -m symformer``: the command line."""

from symformer.faces.cli import run

if __name__ == "__main__":
    raise SystemExit(run())
