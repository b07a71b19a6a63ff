// The site, which WAZIR_SITE names (`make site` builds it): its pages are accessible in both
// themes, and the dictionary searches.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { barriers } from "./page.mjs";
import { serve, visit } from "./playground.mjs";

const { WAZIR_SITE: folder } = process.env;
let site;
before(async () => {
  if (folder) site = await serve(folder);
});
after(() => site?.close());

/** The number of pages that are looked at together. */
const TOGETHER = 2;
/** Hundreds of pages with one template. */
const GENERATED = /^(?:pieces|diagnostics)\//;

/**
 * Shows another page of the site in an open one, which saves its scripts. Returns whether it could.
 * Runs in the page.
 */
async function put(address) {
  if (!document.querySelector(".md-main")) return false;
  const page = new window.DOMParser().parseFromString(
    await (await fetch(address)).text(),
    "text/html",
  );
  window.history.replaceState(null, "", address); // Relative addresses start there.
  document.title = page.title;
  for (const part of ["[data-md-component=skip]", ".md-main", ".md-footer"]) {
    document.querySelector(part)?.replaceWith(page.querySelector(part) ?? "");
  }
  return true;
}

test(
  "no page has a barrier, in light and in dark colours",
  { skip: !folder && "WAZIR_SITE names no site" },
  async (context) => {
    const names = (await readdir(folder, { recursive: true })).filter(
      (name) => name.endsWith(".html") && !name.startsWith("playground/"),
    );
    const count = names.length;
    const { context: browsing, close } = await visit(site.home);
    await browsing.route("**/search_index.json", (route) =>
      route.fulfill({ json: { config: {}, docs: [] } }),
    ); // Each page would index the site.
    // The page about missing pages has the absolute addresses of the published site.
    await browsing.route(`${site.home}wazir/**`, (route) =>
      route.continue({ url: route.request().url().replace("/wazir/", "/") }),
    );
    const found = [];
    const look = async () => {
      const page = await browsing.newPage();
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        await page.emulateMedia({ colorScheme: "light" });
        if (!GENERATED.test(name)) await page.goto(site.home + name);
        else if (!(await page.evaluate(put, site.home + name))) await page.goto(site.home + name);
        await page.waitForFunction(() => document.body.dataset.mdColorScheme !== "slate");
        const light = await barriers(page);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.waitForFunction(() => document.body.dataset.mdColorScheme !== "default");
        // All else is the same in other colours.
        const dark = await barriers(page, ":root", { runOnly: ["color-contrast"] });
        found.push(...[...light, ...dark].map((barrier) => `${name}: ${barrier}`));
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, look));
    await close();
    context.diagnostic(`${count} pages`);
    assert.ok(count > 0);
    assert.deepEqual(found, []);
  },
);

test(
  "the dictionary finds pieces by squares, by name and by text",
  { skip: !folder && "WAZIR_SITE names no site" },
  async () => {
    const { page, wrong, close } = await visit(site.home, {
      viewport: { width: 380, height: 800 },
    });
    await page.goto(`${site.home}pieces/index.html`);
    const field = page.getByLabel("Name or text");
    const count = page.locator(".wazir-search output");
    const first = page.locator(".wazir-list a").first();
    const all = await count.textContent();

    for (const ahead of [2, -2]) {
      for (const aside of [1, -1]) {
        await page.locator(`[data-square="${aside},${ahead}"]`).click();
        await page.locator(`[data-square="${ahead},${aside}"]`).click();
      }
    }
    assert.equal(await first.textContent(), "Knight");
    await page.getByText("Clear", { exact: true }).click();
    await count.filter({ hasText: all }).waitFor();

    await field.fill("BN");
    assert.equal(await first.textContent(), "Archbishop");
    await field.fill("no such piece");
    assert.equal(await count.textContent(), "0 pieces");
    assert.ok(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    );
    assert.deepEqual(wrong, []);
    await close();
  },
);

test(
  "the picture of the home page gives way to the playground",
  { skip: !folder && "WAZIR_SITE names no site" },
  async () => {
    const { page, wrong, asked, close } = await visit(site.home, { colorScheme: "dark" });
    await page.goto(`${site.home}index.html`);
    assert.deepEqual(
      asked.filter((address) => address.includes("playground/")),
      [],
    );
    await page.getByText("Type in it here").click();
    const playground = page.frameLocator("iframe[title=Playground]");
    await playground.locator("#status", { hasText: "No diagnostics" }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await playground.locator(".cm-line", { hasText: "Knight" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("M");
    await playground.locator("#status", { hasText: "1 diagnostic" }).waitFor();
    assert.equal(await page.getByAltText("The text of a cannon").count(), 0);
    assert.deepEqual(wrong, []);
    await close();
  },
);
