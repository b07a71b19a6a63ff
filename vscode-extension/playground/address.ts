/**
 * Keeps the text in the address and the history of the page, so that Back returns to the previous
 * text.
 */
import { read, written, type Held } from "./link";
import { store, stored } from "./storage";

/** Milliseconds in which changes are collected, because browsers limit changes of the address. */
const REST = 300;
/** The maximum length of an address, because longer ones are often truncated. */
const LONGEST = 32_000;
/** The name under which the text that was written last in any window is stored. */
const KEPT = "wazir.playground";

/** The address of the page for the shown text. */
export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * *held* returns the shown text. *show* shows the text of a history entry, or why it cannot be
   * read.
   */
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

  /** The first text: of the history entry, of the link, or the last one written. */
  async first(): Promise<Held | Error | undefined> {
    return (await this.find()) ?? isHeld(stored(KEPT), this.languages);
  }

  /** Another text will be shown: the previous one stays in the history. */
  push(held: Held): void {
    if (this.timer) this.keep();
    history.pushState(held, "", location.pathname);
    this.changed();
  }

  /** The text was changed. */
  changed(): void {
    this.timer ??= setTimeout(() => void this.write(), REST);
  }

  /** A link to the text, unless it would be too long. */
  async link(): Promise<string | undefined> {
    await this.write();
    return location.hash ? location.href : undefined;
  }

  /** Stores the text without a link. */
  private keep(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const held = this.held();
    history.replaceState(held, "");
    store(KEPT, held);
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

/** The stored text, if it is valid. */
function isHeld(kept: unknown, languages: readonly string[]): Held | undefined {
  const { language, text } = (kept ?? {}) as Partial<Record<keyof Held, unknown>>;
  if (typeof language !== "string" || typeof text !== "string" || !languages.includes(language)) {
    return undefined;
  }
  return { language, text };
}
