// Packs the server of a built playground, the entry of `npm`, and the grammars as a package for
// npm: PLAYGROUND FOLDER.
import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { allLicences, npmBundles } from "./bundling.mjs";

const from = resolve(process.argv[2]);
const to = resolve(process.argv[3]);
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { version, license, author, homepage, repository, bugs, keywords } = JSON.parse(
  await readFile("package.json", "utf8"),
);
const about = {
  name: "wazir-web",
  version,
  description:
    "The language server, the drawing and the grammars of the notations of chess variants, for web pages.",
  ...{ license, author, homepage, repository, bugs, keywords },
  type: "module",
  main: "index.js",
  types: "index.d.ts",
};

await rm(to, { recursive: true, force: true });
await mkdir(join(to, "grammars"), { recursive: true });
await cp(join(from, "python"), join(to, "python"), { recursive: true });
for (const name of (await readdir("../grammars")).filter((one) => one.endsWith(".json"))) {
  await cp(join("../grammars", name), join(to, "grammars", name));
}
await cp("npm/README.md", join(to, "README.md"));
for (const name of ["LICENSE", "NOTICE"]) await cp(`../${name}`, join(to, name));
const built = await Promise.all(
  npmBundles.map((options) => build({ ...options, outdir: to, metafile: true })),
);
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
await writeFile(join(to, "LICENSES.txt"), await allLicences(inputs, "npm"));
const typed = join(to, "types");
execFileSync(process.execPath, [
  "node_modules/typescript-native/bin/tsc",
  "-p",
  ".",
  "--noEmit",
  "false",
  "--declaration",
  "--emitDeclarationOnly",
  "--rootDir",
  ".",
  "--outDir",
  typed,
]);
await cp(join(typed, "npm/index.d.ts"), join(to, "index.d.ts"));
await rm(typed, { recursive: true });
await writeFile(join(to, "package.json"), `${JSON.stringify(about, undefined, 2)}\n`);
console.log(
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(to, "..")], {
    cwd: to,
    encoding: "utf8",
  }).trim(),
);
