// Makes the pictures of the README and of the site's home page from a real VS Code: WAZIR_EDITORS
// names the folder with code-server, WAZIR_VSIX the package. They are committed, so this is run
// only when what they show has changed.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { clickLine, command, open, openFile } from "../test/host/editor.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = here("../media/readme/");
const settings = {
  "editor.fontSize": 13,
  "editor.minimap.enabled": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.activityBar.location": "hidden",
  "workbench.tips.enabled": false,
  "chat.commandCenter.enabled": false,
  "window.commandCenter": false,
};
const { WAZIR_EDITORS: tree, WAZIR_VSIX: vsix } = process.env;
const size = { width: 1100, height: 860 };
const TITLE = 30;
const editor = await open({ tree, vsix, workspace: here("../../samples/"), settings });
const { page } = editor;

/** What is inside the view that is shown. */
const view = () => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
/** A place of the board that is shown. */
const at = (name) => view().locator(`[data-name="${name}"]:visible`);
const line = (words) => page.locator(".view-line", { hasText: words }).first();

/** Takes a picture of what is shown below the title, without what moves or is not ours. */
async function take(name, height, into = folder) {
  await page.waitForTimeout(700);
  const toasts = page.locator(".notifications-toasts .codicon-notifications-clear");
  while (await toasts.count()) await toasts.first().click();
  const clip = { x: 0, y: TITLE, width: size.width, height };
  await page.screenshot({
    path: `${into}${name}.png`,
    clip,
    animations: "disabled",
    caret: "hide",
  });
}

async function piece() {
  await openFile(page, "hoppers.betza");
  await page.locator(".statusbar-item", { hasText: /Wazir: (?:Python|Pyodide)/ }).waitFor();
  await clickLine(page, "over a hurdle");
  await command(page, "Wazir: Show Piece");
  await view().getByRole("heading", { level: 1, name: "Cannon", exact: true }).waitFor();
  await at("d6").click();
  await at("d8").click();
  await at("d8").click();
  await at("d8").hover();
  await take("piece", 775);
  await editor.settings({ "workbench.colorTheme": "Default Dark Modern" });
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await at("d8").hover();
  await take("piece-dark", 775, here("../../docs/"));
  await editor.settings({});
  await page.locator(".monaco-workbench.vs").waitFor();
}

async function position() {
  await page.locator(".tab", { hasText: "hoppers.betza" }).first().click();
  await openFile(page, "puzzles.ben39");
  await clickLine(page, "position");
  await view().getByRole("heading", { level: 1, name: "wizards-2" }).waitFor();
  await at("h2").click();
  await take("position", 796);
}

async function finding() {
  await command(page, "View: Close All Editors");
  await openFile(page, "misprints.betza");
  await page.locator(".squiggly-error").first().waitFor();
  await line("Short rook").locator("span", { hasText: "4" }).last().hover();
  await page.locator(".monaco-hover:visible", { hasText: "range" }).first().waitFor();
  await take("finding", 400);
}

try {
  await mkdir(folder, { recursive: true });
  await page.setViewportSize(size);
  await page.keyboard.press("Control+B");
  await piece();
  await position();
  await finding();
} finally {
  await editor.close();
}
