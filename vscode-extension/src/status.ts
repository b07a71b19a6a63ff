import * as vscode from "vscode";
import type { Choice } from "./server";

/** The status bar item that shows the runtime of the server. It is visible in supported files. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "wazir.server",
    vscode.StatusBarAlignment.Right,
    90,
  );
  /** Its text, for the debug information. */
  text = "";

  constructor() {
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

  show(isShown: boolean): void {
    if (isShown) this.item.show();
    else this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }

  private update(icon: string, text: string, detail = ""): void {
    this.text = detail ? `${text} (${detail})` : text;
    this.item.text = `${icon} Wazir: ${text}`;
    this.item.tooltip = detail;
    this.item.accessibilityInformation = { label: `Wazir: ${this.text}` };
  }
}
