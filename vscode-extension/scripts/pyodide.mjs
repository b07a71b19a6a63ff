// Lays into `bundled/pyodide` what the server runs from where there is no Python: Pyodide, and the
// packages of
// `bundled/libs` as one archive, compiled by the Python that is going to run them.
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide, version } from "pyodide";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const FROM = dirname(fileURLToPath(import.meta.resolve("pyodide/package.json")));
const TO = "bundled/pyodide";
const STAMP = join("bundled", "compiled");
const NEEDLESS = /\.pyi$|\.dist-info\/|\/py\.typed$|__pycache__/;

const NOTICE = `# What is in this folder

Pyodide ${version} (\`pyodide.asm.wasm\`, \`python_stdlib.zip\`, and the loader in \`dist/worker.js\`): CPython compiled to
WebAssembly. Mozilla Public License 2.0; its source is at <https://github.com/pyodide/pyodide>. CPython itself is under the
PSF licence. Some modules of its library are compiled here. \`server.zip\` holds the packages of \`bundled/libs\`, whose
licences are there.
`;

const ARCHIVES = await readFile("scripts/archives.py", "utf8");
/** The module that the worker starts. */
const STARTED = "wazir_in_worker.py";
const names = (await readdir("bundled/libs", { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice("bundled/libs/".length))
  .filter((name) => !NEEDLESS.test(name))
  .sort();
const contents = await Promise.all(names.map((name) => readFile(join("bundled/libs", name))));
names.push(STARTED);
contents.push(await readFile(join("scripts", STARTED)));
const stamp = createHash("sha256").update(`${version} ${ARCHIVES} ${NOTICE}`);
names.forEach((name, at) => stamp.update(name).update(contents[at]));
const digest = stamp.digest("hex");

if (!existsSync(STAMP) || (await readFile(STAMP, "utf8")) !== digest) {
  await rm(TO, { recursive: true, force: true });
  await mkdir(TO, { recursive: true });
  await cp(join(FROM, "pyodide.asm.wasm"), join(TO, "pyodide.asm.wasm"));
  const python = await loadPyodide();
  names.forEach((name, at) => {
    python.FS.mkdirTree(dirname(`/libs/${name}`));
    python.FS.writeFile(`/libs/${name}`, contents[at]);
  });
  const archives = python.toPy({ __name__: "archives" });
  python.runPython(ARCHIVES, { globals: archives, filename: "archives.py" });
  archives.get("make")("/libs", "/server.zip", "/python_stdlib.zip");
  for (const name of ["server.zip", "python_stdlib.zip"]) {
    await writeFile(join(TO, name), python.FS.readFile(`/${name}`));
  }
  await writeFile(join(TO, "README.md"), NOTICE);
  await writeFile(STAMP, digest);
}
