// What is packed is what NOTICE lists.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../../", import.meta.url);
const { extension } = JSON.parse(readFileSync(new URL("../wazir_dev/bundled.json", root), "utf8"));

test("the bundles hold the packages of npm that are listed", () => {
  const text = readFileSync(new URL("dist/LICENSES.txt", root), "utf8");
  const packed = [...text.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map((match) => match[1]);
  assert.deepEqual(packed.sort(), extension.npm.sort());
});

test("the folder of the server holds the packages of Python that are listed", () => {
  const folders = readdirSync(new URL("bundled/libs", root)).filter((name) => name.endsWith(".dist-info"));
  const packed = folders.map((name) => name.split("-")[0].replaceAll("_", "-"));
  assert.deepEqual(packed.sort(), extension.python.sort());
});
