/** Fenced blocks in the preview of Markdown: the server colours them and draws what is in them. */
import * as vscode from "vscode";
import { theme } from "../client";
import { ask, running, type Views } from "./index";

/** What is used of markdown-it here. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: Record<string, Rule | undefined> };
}

interface Token {
  readonly info: string;
  readonly content: string;
}

type Options = Readonly<Record<string, unknown>>;
type Rule = (tokens: readonly Token[], index: number, options: Options, page: unknown, self: unknown) => string;

/** A block as HTML, as the server makes it; all that comes from the text is escaped there. */
interface Fence {
  readonly code: string;
  readonly pictures: string;
}

const MOST = 200;
const INFO = /^\s*\{?\s*\.?([\w-]+)/;

/** What is known of blocks. The preview asks at once and is told later, and then shown anew. */
export class Preview implements vscode.Disposable {
  private readonly known = new Map<string, Fence | null>();
  private readonly watched: vscode.Disposable;
  private asked = 0;

  constructor(private readonly views: Views) {
    this.watched = vscode.window.onDidChangeActiveColorTheme(() => {
      if (this.known.size) refresh();
    });
  }

  /** Adds the rule for our blocks. */
  extend(md: MarkdownIt): MarkdownIt {
    const before = md.renderer.rules.fence;
    if (!before) return md;
    md.renderer.rules.fence = (tokens, index, options, page, self) => {
      const token = tokens[index];
      const found = token && this.fence(token);
      if (!found) return before(tokens, index, options, page, self);
      return before(tokens, index, { ...options, highlight: () => found.code }, page, self) + found.pictures;
    };
    return md;
  }

  dispose(): void {
    this.watched.dispose();
  }

  private fence({ info, content }: Token): Fence | null | undefined {
    const language = INFO.exec(info)?.[1]?.toLowerCase();
    if (!this.views.ours.some(({ id }) => id === language)) return undefined;
    const params = { language, text: content, theme: theme() };
    const key = JSON.stringify(params);
    if (!this.known.has(key)) {
      this.known.set(key, null);
      if (this.known.size > MOST) this.known.delete([...this.known.keys()][0] ?? "");
      void this.ask(key, params);
    }
    return this.known.get(key);
  }

  private async ask(key: string, params: object): Promise<void> {
    this.asked++;
    try {
      await running(this.views);
      const found = await ask<Fence>(this.views, "wazir/fence", params);
      if (found) this.known.set(key, found);
    } catch {
      this.known.delete(key); // Asked again when the page is shown again.
    }
    if (--this.asked === 0) refresh();
  }
}

function refresh(): void {
  void vscode.commands.executeCommand("markdown.preview.refresh");
}
