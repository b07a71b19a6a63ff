// Lays into `bundled/pyodide` what the server runs from where there is no Python: Pyodide, and the packages of
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
const AS_THEY_ARE = ["pyodide.asm.wasm", "python_stdlib.zip"];
const STAMP = join("bundled", "compiled");
const NEEDLESS = /\.pyi?$|\.dist-info\/|\/py\.typed$/;

const COMPILE = `
import py_compile, zipfile
from pathlib import Path

def compiled(archive, names):
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into:
        for name in names:
            path = Path("/libs", name)
            if name.endswith(".py"):
                py_compile.compile(str(path), str(path) + "c", name, doraise=True, invalidation_mode=mode)
                path, name = path.with_suffix(".pyc"), name + "c"
            into.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
compiled
`;

const NOTICE = `# What is in this folder

Pyodide ${version} (\`pyodide.asm.wasm\`, \`python_stdlib.zip\`, and the loader in \`dist/worker.js\`): CPython compiled to
WebAssembly. Mozilla Public License 2.0; its source is at <https://github.com/pyodide/pyodide>. CPython itself is under the
PSF licence. \`server.zip\` holds the packages of \`bundled/libs\`, whose licences are there.
`;

const names = (await readdir("bundled/libs", { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice("bundled/libs/".length))
  .filter((name) => !name.includes("__pycache__") && (name.endsWith(".py") || !NEEDLESS.test(name)))
  .sort();
const contents = await Promise.all(names.map((name) => readFile(join("bundled/libs", name))));
const stamp = createHash("sha256").update(`${version} ${COMPILE} ${NOTICE}`);
names.forEach((name, at) => stamp.update(name).update(contents[at]));
const digest = stamp.digest("hex");

if (!existsSync(STAMP) || (await readFile(STAMP, "utf8")) !== digest) {
  await rm(TO, { recursive: true, force: true });
  await mkdir(TO, { recursive: true });
  for (const name of AS_THEY_ARE) await cp(join(FROM, name), join(TO, name));
  const python = await loadPyodide();
  names.forEach((name, at) => {
    python.FS.mkdirTree(dirname(`/libs/${name}`));
    python.FS.writeFile(`/libs/${name}`, contents[at]);
  });
  python.runPython(COMPILE)("/server.zip", names);
  await writeFile(join(TO, "server.zip"), python.FS.readFile("/server.zip"));
  await writeFile(join(TO, "README.md"), NOTICE);
  await writeFile(STAMP, digest);
}
