// What the editor can be asked, and what is expected of the answer. A place in a text is named by
// the words that it stands before.
const assert = require("node:assert/strict");
const { URLSearchParams } = require("node:url");
const vscode = require("vscode");

const PICTURE = /"data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+"/g;

const ask = (command, document, ...rest) =>
  vscode.commands.executeCommand(`vscode.${command}`, document.uri, ...rest);
const place = (document, words) => {
  const at = document.getText().indexOf(words);
  assert.ok(at >= 0, `the sample does not say ${words}`);
  return document.positionAt(at);
};
const texts = (contents) =>
  contents.map((one) => (typeof one === "string" ? one : one.value)).join("\n");
const applied = (document, edits) => {
  let text = document.getText();
  const last = [...edits].sort((one, other) => other.range.start.compareTo(one.range.start));
  for (const { range, newText } of last) {
    text =
      text.slice(0, document.offsetAt(range.start)) +
      newText +
      text.slice(document.offsetAt(range.end));
  }
  return text;
};

/** A diagnostic has a code with a page. */
exports.finds = async (document, code, words) => {
  const found = vscode.languages
    .getDiagnostics(document.uri)
    .find((one) => one.code?.value === code);
  assert.ok(
    found,
    `${code} is not among ${JSON.stringify(vscode.languages.getDiagnostics(document.uri))}`,
  );
  assert.equal(document.getText(found.range), words);
  assert.equal(found.source, "wazir");
  const page = await vscode.workspace.openTextDocument(found.code.target);
  assert.match(page.getText(), new RegExp(`^# .*\\b${code}\\b`, "m"));
};

exports.hovers = async (document, words, says) => {
  const found = await ask("executeHoverProvider", document, place(document, words));
  const text = found.map(({ contents }) => texts(contents)).join("\n");
  assert.match(text.replaceAll(PICTURE, "(a picture)"), says);
  assert.match(text, PICTURE);
};

/** An item is offered before some words with a description. */
exports.completes = async (document, words, label, says) => {
  const { items } = await ask(
    "executeCompletionItemProvider",
    document,
    place(document, words),
    undefined,
    200,
  );
  const found = items.find((one) => one.label.label === label);
  assert.ok(
    found,
    `${label} is not among ${items.map((one) => one.label.label ?? one.label).join(", ")}`,
  );
  assert.match(`${found.label.description}\n${texts([found.documentation])}`, says);
};

exports.fixes = async (document, words, title, line) => {
  const start = place(document, words);
  const range = new vscode.Range(start, start.translate(0, 1));
  const found = await ask(
    "executeCodeActionProvider",
    document,
    range,
    vscode.CodeActionKind.QuickFix.value,
    20,
  );
  const action = found.find((one) => one.title === title);
  assert.ok(action, `${title} is not among ${found.map((one) => one.title).join(", ")}`);
  assert.match(applied(document, action.edit.get(document.uri)), line);
};

exports.renames = async (document, words, other, text) => {
  const edit = await ask("executeDocumentRenameProvider", document, place(document, words), other);
  assert.match(applied(document, edit.get(document.uri)), text);
};

exports.formats = async (document, line) => {
  const edits = await ask("executeFormatDocumentProvider", document, {
    tabSize: 4,
    insertSpaces: true,
  });
  assert.doesNotMatch(document.getText(), line);
  assert.match(applied(document, edits ?? []), line);
};

/** Words have a semantic token of a kind. */
exports.colours = async (document, words, kind) => {
  const legend = await ask("provideDocumentSemanticTokensLegend", document);
  const { data } = await ask("provideDocumentSemanticTokens", document);
  const wanted = place(document, words);
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    column = data[at] ? data[at + 1] : column + data[at + 1];
    line += data[at];
    if (line === wanted.line && column === wanted.character) {
      return assert.equal(legend.tokenTypes[data[at + 3]], kind);
    }
  }
  return assert.fail("no word with a colour begins there");
};

exports.outlines = async (document, ...names) => {
  const found = await ask("executeDocumentSymbolProvider", document);
  assert.deepEqual(
    found.map(({ name }) => name),
    names,
  );
};

exports.folds = async (document, from, to) => {
  const found = await ask("executeFoldingRangeProvider", document);
  const lines = [place(document, from).line, place(document, to).line];
  assert.ok(
    found.some(({ start, end }) => start === lines[0] && end === lines[1]),
    `${lines} is not among ${JSON.stringify(found)}`,
  );
};

exports.defines = async (document, used, defined) => {
  const found = await ask("executeDefinitionProvider", document, place(document, used));
  const starts = found.map(
    (one) => (one.targetSelectionRange ?? one.targetRange ?? one.range).start,
  );
  assert.deepEqual(starts, [place(document, defined)]);
};

exports.lenses = async (document, ...titles) => {
  const found = await ask("executeCodeLensProvider", document, 20);
  assert.deepEqual(
    found.map(({ command }) => command.title),
    titles,
  );
};

/** A converted text is shown as a document that follows edits. */
exports.converts = async (document, form, says, edited, saysThen) => {
  const query = new URLSearchParams({ source: document.uri.toString(), form }).toString();
  const uri = vscode.Uri.from({ scheme: "wazir-converted", path: `/${form}`, query });
  const shown = await vscode.workspace.openTextDocument(uri);
  assert.match(shown.getText(), says);
  const followed = new Promise((resolve) => {
    const watched = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document !== shown) return;
      watched.dispose();
      resolve();
    });
  });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(document.getText().length), edited);
  await vscode.workspace.applyEdit(edit);
  await followed;
  assert.match(shown.getText(), saysThen);
};
