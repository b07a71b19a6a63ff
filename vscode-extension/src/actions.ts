/**
 * The menu of code actions: fixes first, and one entry each for conversions and for comments that
 * ignore a diagnostic.
 */
import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient";
import type { Place } from "./views/answers";
import { range as rangeOf } from "./views/highlights";

type Provide = NonNullable<Middleware["provideCodeActions"]>;

/** The kinds of which the menu has one entry, in the order of the menu. */
const known = () => [
  {
    kind: vscode.CodeActionKind.RefactorRewrite.append("convert"),
    title: vscode.l10n.t("Convert To..."),
  },
  { kind: vscode.CodeActionKind.QuickFix.append("ignore"), title: vscode.l10n.t("Ignore...") },
];
const CHOOSE = "wazir.chooseAction";

/** Groups the actions of a menu. Requests for a kind get all of that kind. */
export const provideCodeActions: Provide = async (document, range, context, token, next) => {
  const all = (await next(document, range, context, token)) ?? [];
  if (context.only) return all;
  const isOf = (
    action: vscode.Command | vscode.CodeAction,
    kind: vscode.CodeActionKind,
  ): boolean =>
    action instanceof vscode.CodeAction && action.kind ? kind.contains(action.kind) : false;
  const groups = known().filter(
    ({ kind }) => all.filter((action) => isOf(action, kind)).length > 1,
  );
  const others = all.filter((action) => !groups.some(({ kind }) => isOf(action, kind)));
  const isFix = (action: vscode.Command | vscode.CodeAction): boolean =>
    isOf(action, vscode.CodeActionKind.QuickFix);
  const entries = groups.map(({ kind, title }) => {
    const entry = new vscode.CodeAction(title, kind);
    entry.command = {
      title,
      command: CHOOSE,
      arguments: [document.uri.toString(), range.start, range.end, kind.value],
    };
    return entry;
  });
  return [...others.filter(isFix), ...others.filter((action) => !isFix(action)), ...entries];
};

/** Registers the command of the entries, which lets the user choose an action of a kind. */
export function registerActions(): vscode.Disposable {
  return vscode.commands.registerCommand(
    CHOOSE,
    async (address: string, start: Place, end: Place, kind: string) => {
      const uri = vscode.Uri.parse(address); // The arguments of commands are plain values.
      const range = rangeOf({ start, end });
      const ask = (resolved: number): Thenable<readonly vscode.CodeAction[]> =>
        vscode.commands.executeCommand(
          "vscode.executeCodeActionProvider",
          uri,
          range,
          kind,
          resolved,
        );
      const offered = (await ask(0)).map(({ title }, at) => ({ label: title, at }));
      const chosen = await vscode.window.showQuickPick(offered);
      const edit = chosen && (await ask(chosen.at + 1))[chosen.at]?.edit;
      if (edit) await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    },
  );
}
