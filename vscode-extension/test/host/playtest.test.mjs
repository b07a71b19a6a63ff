// Variants play themselves with the packaged extension alone, in a real VS Code whose server has no
// pyffish.
import { shot } from "./asking.mjs";
import { BROAD, testWithoutPyffish, viewOf } from "./variants.mjs";

testWithoutPyffish(
  "the lens above a section plays 200 games, which can be stopped",
  `${BROAD}\n[small:chess]\n`,
  async (editor, place) => {
    const { page } = editor;
    const lens = page.locator(".codelens-decoration a", { hasText: "Playtest" });
    await lens.nth(1).click();
    const view = viewOf(page);
    const status = view.getByRole("status");
    const start = Date.now();
    await status.filter({ hasText: /^200 games$/ }).waitFor({ timeout: 300_000 });
    console.log(`${place}: 200 games of chess in ${Date.now() - start} ms`);
    await view.getByText("small: 200 games, random, seed 1").waitFor();
    await shot(editor, `a playtest ${place}`);
    await lens.nth(0).click();
    await status.filter({ hasText: /^[1-9]\d* of 200 games$/ }).waitFor({ timeout: 60_000 });
    await view.getByRole("button", { name: "Stop" }).click();
    await view.getByRole("button", { name: "Start" }).waitFor();
    await view.getByText(/broad: \d+ games, random/).waitFor();
  },
);
