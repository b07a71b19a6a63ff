// Makes media/icon.png of media/icon.svg, in a Chromium: CHROMIUM says where that is. The picture
// is committed.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const SIZE = 128;
const media = fileURLToPath(new URL("../media/", import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
await page.setContent(
  `<style>body{margin:0}svg{display:block}</style>${await readFile(`${media}icon.svg`, "utf8")}`,
);
await page.screenshot({ path: `${media}icon.png`, omitBackground: true });
await browser.close();
