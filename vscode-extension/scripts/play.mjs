// Builds the package wazir-play for PyPI in the folder that is given: the board of `wazir page
// --playable`, and ffish beside it.
import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { common, licences, load } from "./bundling.mjs";

const to = resolve(process.argv[2]);
const folder = join(to, "wazir_play");
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { page, texts } = await load("src/views/page.ts");
const { version } = JSON.parse(await readFile("package.json", "utf8"));
const { dependencies, devDependencies } = JSON.parse(await readFile("package.json", "utf8"));
const ffish = { ...dependencies, ...devDependencies }["ffish-es6"];
const SOURCE = `The rules of variants are those of ffish, which is Fairy-Stockfish as WebAssembly (ffish.wasm, engine.js), under the GPL 3 or
later. Its source: https://github.com/fairy-stockfish/Fairy-Stockfish, and as a package https://www.npmjs.com/package/ffish-es6,
version ${ffish}. The other files are parts of Wazir, under the MIT licence, and of the packages below.
`;
/** What the board view says where there is no text and no server. */
const WORDS = {
  waiting: "Loading the engine.",
  failed: "The variant cannot be played here: {0}",
  reset: "New Game",
  backToBoard: "",
};

await rm(to, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const scripts = { ...common, platform: "browser", format: "iife", outdir: folder, metafile: true };
const built = await Promise.all([
  build({ ...scripts, entryPoints: ["play/board.ts", "play/board.css"] }),
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
await cp("node_modules/ffish-es6/ffish.wasm", join(folder, "ffish.wasm"));
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
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
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
