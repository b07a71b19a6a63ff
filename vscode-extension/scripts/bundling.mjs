// What all bundles have in common.
import { Buffer } from "node:buffer";
import { build } from "esbuild";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import known from "spdx-license-list/full.js";

export const common = {
  bundle: true,
  minify: true,
  sourcemap: false,
  legalComments: "none",
  logLevel: "warning",
  target: "es2022",
};
/**
 * The worker is a script for Node and for browsers; what it is made of was modules, which ask for
 * their address.
 */
export const worker = {
  ...common,
  platform: "browser",
  format: "iife",
  external: ["node:*"],
  define: { global: "globalThis", "import.meta.url": "globalThis.wazirScript" },
};

/** The scripts of the package for npm: its entry, and the worker. */
export const npmBundles = [
  { ...common, platform: "browser", format: "esm", entryPoints: { index: "npm/index.ts" } },
  { ...worker, entryPoints: { worker: "src/servers/worker.ts" } },
];

/** The files of Fairy-Stockfish that searches, with its licence. */
export const ENGINE = [
  "stockfish.js",
  "stockfish.wasm",
  "stockfish.worker.js",
  "AUTHORS",
  "Copying.txt",
].map((name) => `node_modules/fairy-stockfish-nnue.wasm/${name}`);

/** A module in TypeScript, as a script of this process reads it. */
export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
}

/**
 * The notations as the manifest of the extension names them, and their samples. The working
 * directory is that of the extension.
 */
export async function catalogue() {
  const { contributes } = JSON.parse(await readFile("package.json", "utf8"));
  const words = JSON.parse(await readFile("package.nls.json", "utf8"));
  const titles = JSON.parse(await readFile("../samples/titles.json", "utf8"));
  const languages = [];
  const samples = [];
  for (const { id, aliases } of contributes.languages.filter((one) => one.extensions)) {
    const { comments } = JSON.parse(
      await readFile(`../grammars/${id}.language-configuration.json`, "utf8"),
    );
    languages.push({ id, name: words[aliases[0].slice(1, -1)], comment: comments.lineComment });
    for (const name of (await readdir(`../samples/${id}`)).sort()) {
      const text = await readFile(`../samples/${id}/${name}`, "utf8");
      samples.push({
        language: id,
        name,
        title: titles[`${id}/${name}`],
        summary: summary(text),
        text,
      });
    }
  }
  return { languages, samples };
}

/** The scope of each type of semantic token in the grammars, without the notation at its end. */
export async function scopes() {
  const { contributes } = JSON.parse(await readFile("package.json", "utf8"));
  const found = {};
  for (const { language, scopes } of contributes.semanticTokenScopes) {
    for (const [type, [scope]] of Object.entries(scopes)) {
      found[type] = scope.replace(new RegExp(`\\.${language}$`), "");
    }
  }
  return found;
}

/**
 * The first sentence of the comment at the top of a text, behind lines that set its style or its
 * board.
 */
function summary(text) {
  return (
    /^(?:\W*(?:style|board):.*\r?\n)*(?:[#;]|\/\/|--)\s*(\S[^\r\n]*?)(?:[.:]\s|[.:]?$)/m.exec(
      text,
    )?.[1] ?? ""
  );
}

const LINE = `\n${"-".repeat(80)}\n\n`;

/**
 * The licences of the packages of npm that some files are of. They must be those that NOTICE lists
 * for a part.
 */
export async function licences(inputs, part) {
  const folders = new Set(
    inputs
      .map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
      .filter(Boolean),
  );
  await expectListed(
    part,
    "npm",
    [...folders].map((folder) => folder.replace(/^.*node_modules\//, "")),
  );
  const parts = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(`${folder}/package.json`, "utf8"),
      );
      const files = (await readdir(folder))
        .filter((one) => /^(licen[cs]e|notices?)\b/i.test(one))
        .sort();
      const texts = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, "utf8")));
      const text = texts.length ? texts.join("\n") : (known[license]?.licenseText ?? "");
      return `${name} ${version} (${license})\n\n${text}`;
    }),
  );
  return parts.join(LINE);
}

/**
 * The licences of the packages of Python in `bundled/libs`, which their archive lacks. They must be
 * those that NOTICE lists.
 */
export async function pythonLicences(part) {
  const folders = (await readdir("bundled/libs"))
    .filter((name) => name.endsWith(".dist-info"))
    .sort();
  const titles = folders.map((folder) => folder.slice(0, -".dist-info".length).split("-"));
  await expectListed(
    part,
    "python",
    titles.map(([name]) => name.replaceAll("_", "-")),
  );
  const parts = await Promise.all(
    folders.map(async (folder, at) => {
      const files = await readdir(join("bundled/libs", folder), { recursive: true });
      const texts = files.filter((file) => /^licen[cs]e\b/i.test(basename(file))).sort();
      if (!texts.length) throw new Error(`${folder} has no licence`);
      const contents = await Promise.all(
        texts.map((file) => readFile(join("bundled/libs", folder, file), "utf8")),
      );
      return `${titles[at].join(" ")}\n\n${contents.join("\n")}`;
    }),
  );
  return parts.join(LINE);
}

/** The licences of all packages in a bundle whose packages of Python are in one archive. */
export async function allLicences(inputs, part) {
  return `${await licences(inputs, part)}${LINE}${await pythonLicences(part)}`;
}

async function expectListed(part, registry, packed) {
  const listed = JSON.parse(await readFile("../wazir_dev/bundled.json", "utf8"))[part][registry];
  const wrong = [
    ...packed.filter((name) => !listed.includes(name)),
    ...listed.filter((name) => !packed.includes(name)),
  ];
  if (wrong.length) {
    throw new Error(`wazir_dev/bundled.json does not list what is packed: ${wrong.join(", ")}`);
  }
}
