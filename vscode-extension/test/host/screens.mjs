// Pictures of the screen, compared with those that were accepted last: `test/screens` has them,
// WAZIR_ACCEPT=1 replaces them.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { shots } from "./asking.mjs";

const ACCEPTED = fileURLToPath(new URL("../screens/", import.meta.url));
/**
 * The tolerance of the colour of a pixel from 0 to 1, and the number of pixels that may differ
 * more.
 */
const COLOUR = 0.15;
const SHARE = 0.02;
/** The tolerance of the size of a picture in pixels. */
const SIZE = 4;

/**
 * Saves a screenshot of a part of the page, and compares it with the accepted one or accepts it.
 */
export async function compare(page, name, clip) {
  const taken = await page.screenshot({ clip, animations: "disabled", caret: "hide" });
  const kept = shots();
  if (kept) {
    await mkdir(kept, { recursive: true });
    await writeFile(join(kept, `${name}.png`), taken);
  }
  const file = join(ACCEPTED, `${name}.png`);
  if (process.env.WAZIR_ACCEPT) {
    await mkdir(ACCEPTED, { recursive: true });
    await writeFile(file, taken);
    return;
  }
  assert.ok(
    existsSync(file),
    `No picture of "${name}" was accepted yet: look at it, then run make accept-screens.`,
  );
  const [now, before] = [PNG.sync.read(taken), PNG.sync.read(await readFile(file))];
  const sizes = `${now.width} x ${now.height}, accepted was ${before.width} x ${before.height}`;
  assert.ok(
    Math.abs(now.width - before.width) <= SIZE && Math.abs(now.height - before.height) <= SIZE,
    `"${name}" is ${sizes}`,
  );
  const width = Math.min(now.width, before.width);
  const height = Math.min(now.height, before.height);
  const difference = new PNG({ width, height });
  const pixels = [cropped(now, width, height), cropped(before, width, height)];
  const count = pixelmatch(...pixels, difference.data, width, height, { threshold: COLOUR });
  if (kept) await writeFile(join(kept, `${name} (difference).png`), PNG.sync.write(difference));
  const share = count / (width * height);
  assert.ok(
    share <= SHARE,
    `${(100 * share).toFixed(1)} % of "${name}" looks different: if that is meant, run make accept-screens.`,
  );
}

function cropped(picture, width, height) {
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, 0, 0, width, height, 0, 0);
  return part.data;
}
