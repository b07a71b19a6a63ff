// Runs every test that needs an editor or a browser, one file after the other, and prints a table
// of how they went: those in a real VS Code in an old one, then in a new one. With words given to
// it, only the tests whose row contains one of them.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const extension = fileURLToPath(new URL("../", import.meta.url));
const OTHERS = "neovim, vim, emacs, kate, xboard";
/** Pictures of the screen are compared in the new VS Code alone. */
const ONLY_NEW = "host/screens, old";
const KINDS = ["unit", "browser", "host"];
const { WAZIR_VSIX, WAZIR_SHOTS, WAZIR_EDITORS, WAZIR_EDITORS_NEW } = process.env;
/** What the tests in a real VS Code find in their environment, for each that they are run in. */
const FLAVOURS = {
  old: { WAZIR_EDITORS, WAZIR_SHOTS: join(WAZIR_SHOTS, "old") },
  new: { WAZIR_EDITORS: WAZIR_EDITORS_NEW, WAZIR_SHOTS: join(WAZIR_SHOTS, "new") },
};
/** One file may take so long, in milliseconds. */
const PATIENCE = 900_000;

const scratch = await mkdtemp(join(tmpdir(), "wazir-results-"));
const rows = [];
for (const { title, file, env } of KINDS.flatMap(planned)) {
  if (isWanted(title)) rows.push(await tried(title, file, env));
}
if (isWanted(OTHERS)) rows.push(await inPython(OTHERS));
await rm(scratch, { recursive: true });

print(rows);
console.log(
  `\nThe package is ${WAZIR_VSIX}, VS Code is from ${WAZIR_EDITORS} (old) and ${WAZIR_EDITORS_NEW} (new).`,
);
console.log(`Pictures of the screen: ${WAZIR_SHOTS}`);
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

function isWanted(title) {
  const words = process.argv.slice(2);
  return !words.length || words.some((word) => title.includes(word));
}

/** The files of tests of a kind, with their rows in the table and what is in their environment. */
function planned(kind) {
  const folder = join(extension, "test", kind);
  const names = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
  const files = names.map((name) => ({
    title: `${kind}/${name.replace(".test.mjs", "")}`,
    file: join(folder, name),
    env: {},
  }));
  if (kind !== "host") return files;
  const rows = Object.entries(FLAVOURS).flatMap(([flavour, env]) =>
    files.map(({ title, file }) => ({ title: `${title}, ${flavour}`, file, env })),
  );
  return rows.filter(({ title }) => title !== ONLY_NEW);
}

/** Runs a file of tests, shows what it says, and counts. */
async function tried(title, file, env) {
  const into = join(scratch, "result.tap");
  const reports = [
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    "--test-reporter=tap",
    `--test-reporter-destination=${into}`,
  ];
  const start = performance.now();
  const status = await ended(
    process.execPath,
    ["--test", `--test-timeout=${PATIENCE}`, ...reports, file],
    extension,
    env,
  );
  const text = await readFile(into, "utf8").catch(() => "");
  const counted = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const failed = counted("fail") + counted("cancelled");
  const isGood = status === 0 && failed === 0 && counted("pass") > 0;
  return {
    title,
    passed: counted("pass"),
    failed,
    seconds: (performance.now() - start) / 1000,
    isGood,
  };
}

/** Neovim, Vim, Emacs, Kate and XBoard have their tests beside those of the server. */
async function inPython(title) {
  const into = join(scratch, "result.xml");
  const start = performance.now();
  const root = join(extension, "..");
  const status = await ended(
    process.env.WAZIR_PYTHON,
    ["-m", "pytest", "tests/editors", "-q", `--junit-xml=${into}`],
    root,
  );
  const text = await readFile(into, "utf8").catch(() => "");
  const counted = (word) => Number(new RegExp(` ${word}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = counted("failures") + counted("errors");
  const passed = counted("tests") - failed;
  return {
    title,
    passed,
    failed,
    seconds: (performance.now() - start) / 1000,
    isGood: status === 0,
  };
}

function ended(program, args, cwd, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
    child.on("error", reject);
    child.on("exit", (status) => resolve(status));
  });
}

function print(table) {
  const line = (cells) =>
    console.log(
      `| ${cells[0].padEnd(24)} | ${cells
        .slice(1)
        .map((one) => one.padStart(7))
        .join(" | ")} |`,
    );
  console.log();
  line(["tests", "passed", "failed", "seconds"]);
  line(["---", "---:", "---:", "---:"]);
  for (const { title, passed, failed, seconds } of table) {
    line([title, String(passed), String(failed), seconds.toFixed(1)]);
  }
}
