/** Links: the notation and the compressed text in the address of the page. */

/** A text in a notation. */
export interface Held {
  readonly language: string;
  readonly text: string;
}

/** The error for a link that cannot be read, with the reason. */
export class Unreadable extends Error {}

/** The maximum number of bytes of text in a link. */
const MOST = 1_000_000;
const DAMAGED = "The text in this link cannot be read. The link may have been cut off.";

/** The part of a link after `#`. */
export async function written({ language, text }: Held): Promise<string> {
  const bytes = await collected(
    new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  );
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `${language}=${btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The text in the part of a link after `#`, in one of some notations. Throws *Unreadable*. */
export async function read(link: string, languages: readonly string[]): Promise<Held> {
  const [, language = "", data = ""] = /^([\w-]+)=([\w-]+)$/.exec(link) ?? [];
  if (!data) throw new Unreadable(DAMAGED);
  if (!languages.includes(language)) {
    throw new Unreadable(`This link is for the notation "${language}", which is not known here.`);
  }
  try {
    const signs = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return {
      language,
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await collected(stream),
      ),
    };
  } catch (problem) {
    throw problem instanceof Unreadable ? problem : new Unreadable(DAMAGED);
  }
}

async function collected(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new Unreadable(
        `The text in this link is longer than ${MOST.toLocaleString("en")} bytes.`,
      );
    }
    parts.push(part.value.slice());
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
