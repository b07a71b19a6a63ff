// What is in an open folder, or leads through one, is not started, however its path is written.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

let root, leadsInto;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "wazir-"));
  const outfile = join(root, "places.mjs");
  const entry = fileURLToPath(new URL("../../src/servers/places.ts", import.meta.url));
  await build({ entryPoints: [entry], bundle: true, format: "esm", platform: "node", outfile });
  ({ leadsInto } = await import(outfile));
  await mkdir(join(root, "folder"));
  await mkdir(join(root, "folder beside"));
  await writeFile(join(root, "folder", "python"), "");
  await writeFile(join(root, "folder beside", "python"), "");
  await symlink(join(root, "folder", "python"), join(root, "to-file"));
  await symlink("folder", join(root, "to-folder"));
  await symlink("/bin/sh", join(root, "folder", "out"));
  await symlink(join(root, "folder", "out"), join(root, "through"));
  await symlink("folder beside/python", join(root, "beside"));
  await symlink("loop", join(root, "loop"));
});
after(() => rm(root, { recursive: true }));

test("a path in a folder, by any name", async () => {
  for (const path of [
    "folder/python",
    "to-file",
    "to-folder/python",
    "folder/../folder/python",
    "folder/out",
    "through",
    "folder/none",
  ]) {
    assert.ok(await leadsInto(join(root, path), [join(root, "folder")]), path);
  }
  assert.ok(await leadsInto(join(root, "folder", "python"), [join(root, "to-folder")]));
  assert.ok(
    await leadsInto(`/proc/${process.pid}/root${join(root, "folder", "python")}`, [
      join(root, "folder"),
    ]),
  );
});

test("a path elsewhere", async () => {
  for (const path of ["folder beside/python", "beside", "none", "loop"]) {
    assert.ok(!(await leadsInto(join(root, path), [join(root, "folder")])), path);
  }
  assert.ok(!(await leadsInto("/bin/sh", [])));
});
