// Bundles the entries of the extension and what its webviews run, and lays beside them what the
// manifest names.
// `--watch` goes on with every change.
import { build, context } from "esbuild";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogue, common, ENGINE, licences, worker } from "./bundling.mjs";

const here = fileURLToPath(new URL("..", import.meta.url));
process.chdir(here);

const node = { ...common, platform: "node", format: "cjs", external: ["vscode"] };
const browser = {
  ...common,
  platform: "browser",
  format: "cjs",
  external: ["vscode"],
  define: { global: "globalThis" },
};
const page = { ...common, platform: "browser", format: "iife", outdir: "dist/media" };

/**
 * What webviews load: the scripts and styles that stand directly in `media`, with what they import.
 */
const pages = (await readdir("media"))
  .filter((name) => /\.(?:tsx?|css)$/.test(name))
  .map((name) => `media/${name}`);

/**
 * Programs that play variants, beside the engine: it is under the GPL 3, and no part of the
 * extension.
 */
const programs = {
  ...node,
  external: ["./stockfish.js"],
  outdir: "dist/engine",
  outExtension: { ".js": ".cjs" },
};

const bundles = [
  {
    ...programs,
    entryPoints: ["src/engine/games.ts", "src/engine/opponent.ts", "src/engine/rules.ts"],
  },
  { ...node, entryPoints: ["src/desktop.ts"], outfile: "dist/desktop.js" },
  { ...browser, entryPoints: ["src/web.ts"], outfile: "dist/web.js" },
  { ...worker, entryPoints: ["src/servers/worker.ts"], outfile: "dist/worker.js" },
  ...(pages.length ? [{ ...page, entryPoints: pages }] : []),
];

await rm("dist", { recursive: true, force: true });
await mkdir("dist/media", { recursive: true });
await mkdir("dist/engine");
for (const file of [...ENGINE, "node_modules/ffish-es6/ffish.wasm"]) {
  await cp(file, `dist/engine/${basename(file)}`);
}
await copy("../grammars", "dist/grammars", (name) => name.endsWith(".json"));
await writeFile("dist/samples.json", JSON.stringify(await samples()));
await cp("../LICENSE", "LICENSE.txt");
await cp("../NOTICE", "NOTICE.txt");
await cp("../CHANGELOG.md", "CHANGELOG.md");

if (process.argv.includes("--watch")) {
  await Promise.all(bundles.map(async (options) => (await context(options)).watch()));
} else {
  const built = await Promise.all(bundles.map((options) => build({ ...options, metafile: true })));
  await writeFile(
    "dist/LICENSES.txt",
    await licences(
      [...ENGINE, ...built.flatMap(({ metafile }) => Object.keys(metafile.inputs))],
      "extension",
    ),
  );
}

async function copy(from, to, isWanted) {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (isWanted(name)) await cp(`${from}/${name}`, `${to}/${name}`);
  }
}

/** The samples of each notation, by their titles. */
async function samples() {
  const { languages, samples: all } = await catalogue();
  return languages.flatMap(({ id }) =>
    all
      .filter(({ language }) => language === id)
      .sort((one, other) => one.title.localeCompare(other.title)),
  );
}
