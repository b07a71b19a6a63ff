// Builds the package wazir-play for PyPI in the folder that is given: the board of `wazir page
// --playable`, and Fairy-Stockfish beside it.
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { common, ENGINE, licences, load } from "./bundling.mjs";

const to = resolve(process.argv[2]);
const folder = join(to, "wazir_play");
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { page, texts } = await load("src/views/page.ts");
const { version } = JSON.parse(await readFile("package.json", "utf8"));
const { dependencies, devDependencies } = JSON.parse(await readFile("package.json", "utf8"));
const versions = { ...dependencies, ...devDependencies };
const SOURCE = `The rules of variants are those of ffish, which is Fairy-Stockfish as WebAssembly (ffish.wasm, engine.js), under the GPL 3 or
later. Its source: https://github.com/fairy-stockfish/Fairy-Stockfish, and as a package https://www.npmjs.com/package/ffish-es6,
version ${versions["ffish-es6"]}.

The opponent is Fairy-Stockfish with threads (stockfish.js, stockfish.wasm, stockfish.worker.js), under the GPL 3 or later: Copying.txt,
AUTHORS. Its source: https://github.com/fairy-stockfish/fairy-stockfish.wasm, and as a package
https://www.npmjs.com/package/fairy-stockfish-nnue.wasm, version ${versions["fairy-stockfish-nnue.wasm"]}.

The other files are parts of Wazir, under the MIT licence, and of the packages below.
`;
/** What the board view says where there is no text and no server. */
const WORDS = {
  waiting: "Loading the engine.",
  failed: "The variant cannot be played here: {0}",
  reset: "New Game",
  backToBoard: "",
  playtest: "",
};

await rm(to, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const scripts = { ...common, platform: "browser", format: "iife", outdir: folder, metafile: true };
const built = await Promise.all([
  build({ ...scripts, entryPoints: ["play/board.ts", "play/board.css"] }),
  build({
    ...scripts,
    entryPoints: { opponent: "playground/opponent.ts", "wazir-play": "play/service.ts" },
  }),
  build({
    ...scripts,
    entryPoints: ["playground/engine.ts"],
    external: ["path", "fs", "perf_hooks", "worker_threads"],
  }),
]);
await writeFile(
  join(folder, "board.css"),
  `${themes()}${await readFile(join(folder, "board.css"), "utf8")}`,
);
for (const file of ["node_modules/ffish-es6/ffish.wasm", ...ENGINE]) {
  await cp(file, join(folder, basename(file)));
}
const parts = {
  script: "board.js",
  style: "board.css",
  source: "'self'",
  language: "en",
  title: "Play",
};
await writeFile(
  join(folder, "board.html"),
  page({ ...parts, texts: { ...texts((text) => text), ...WORDS } }),
);
const inputs = ENGINE.concat(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
const wazir = await readFile("../LICENSE", "utf8");
await writeFile(
  join(folder, "LICENSES.txt"),
  [SOURCE, wazir, await licences(inputs, "play")].join(`\n${"-".repeat(80)}\n\n`),
);
await writeFile(
  join(folder, "__init__.py"),
  `"""The board and the engine beside pages on which visitors play chess variants."""\n\n__version__ = "${version}"\n`,
);
for (const name of ["README.md", "pyproject.toml"]) await cp(`play/${name}`, join(to, name));

/** The colours of the server's pages and pictures, by the theme. */
function themes() {
  const python = process.env.WAZIR_PYTHON ?? "python3";
  const env = { ...process.env, PYTHONPATH: resolve("../server") };
  const program =
    "from wazir.features.sheet import PAPER; from wazir.piece.drawing.shapes import style_sheet; print(style_sheet(PAPER))";
  return execFileSync(python, ["-c", program], { env, encoding: "utf8" });
}
