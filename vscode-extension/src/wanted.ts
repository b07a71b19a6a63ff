/** A document of the editor, as far as it matters here. */
interface Text {
  readonly languageId: string;
  getText(): string;
}

const DIAGRAM = /\bclass\s*=\s*(?:["'][^"'<>]*)?\bidiagram\b/i;

/** Names that many programs give to files, and the text that identifies ours. The server ignores the other files. */
export const SHARED: Readonly<Record<string, (ours: readonly string[]) => RegExp>> = {
  ini: () => /^\[[^\]\n]+\]/m,
  html: () => DIAGRAM,
  log: () => /^(?:.*\b(?:first|second) ?: )?(?:piece[ \t]+\S+[ \t]+\S|setup[ \t]+\()/m,
  markdown: (ours) => new RegExp(`${fence(ours)}|${DIAGRAM.source}`, "im"),
};

function fence(ours: readonly string[]): string {
  return `^[ \\t>*+-]*(?:\`{3,}|~{3,})[ \\t]*\\{?[ \\t]*\\.?(?:${ours.join("|")})(?![\\w-])`;
}

/** Whether the server has something to say about a document: one of ours, or one of many programs with something of ours. */
export function isWanted(document: Text, ours: readonly string[]): boolean {
  if (ours.includes(document.languageId)) return true;
  return SHARED[document.languageId]?.(ours).test(document.getText()) ?? false;
}
