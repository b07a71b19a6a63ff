import * as vscode from "vscode";
import type { Choice } from "./server";

/** The status bar item that shows the runtime of the server. It is visible in supported files. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("wazir.server", vscode.StatusBarAlignment.Right, 90);
  private readonly changes = vscode.window.onDidChangeActiveTextEditor(() => { this.show(); });
  /** Its text, for the debug information. */
  text = "";

  constructor(private readonly isShown: () => boolean) {
    this.item.name = "Wazir";
    this.item.command = "wazir.showLog";
  }

  starting(): void {
    this.update("$(loading~spin)", vscode.l10n.t("starting"));
  }

  running({ title, detail }: Choice): void {
    this.update("$(check)", title, detail);
  }

  ended(): void {
    this.update("$(circle-slash)", vscode.l10n.t("not running"));
  }

  failed(reason: string): void {
    this.update("$(error)", vscode.l10n.t("not running"), reason);
  }

  dispose(): void {
    this.item.dispose();
    this.changes.dispose();
  }

  private show(): void {
    if (this.isShown()) this.item.show();
    else this.item.hide();
  }

  private update(icon: string, text: string, detail = ""): void {
    this.text = detail ? `${text} (${detail})` : text;
    this.item.text = `${icon} Wazir: ${text}`;
    this.item.tooltip = detail;
    this.item.accessibilityInformation = { label: `Wazir: ${this.text}` };
    this.show();
  }
}
