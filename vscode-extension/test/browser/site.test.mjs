// The site, which WAZIR_SITE names (`make site` builds it): its pages are accessible in both themes, and the dictionary searches.
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

for (const colorScheme of ["light", "dark"]) {
  test(`no page has a barrier in ${colorScheme} colours`, { skip: !folder && "WAZIR_SITE names no site" }, async () => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html") && !name.startsWith("playground"));
    const { page, close } = await visit(site.home, { colorScheme }); // The theme keeps its colours in a context.
    const found = [];
    for (const name of names) {
      await page.goto(site.home + name);
      for (const barrier of await barriers(page)) found.push(`${name}: ${barrier}`);
    }
    await close();
    assert.ok(names.length > 0);
    assert.deepEqual(found, []);
  });
}

test("the dictionary finds pieces by squares, by name and by text", { skip: !folder && "WAZIR_SITE names no site" }, async () => {
  const { page, wrong, close } = await visit(site.home, { viewport: { width: 380, height: 800 } });
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
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  assert.deepEqual(wrong, []);
  await close();
});
