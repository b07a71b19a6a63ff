// What all bundles have in common.
import { Buffer } from "node:buffer";
import { build } from "esbuild";
import { readdir, readFile } from "node:fs/promises";
import known from "spdx-license-list/full.js";

export const common = { bundle: true, minify: true, sourcemap: false, legalComments: "none", logLevel: "warning", target: "es2022" };
/** The worker is a script for Node and for browsers; what it is made of was modules, which ask for their address. */
export const worker = {
  ...common,
  platform: "browser",
  format: "iife",
  external: ["node:*"],
  define: { global: "globalThis", "import.meta.url": "globalThis.wazirScript" },
};

/** A module in TypeScript, as a script of this process reads it. */
export async function load(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: "esm", platform: "neutral", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

/** The notations as the manifest of the extension names them, and their samples. The working directory is that of the extension. */
export async function catalogue() {
  const { contributes } = JSON.parse(await readFile("package.json", "utf8"));
  const words = JSON.parse(await readFile("package.nls.json", "utf8"));
  const titles = JSON.parse(await readFile("../samples/titles.json", "utf8"));
  const languages = [];
  const samples = [];
  for (const { id, aliases } of contributes.languages.filter((one) => one.extensions)) {
    const { comments } = JSON.parse(await readFile(`../grammars/${id}.language-configuration.json`, "utf8"));
    languages.push({ id, name: words[aliases[0].slice(1, -1)], comment: comments.lineComment });
    for (const name of (await readdir(`../samples/${id}`)).sort()) {
      const text = await readFile(`../samples/${id}/${name}`, "utf8");
      samples.push({ language: id, name, title: titles[`${id}/${name}`], summary: summary(text), text });
    }
  }
  return { languages, samples };
}

/** The first sentence of the comment at the top of a text, behind lines that set its style or its board. */
function summary(text) {
  return /^(?:\W*(?:style|board):.*\r?\n)*(?:[#;]|\/\/|--)\s*(\S[^\r\n]*?)(?:[.:]\s|[.:]?$)/m.exec(text)?.[1] ?? "";
}

/** The licences of the packages that some files are of, which NOTICE lists for a part. Other packages are an error. */
export async function licences(inputs, part) {
  const folders = new Set(inputs.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean));
  const listed = JSON.parse(await readFile("../wazir_dev/bundled.json", "utf8"))[part].npm;
  const packed = [...folders].map((folder) => folder.replace(/^.*node_modules\//, ""));
  const wrong = [...packed.filter((name) => !listed.includes(name)), ...listed.filter((name) => !packed.includes(name))];
  if (wrong.length) throw new Error(`wazir_dev/bundled.json does not list what is packed: ${wrong.join(", ")}`);
  const parts = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
      const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
      const text = file ? await readFile(`${folder}/${file}`, "utf8") : (known[license]?.licenseText ?? "");
      return `${name} ${version} (${license})\n\n${text}`;
    }),
  );
  return parts.join(`\n${"-".repeat(80)}\n\n`);
}
