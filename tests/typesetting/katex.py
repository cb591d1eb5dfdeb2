"""KaTeX in strict mode, where Node and KaTeX are installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

SCRIPT = """
const katex = require(process.argv[1]);
const lines = require('fs').readFileSync(0, 'utf8').split('\\n').filter(line => line);
for (const line of lines) {
  const each = JSON.parse(line);
  try { katex.renderToString(each, {displayMode: true, strict: 'error', throwOnError: true}); }
  catch (error) { console.log(JSON.stringify([each, error.message])); }
}
"""


def katex_folder() -> Path | None:
    """Where KaTeX is installed: ``KATEX`` in the environment, or among npm's global packages."""
    if shutil.which("node") is None:
        return None
    told = os.environ.get("KATEX")
    if told is None and shutil.which("npm") is not None:
        root = subprocess.run(["npm", "root", "--global"], capture_output=True, text=True, check=False)
        told = str(Path(root.stdout.strip()) / "katex") if root.returncode == 0 else None
    return Path(told) if told is not None and (Path(told) / "package.json").is_file() else None


def complaints(formulas: list[str], folder: Path) -> list[tuple[str, str]]:
    """The formulas that KaTeX refuses, with what it says."""
    lines = "\n".join(json.dumps(formula) for formula in formulas)
    ran = subprocess.run(
        ["node", "-e", SCRIPT, str(folder)], input=lines, capture_output=True, text=True, check=True, timeout=300
    )
    return [tuple(json.loads(line)) for line in ran.stdout.splitlines()]
