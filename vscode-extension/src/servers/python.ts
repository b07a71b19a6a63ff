import { execFile, spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import * as vscode from "vscode";
import {
  StreamMessageReader,
  StreamMessageWriter,
  type MessageTransports,
} from "vscode-languageclient/node";
import type { Choice } from "../server";
import { leadsInto } from "./places";

const LEAST: readonly [number, number] = [3, 11];
const NAMES =
  process.platform === "win32"
    ? ["python.exe", "python3.exe", "py.exe"]
    : ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
/** Prints the version and the path of the interpreter; a launcher such as `py` has another path. */
const ASK = "import sys; print(*sys.version_info[:3], sep='.'); print(sys.executable)";
const SERVE =
  "import sys; sys.path.insert(0, sys.argv.pop(1)); from wazir.cli import main; sys.exit(main())";
/**
 * How long an interpreter may take to answer, in ms. A cold start on a busy machine takes seconds.
 */
const PATIENCE = 10_000;

/** A supported Python interpreter. */
interface Python {
  readonly path: string;
  readonly version: string;
}

/**
 * The Python of the settings, of the Python extension, or on the path, in this order; undefined if
 * none is supported.
 */
export async function findPython(log: vscode.LogOutputChannel): Promise<Python | undefined> {
  const named = vscode.workspace.getConfiguration("wazir").get("interpreter", "").trim();
  if (named) {
    const python = isAbsolute(named) ? await examined(named, log) : await onPath([named], log);
    if (python) return python;
    log.warn(`The interpreter that wazir.interpreter names cannot be used: ${named}`);
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        "Wazir: {0} is not Python {1} or later outside the open folders. Another interpreter is used.",
        named,
        LEAST.join("."),
      ),
    );
  }
  const chosen = await ofPythonExtension(log);
  const python = chosen ? await examined(chosen, log) : undefined;
  return python ?? (await onPath(NAMES, log));
}

/** The server in a local Python. */
export function inPython(
  { path, version }: Python,
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Choice {
  return {
    title: `Python ${version}`,
    detail: path,
    start: () => Promise.resolve(started(path, context, log)),
  };
}

function started(
  python: string,
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): MessageTransports {
  const libs = vscode.Uri.joinPath(context.extensionUri, "bundled", "libs").fsPath;
  const engine = vscode.workspace.getConfiguration("wazir").get("engineProgram", "").trim();
  const options = [
    "-I",
    "-X",
    "utf8",
    "-c",
    SERVE,
    libs,
    "lsp",
    ...(engine ? ["--engine", engine] : []),
  ];
  const server = spawn(python, options, { cwd: context.extensionPath, windowsHide: true });
  // It is killed when the extension ends, even if it does not respond.
  const end = new vscode.Disposable(() => server.kill());
  context.subscriptions.push(end);
  createInterface({ input: server.stderr }).on("line", (line) => {
    log.info(line);
  });
  server.on("error", ({ message }) => {
    log.error(`The server cannot be started: ${message}`);
  });
  server.on("exit", (code, signal) => {
    log.info(`The server has stopped (${signal ?? `status ${code ?? 0}`}).`);
    const at = context.subscriptions.indexOf(end);
    if (at >= 0) context.subscriptions.splice(at, 1);
  });
  log.info(`Started ${python}, process ${server.pid ?? 0}.`);
  return {
    reader: new StreamMessageReader(server.stdout),
    writer: new StreamMessageWriter(server.stdin),
  };
}

/**
 * The interpreter at a path if it is supported. Nothing of an open folder is started, trusted or
 * not.
 */
async function examined(path: string, log: vscode.LogOutputChannel): Promise<Python | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === "file")
    .map(({ uri }) => uri.fsPath);
  if (await leadsInto(path, folders)) {
    log.info(`${path} was not started because it is in an open folder.`);
    return undefined;
  }
  try {
    const { stdout } = await promisify(execFile)(path, ["-I", "-S", "-c", ASK], {
      timeout: PATIENCE,
    });
    const [version = "", itself = ""] = stdout.split("\n").map((line) => line.trim());
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) {
      return { path: itself || path, version };
    }
    log.info(`${path} is Python ${version}; ${LEAST.join(".")} is needed.`);
  } catch (problem) {
    log.info(
      `${path} does not run: ${problem instanceof Error ? (problem.message.split("\n")[0] ?? "") : "?"}`,
    );
  }
  return undefined;
}

async function onPath(
  names: readonly string[],
  log: vscode.LogOutputChannel,
): Promise<Python | undefined> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      const python = exists ? await examined(path, log) : undefined;
      if (python) return python;
    }
  }
  return undefined;
}

/** The used part of the API of the Python extension. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(): object;
    resolveEnvironment(
      path: object,
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

function pythonExtension(): vscode.Extension<PythonExtension> | undefined {
  return vscode.extensions.getExtension<PythonExtension>("ms-python.python");
}

async function ofPythonExtension(log: vscode.LogOutputChannel): Promise<string | undefined> {
  const extension = pythonExtension();
  if (!extension) return undefined;
  const asked = async (): Promise<string | undefined> => {
    const { environments } = await extension.activate();
    const environment = await environments.resolveEnvironment(
      environments.getActiveEnvironmentPath(),
    );
    return environment?.executable.uri?.fsPath;
  };
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE, undefined);
  });
  return Promise.race([asked(), late]).catch((problem: unknown) => {
    log.info(`The Python extension did not report its interpreter: ${String(problem)}`);
    return undefined;
  });
}

/** Calls back when another environment is selected in the Python extension. */
export function onOtherPython(changed: () => void): vscode.Disposable | undefined {
  const extension = pythonExtension();
  return extension?.isActive
    ? extension.exports.environments.onDidChangeActiveEnvironmentPath(changed)
    : undefined;
}
