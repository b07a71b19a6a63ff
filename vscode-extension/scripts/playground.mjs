// Builds the playground, a page of the site, in the folder that is given: the server of
// `bundled/pyodide` in a worker, an editor, and the views of the extension. `scripts/libs.py` and
// `scripts/pyodide.mjs` run before it.
import { execFileSync } from "node:child_process";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { allLicences, catalogue, common, ENGINE, load, scopes, worker } from "./bundling.mjs";

/** The program that matches the patterns of grammars. */
const ONIGURUMA = "node_modules/vscode-oniguruma/release/onig.wasm";
const extension = fileURLToPath(new URL("..", import.meta.url));
const to = resolve(process.argv[2] || "out/site/playground");
if (!relative(to, extension).startsWith("..")) {
  throw new Error(`${to} is deleted before it is written: name a folder of its own.`);
}
process.chdir(extension);
const { NEEDED } = await load("src/servers/messages.ts");
const { page, texts } = await load("src/views/page.ts");
const { languages, samples } = await catalogue();

await rm(to, { recursive: true, force: true });
await mkdir(join(to, "python"), { recursive: true });
const browser = { ...common, platform: "browser", format: "esm" };
const built = await Promise.all([
  build({ ...browser, entryPoints: { page: "playground/main.ts" }, outdir: to, metafile: true }),
  build({
    ...browser,
    entryPoints: [
      "playground/page.css",
      "playground/board.css",
      "playground/gallery.css",
      "playground/playtest.css",
    ],
    outdir: to,
    metafile: true,
  }),
  build({
    ...browser,
    format: "iife",
    entryPoints: ["playground/board.ts", "playground/gallery.ts", "playground/playtest.ts"],
    outdir: to,
    metafile: true,
  }),
  build({
    ...browser,
    format: "iife",
    entryPoints: ["playground/engine.ts", "playground/games.ts"],
    outdir: to,
    external: ["path", "fs", "perf_hooks", "worker_threads"],
    metafile: true,
  }),
  build({
    ...browser,
    format: "iife",
    entryPoints: ["playground/opponent.ts"],
    outdir: to,
    metafile: true,
  }),
  build({
    ...worker,
    entryPoints: ["src/servers/worker.ts"],
    outfile: join(to, "worker.js"),
    metafile: true,
  }),
]);
await writeFile(join(to, "index.html"), await index());
await cp("node_modules/ffish-es6/ffish.wasm", join(to, "ffish.wasm"));
for (const file of ENGINE) await cp(file, join(to, basename(file)));
await cp("media/icon.svg", join(to, "icon.svg"));
for (const name of NEEDED) await cp(join("bundled/pyodide", name), join(to, "python", name));
for (const name of ["board", "gallery", "playtest"]) {
  const parts = {
    script: `${name}.js`,
    style: `${name}.css`,
    source: "'self'",
    language: "en",
    title: `Wazir: ${name}`,
  };
  await writeFile(join(to, `${name}.html`), page({ ...parts, texts: texts((text) => text) }));
}
await mkdir(join(to, "grammars"));
await cp(ONIGURUMA, join(to, "grammars/onig.wasm"));
for (const { id } of languages) {
  await cp(`../grammars/${id}.tmLanguage.json`, join(to, `grammars/${id}.tmLanguage.json`));
}
const sizes = await Promise.all(
  NEEDED.map(async (name) => (await stat(join("bundled/pyodide", name))).size),
);
const bytes = sizes.reduce((sum, size) => sum + size, 0);
await writeFile(
  join(to, "catalogue.json"),
  JSON.stringify({ languages, samples, scopes: await scopes(), bytes }),
);
const inputs = ENGINE.concat(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
await writeFile(join(to, "LICENSES.txt"), await allLicences(inputs, "playground"));
await cp("../NOTICE", join(to, "NOTICE.txt"));

const files = (await readdir(to, { recursive: true, withFileTypes: true })).filter((entry) =>
  entry.isFile(),
);
const names = files
  .map(({ parentPath, name }) => join(parentPath, name).slice(to.length + 1))
  .sort();
const digest = createHash("sha256");
for (const name of names) digest.update(name).update(await readFile(join(to, name)));
const define = {
  FILES: JSON.stringify([
    "./",
    ...names.filter(
      (name) => !["AUTHORS", "Copying.txt", "LICENSES.txt", "NOTICE.txt"].includes(name),
    ),
  ]),
  VERSION: JSON.stringify(digest.digest("hex").slice(0, 16)),
};
await build({
  ...browser,
  format: "iife",
  define,
  entryPoints: ["playground/offline.ts"],
  outdir: to,
});

/** The page, whose policy lets the page of games run as the server writes it. */
async function index() {
  const python = process.env.WAZIR_PYTHON ?? "python3";
  const env = { ...process.env, PYTHONPATH: resolve("bundled/libs") };
  const games = execFileSync(
    python,
    ["-P", "-m", "wazir", "show", "../samples/ben39/opening.ben39", "--format", "html"],
    { env, encoding: "utf8" },
  );
  const hash = (what) =>
    new RegExp(`${what}-src ('sha256-[^']+')`).exec(games.replaceAll("&#x27;", "'"))[1];
  const html = await readFile("playground/index.html", "utf8");
  return html.replace("GAMES_SCRIPT", hash("script")).replace("GAMES_STYLE", hash("style"));
}
