// The pages of the site, which WAZIR_SITE names (`make site` builds it), are accessible in both themes.
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
