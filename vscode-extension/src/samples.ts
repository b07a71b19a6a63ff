/** Titles and summaries of samples. */

/** The name of a file as a title: `bent-riders.betza` is "Bent riders". */
export function title(file: string): string {
  const words = file.replace(/\.\w+$/, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first sentence of the comment at the top of a text. */
export function summary(text: string): string {
  return /^[#;\s]*(\S[^\r\n]*?)(?:[.:]\s|[.:]?$)/m.exec(text)?.[1] ?? "";
}
