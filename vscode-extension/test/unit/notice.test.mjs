// What is packed is what NOTICE lists.
import assert from "node:assert/strict";
import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { allLicences, npmBundles } from "../../scripts/bundling.mjs";

const root = new URL("../../", import.meta.url);
process.chdir(fileURLToPath(root));
const { extension, npm } = JSON.parse(
  readFileSync(new URL("../wazir_dev/bundled.json", root), "utf8"),
);

test("the bundles hold the packages of npm that are listed", () => {
  const text = readFileSync(new URL("dist/LICENSES.txt", root), "utf8");
  const packed = [...text.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map((match) => match[1]);
  assert.deepEqual(packed.sort(), extension.npm.sort());
});

test("the folder of the server holds the packages of Python that are listed", () => {
  const folders = readdirSync(new URL("bundled/libs", root)).filter((name) =>
    name.endsWith(".dist-info"),
  );
  const packed = folders.map((name) => name.split("-")[0].replaceAll("_", "-"));
  assert.deepEqual(packed.sort(), extension.python.sort());
});

test("the package for npm has the licence of each package that is listed for it, and of no other", async () => {
  const built = await Promise.all(
    npmBundles.map((options) => build({ ...options, outdir: "out", write: false, metafile: true })),
  );
  const text = await allLicences(
    built.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    "npm",
  );
  const packed = [...text.matchAll(/^([\w-]+) \d\S*( \(.+\))?$/gm)].map((match) =>
    match[1].replaceAll("_", "-"),
  );
  assert.deepEqual(packed.sort(), [...npm.npm, ...npm.python].sort());
});
