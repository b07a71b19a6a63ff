import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { Programs } from "./engine/node";
import * as extension from "./extension";
import type { Choice } from "./server";
import { startInWorker } from "./servers/pyodide";
import { findPython, inPython, onOtherPython } from "./servers/python";
import { thread } from "./servers/thread";

export { deactivate } from "./extension";

/** The entry point in VS Code on a desktop or on a remote machine. */
export function activate(context: vscode.ExtensionContext): extension.Exports {
  return extension.activate(context, {
    make: (start, options) => new LanguageClient("wazir", "Wazir", start, options),
    choose,
    engine: ({ extensionUri }) =>
      new Programs(vscode.Uri.joinPath(extensionUri, "dist", "engine").fsPath),
    watch: onOtherPython,
  });
}

async function choose(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<Choice> {
  const wanted = vscode.workspace.getConfiguration("wazir").get<string>("server");
  const python = wanted === "pyodide" ? undefined : await findPython(log);
  if (python) return inPython(python, context, log);
  if (wanted === "python") throw new Error(vscode.l10n.t("No Python 3.11 or later was found."));
  return {
    title: "Pyodide",
    detail: "WebAssembly",
    start: () => startInWorker(context, log, thread),
  };
}
