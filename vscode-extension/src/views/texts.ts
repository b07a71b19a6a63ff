/** The texts of pages, without those of the server. */
import english from "./texts.json";

export type Texts = typeof english;

/** The texts, translated. Their placeholders are as `{0}`. */
export function texts(translate: (text: string) => string): Texts {
  return JSON.parse(JSON.stringify(english), (_, text: unknown) => (typeof text === "string" ? translate(text) : text)) as Texts;
}
