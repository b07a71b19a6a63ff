import * as vscode from "vscode";
import type { Choice } from "./servers/start";

/** The item in the status bar that says what the server runs in. It is shown beside files of ours. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("wazir.server", vscode.StatusBarAlignment.Right, 90);
  /** What it says, for whoever is told more. */
  text = "";

  constructor(isShown: () => boolean) {
    this.item.name = "Wazir";
    this.item.command = "wazir.showLog";
    const show = (): void => {
      if (isShown()) this.item.show();
      else this.item.hide();
    };
    this.shown = vscode.window.onDidChangeActiveTextEditor(show);
    this.show = show;
  }

  private readonly shown: vscode.Disposable;
  private readonly show: () => void;

  starting(): void {
    this.say("$(loading~spin)", vscode.l10n.t("starting"), "");
  }

  running({ title, detail }: Choice): void {
    this.say("$(check)", title, detail);
  }

  ended(): void {
    this.say("$(circle-slash)", vscode.l10n.t("not running"), "");
  }

  failed(reason: string): void {
    this.say("$(error)", vscode.l10n.t("not running"), reason);
  }

  dispose(): void {
    this.item.dispose();
    this.shown.dispose();
  }

  private say(icon: string, text: string, detail: string): void {
    this.text = detail ? `${text} (${detail})` : text;
    this.item.text = `${icon} Wazir: ${text}`;
    this.item.tooltip = detail;
    this.item.accessibilityInformation = { label: `Wazir: ${this.text}` };
    this.show();
  }
}
