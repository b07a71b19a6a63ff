/** The page of a view, which loads its script and its style and nothing else. Its pictures are inside of it. */
export interface Parts {
  /** Where the script and the style are, as the page may ask for them. */
  readonly script: string;
  readonly style: string;
  /** From where the editor serves what belongs to the extension. */
  readonly source: string;
  /** The word that the script needs to run; without one, every script of the source runs. */
  readonly nonce?: string;
  readonly language: string;
  readonly title: string;
  readonly texts: Readonly<Record<string, unknown>>;
}

/** The page as HTML. Only its script runs, and no address is asked for but those of the script and the style. */
export function page(parts: Parts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${parts.source}`,
    `script-src ${parts.nonce ? `'nonce-${parts.nonce}'` : parts.source}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escaped(parts.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(parts.title)}</title>
<link rel="stylesheet" href="${escaped(parts.style)}">
</head>
<body>
<main id="view" data-texts="${escaped(JSON.stringify(parts.texts))}"></main>
<script${parts.nonce ? ` nonce="${parts.nonce}"` : ""} src="${escaped(parts.script)}"></script>
</body>
</html>
`;
}

/** What `wazir/figures` answers, as far as the page shows it. */
export interface Figures {
  readonly title: string;
  readonly board: string;
  readonly lines: readonly string[];
  readonly maps: readonly { readonly title: string; readonly svg: string }[];
}

/** The page, in which nothing runs. The pictures are the server's, which escapes whatever comes from a document. */
export function figuresPage(found: Figures, title: string, style: string, source: string): string {
  const lines = found.lines.map((line) => `<li>${escaped(line)}</li>`).join("\n");
  const maps = found.maps.map((map) => `<figure class="piece"><figcaption>${escaped(map.title)}</figcaption>${map.svg}</figure>`);
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${escaped(source)}">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
<h1>${escaped(found.title)}</h1>
<p class="soft">${escaped(found.board)}</p>
<ul>
${lines}
</ul>
<div class="block">
${maps.join("\n")}
</div>
</body>
</html>
`;
}

/** A text as it stands in HTML. */
export function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** A word that nobody can guess. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
