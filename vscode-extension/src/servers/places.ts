import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";

/** Links that are followed, as many as systems follow. */
const MOST_LINKS = 40;

/** Whether a path is in one of some folders, or leads through one of them by links. */
export async function leadsInto(path: string, folders: readonly string[]): Promise<boolean> {
  const known = await Promise.all(
    folders.map((folder) => realpath(folder).catch(() => resolve(folder))),
  );
  for (const place of await visited(path)) {
    if ([...folders, ...known].some((folder) => isInside(place, folder))) return true;
  }
  return false;
}

/** The places through which the links of a path lead; the last one is the file itself. */
async function visited(path: string): Promise<readonly string[]> {
  const places: string[] = [];
  const whole = resolve(path);
  let place = parse(whole).root;
  const pending = whole.slice(place.length).split(sep).reverse();
  for (let links = 0; pending.length > 0;) {
    const part = pending.pop() ?? "";
    if (part === "" || part === ".") continue;
    place = part === ".." ? dirname(place) : join(place, part);
    places.push(place);
    const isLink = await lstat(place).then(
      (about) => about.isSymbolicLink(),
      () => false,
    );
    if (!isLink || links++ >= MOST_LINKS) continue;
    const target = await readlink(place);
    const { root } = parse(target);
    place = isAbsolute(target) ? root : dirname(place);
    pending.push(...target.slice(root.length).split(sep).reverse());
  }
  return places;
}

function isInside(place: string, folder: string): boolean {
  const way = relative(folder, place);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
