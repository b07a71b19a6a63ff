import * as vscode from "vscode";
import { named } from "./client";
import type { Server } from "./server";
import type { Status } from "./status";
import type { Views } from "./views/connection";
import { cursorOf } from "./views/cursor";

/** Registers the commands without views. */
export function registerCommands(
  { context, server }: Views,
  status: Status,
  log: vscode.LogOutputChannel,
): vscode.Disposable[] {
  const commands: Record<string, (...args: never[]) => unknown> = {
    "wazir.restartServer": () => server.restart(),
    "wazir.showLog": () => {
      log.show(true);
    },
    "wazir.collectDebugInformation": () => collectDebugInformation(context, server, status),
    "wazir.evaluateHere": evaluateHere,
    "wazir.stopHere": () => vscode.commands.executeCommand("wazir.stopEvaluation"),
    "wazir.openSample": (name?: string) => openSample(context, name),
  };
  return Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run));
}

/** Evaluates the position at the cursor. The code lens above it shows the result. */
async function evaluateHere(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { uri, position } = cursorOf(editor);
  const found = await vscode.commands.executeCommand("wazir.evaluate", uri, position);
  if (!found) {
    void vscode.window.showInformationMessage(vscode.l10n.t("There is no position at the cursor."));
  }
}

/** A sample as `scripts/bundling.mjs` lists it. */
interface Sample {
  readonly language: string;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** Opens a copy of a sample. Without a path, such as `betza/hoppers.betza`, the user picks one. */
async function openSample(context: vscode.ExtensionContext, path?: string): Promise<void> {
  const file = await vscode.workspace.fs.readFile(
    vscode.Uri.joinPath(context.extensionUri, "dist", "samples.json"),
  );
  const samples = JSON.parse(new TextDecoder().decode(file)) as readonly Sample[];
  const names = new Map(named(context).map(({ id, name }) => [id, name]));
  const items = samples.map((one) => ({
    ...one,
    label: one.title,
    description: names.get(one.language) ?? "",
    detail: one.summary,
  }));
  const options = {
    placeHolder: vscode.l10n.t("Select a sample to open"),
    matchOnDescription: true,
    matchOnDetail: true,
  };
  const chosen = path
    ? items.find(({ language, name }) => path === `${language}/${name}`)
    : await vscode.window.showQuickPick(items, options);
  if (!chosen) return;
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: chosen.language, content: chosen.text }),
  );
}

/** Opens a document with the facts for a bug report. Nothing is sent. */
async function collectDebugInformation(
  context: vscode.ExtensionContext,
  server: Server,
  status: Status,
): Promise<void> {
  const { version } = context.extension.packageJSON as { version: string };
  const info = server.client.initializeResult?.serverInfo;
  const content = [
    "# Wazir: debug information",
    "",
    "This information was not sent anywhere. Remove what is private before you share it.",
    "",
    `- Extension: ${version}`,
    `- Server: ${info ? `${info.name} ${info.version ?? ""}` : "-"}, ${status.text}`,
    `- Editor: ${vscode.env.appName} ${vscode.version}, ${vscode.env.uiKind === vscode.UIKind.Web ? "web" : "desktop"}`,
    `- Remote: ${vscode.env.remoteName ?? "no"}`,
    `- Trusted: ${vscode.workspace.isTrusted ? "yes" : "no"}`,
    `- Language: ${vscode.env.language}`,
    "",
    "## Settings",
    "",
    "```json",
    JSON.stringify(vscode.workspace.getConfiguration("wazir"), undefined, 2),
    "```",
    "",
  ].join("\n");
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: "markdown", content }),
  );
}
