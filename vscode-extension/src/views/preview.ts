/** Fenced blocks in the Markdown preview: the server highlights them and draws their pieces. */
import * as vscode from "vscode";
import { theme } from "../client";
import type { RenderedFence } from "./answers";
import { ask, running, type Views } from "./connection";

/** The used part of markdown-it. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
}

interface Token {
  readonly info: string;
  readonly content: string;
}

type Options = Readonly<Record<string, unknown>>;
/** The environment of a page, with its document. */
interface Page {
  readonly currentDocument?: vscode.Uri;
}

type Rule = (
  tokens: readonly Token[],
  index: number,
  options: Options,
  page: Page,
  self: unknown,
) => string;

/** A block as HTML of the server, which escapes the text. Without code it is not highlighted. */
type Fence = Pick<RenderedFence, "pictures"> & Partial<RenderedFence>;

const MOST = 200;
/**
 * Languages of blocks that are no languages of files: the server reads those of engines among them.
 */
const OTHERS = ["fen", "ini"];
/**
 * Milliseconds after which a dropped refresh is repeated: VS Code drops one while an update of at
 * most 300 ms is due.
 */
const DROPPED = 700;
/**
 * How often a refresh is tried: a busy VS Code drops several, and without a page in sight each is.
 */
const TRIES = 20;
const INFO = /^\s*\{?\s*\.?([\w-]+)/;

/**
 * The results for blocks. A page is rendered without them at first, and refreshed when they arrive.
 */
export class Preview implements vscode.Disposable {
  private readonly known = new Map<string, Fence | null>();
  /** The block shown last at a place of a page, which stays until a new result arrives. */
  private readonly shown = new Map<string, { readonly text: string; readonly fence: Fence }>();
  private readonly watched: vscode.Disposable;
  private asked = 0;
  private drawn = 0;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly views: Views) {
    this.watched = vscode.window.onDidChangeActiveColorTheme(() => {
      if (this.known.size) this.refresh();
    });
  }

  /** Adds the rule for supported blocks. */
  extend(md: MarkdownIt): MarkdownIt {
    const before = md.renderer.rules.fence;
    if (!before) return md;
    md.renderer.rules.fence = (tokens, index, options, page, self) => {
      const token = tokens[index];
      const found = token && this.fence(token, page.currentDocument, index);
      if (!found) return before(tokens, index, options, page, self);
      const { code, pictures } = found;
      const coloured = code === undefined ? options : { ...options, highlight: () => code };
      return before(tokens, index, coloured, page, self) + pictures;
    };
    return md;
  }

  dispose(): void {
    clearTimeout(this.again);
    this.watched.dispose();
  }

  /** Refreshes the pages, again while that is dropped. */
  private refresh(tries = TRIES): void {
    const { drawn } = this;
    void vscode.commands.executeCommand("markdown.preview.refresh");
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      if (this.drawn === drawn && tries > 1) this.refresh(tries - 1);
    }, DROPPED);
  }

  private fence(
    { info, content: text }: Token,
    page: vscode.Uri | undefined,
    index: number,
  ): Fence | undefined {
    const language = INFO.exec(info)?.[1]?.toLowerCase();
    if (
      !language ||
      !(OTHERS.includes(language) || this.views.languages.some(({ id }) => id === language))
    ) {
      return undefined;
    }
    this.drawn++;
    const uri = page?.toString();
    const params = { language, info, text, theme: theme(), ...(uri && { uri }) };
    // A block that names a variant may depend on the sections of its page.
    const version =
      info.includes("variant") &&
      vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri)?.version;
    const key = JSON.stringify([params, version]);
    const place = `${language} ${uri ?? ""} ${index}`;
    const fence = this.known.get(key);
    if (fence) {
      keep(this.shown, place, { text, fence });
      return fence;
    }
    if (fence === undefined) {
      keep(this.known, key, null);
      void this.ask(key, params);
    }
    const last = this.shown.get(place);
    return last?.text === text ? last.fence : last && { pictures: last.fence.pictures };
  }

  private async ask(key: string, params: object): Promise<void> {
    this.asked++;
    try {
      await running(this.views);
      this.known.set(
        key,
        (await ask<Fence>(this.views, "wazir/fence", params)) ?? { pictures: "" },
      );
    } catch {
      this.known.delete(key); // Requested again with the next rendering.
    }
    if (--this.asked === 0) this.refresh();
  }
}

/** Adds an entry and removes the oldest one if there are too many. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST) kept.delete([...kept.keys()][0] ?? "");
}
