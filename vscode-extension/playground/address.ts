/** Keeps the text in the address of the page and its history: Back leads to what was written before. */
import { read, written, type Held } from "./link";

/** How long changes are collected, in milliseconds: browsers do not let a page change its address all the time. */
const REST = 300;
/** Addresses that are longer are cut off by what they are sent through. */
const LONGEST = 32_000;
const KEPT = "wazir.playground";

/** The address of the page, for the text that is shown. */
export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** *held* tells what is shown, and *show* shows what another entry of the history holds or the reason why it cannot be read. */
  constructor(
    private readonly languages: readonly string[],
    private readonly held: () => Held,
    show: (found: Held | Error) => void,
  ) {
    window.addEventListener("popstate", () => {
      clearTimeout(this.timer);
      this.timer = undefined;
      void this.find().then((found) => {
        if (found) show(found);
      });
    });
    window.addEventListener("pagehide", () => {
      if (this.timer) this.keep();
    });
  }

  /** What the page begins with: the text of this entry of the history, of the link, or the last one that was written. */
  async first(): Promise<Held | Error | undefined> {
    return (await this.find()) ?? isHeld(stored(), this.languages);
  }

  /** Another text is about to be shown: the one before stays in the history. */
  push(held: Held): void {
    if (this.timer) this.keep();
    history.pushState(held, "", location.pathname);
    this.changed();
  }

  /** The text was changed. */
  changed(): void {
    this.timer ??= setTimeout(() => void this.write(), REST);
  }

  /** A link to the text, unless it is too long for one. */
  async link(): Promise<string | undefined> {
    await this.write();
    return location.hash ? location.href : undefined;
  }

  /** Keeps the text without its link. */
  private keep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const held = this.held();
    history.replaceState(held, "");
    store(held);
  }

  private async write(): Promise<void> {
    this.keep();
    const held = this.held();
    const link = await written(held);
    const now = this.held();
    if (now.text !== held.text || now.language !== held.language) return;
    history.replaceState(held, "", link.length > LONGEST ? location.pathname : `#${link}`);
  }

  private async find(): Promise<Held | Error | undefined> {
    const kept = isHeld(history.state, this.languages);
    const link = location.hash.slice(1);
    if (kept || !link) return kept;
    return read(link, this.languages).catch((problem: unknown) => problem as Error);
  }
}

/** What was kept, if it is what this page keeps. */
function isHeld(kept: unknown, languages: readonly string[]): Held | undefined {
  const { language, text } = (kept ?? {}) as Partial<Record<keyof Held, unknown>>;
  if (typeof language !== "string" || typeof text !== "string" || !languages.includes(language)) return undefined;
  return { language, text };
}

/** The text that was written last, in any window. Some browsers keep nothing. */
function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return undefined;
  }
}

function store(held: Held): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(held));
  } catch {
    // The history of this window still has it.
  }
}
