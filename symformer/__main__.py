"""``python -m symformer``: the command line."""

from symformer.faces.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
