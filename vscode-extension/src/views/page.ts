/** The page of a view, which loads only its script and its style. Pictures are inline. */
import english from "./texts.json";

/** The texts of pages that the server does not send. */
export type Texts = typeof english;

export interface Parts {
  /** The addresses of the script and the style. */
  readonly script: string;
  readonly style: string;
  /** The source of the extension's files in content security policies. */
  readonly source: string;
  /** The nonce of the script. Without one, every script of the source may run. */
  readonly nonce?: string;
  readonly language: string;
  readonly title: string;
  readonly texts: Texts;
}

/** The page as HTML. Its policy allows only its script and its style. */
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

/** The texts, translated. Their placeholders are as `{0}`. */
export function texts(translate: (text: string) => string): Texts {
  return JSON.parse(JSON.stringify(english), (_, text: unknown) =>
    typeof text === "string" ? translate(text) : text,
  ) as Texts;
}

/** A text escaped for HTML. */
export function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

/** A random nonce. */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
