/** The used part of a text document. */
interface Text {
  readonly languageId: string;
  getText(): string;
}

const DIAGRAM = /\bclass\s*=\s*(?:["'][^"'<>]*)?\bidiagram\b/i;

/**
 * Languages of other extensions, and the text that identifies supported files. The server ignores
 * other files.
 */
export const SHARED_LANGUAGES: Readonly<Record<string, (languages: readonly string[]) => RegExp>> =
  {
    ini: () => /^\[[^\]\n]+\]/m,
    html: () => DIAGRAM,
    log: () => /^(?:.*\b(?:first|second) ?: )?(?:piece[ \t]+\S+[ \t]+\S|setup[ \t]+\()/m,
    markdown: (languages) => new RegExp(`${fence(languages)}|${DIAGRAM.source}`, "im"),
  };

function fence(languages: readonly string[]): string {
  return `^[ \\t>*+-]*(?:\`{3,}|~{3,})[ \\t]*\\{?[ \\t]*\\.?(?:${languages.join("|")})(?![\\w-])`;
}

/** Whether the server supports a document, by its language or its text. */
export function isSupported(document: Text, languages: readonly string[]): boolean {
  if (languages.includes(document.languageId)) return true;
  return SHARED_LANGUAGES[document.languageId]?.(languages).test(document.getText()) ?? false;
}
