// Whether KaTeX accepts formulas: node accepts_katex.cjs FOLDER < formulas > verdicts
//
// FOLDER holds node_modules. A line of input is a formula in JSON, {"latex": …, "display": …}; the line of output
// for it is null where KaTeX accepts it, else what KaTeX says. All in one process: starting node takes longest.

const path = require("node:path");
const readline = require("node:readline");
const katex = require(path.join(process.argv[2], "node_modules", "katex"));

function complaint(latex, display) {
  try {
    // macros anew for each: KaTeX keeps what a formula defines
    katex.renderToString(latex, {
      displayMode: display, throwOnError: true, strict: "ignore", trust: false, macros: {},
    });
    return null;
  } catch (error) {
    return String(error.message || error).slice(0, 300);
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { latex, display } = JSON.parse(line);
  process.stdout.write(JSON.stringify(complaint(latex, display)) + "\n");
});
