/** The formats in which a piece or a position can be copied. */
import type { Choices, Cursor } from "./messages";
import type { Translate } from "./texts";

/** A converted text. The reason explains why it is missing or incomplete. */
export interface Conversion {
  readonly text: string | null;
  readonly reason: string | null;
}

/** A format to which a file can be converted. */
export interface Form {
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly isOwn: boolean;
  /** It is a configuration file of an engine. */
  readonly isOfEngine: boolean;
}

export interface Forms {
  readonly version: number;
  readonly word: string;
  readonly forms: readonly Form[];
}

/** An item of the quick pick. */
export interface Copy {
  readonly label: string;
  /** The text, if it is short. */
  readonly description: string;
  readonly text: string;
}

/** The dependencies: requests, the names of notations, and translations. */
export interface Known {
  readonly ask: <Answer>(method: string, params: object) => Promise<Answer | null>;
  readonly notations: readonly { readonly id: string; readonly name: string }[];
  readonly translate: Translate;
}

/** All formats of the piece or the position at a place; empty if there is neither. */
export async function copies(known: Known, { uri, position }: Cursor, choices: Choices): Promise<Copy[]> {
  const params = { ...choices, textDocument: { uri }, position, theme: "auto" };
  const piece = await known.ask<{ notation: string }>("wazir/piece", { ...params, picture: false });
  const forms = await known.ask<Forms>("wazir/forms", { textDocument: { uri }, position });
  const named = piece ? formsOfPiece(known, piece.notation, forms) : formsOfPosition(known);
  const asked = named.map(async ([form, label]) => {
    const text = (await known.ask<Conversion>("wazir/copy", { ...params, form }))?.text;
    return text ? [{ label, text, description: preview(text) }] : [];
  });
  return (await Promise.all(asked)).flat();
}

type Named = readonly (readonly [form: string, label: string])[];

/** The formats of a piece, its own notation first. */
function formsOfPiece(known: Known, notation: string, found: Forms | null): Named {
  const forms = found?.forms ?? [];
  const languages = new Set([notation, ...forms.filter(({ isOfEngine }) => !isOfEngine).map(({ language }) => language)]);
  const named = [...languages].map((id) => [id, known.notations.find((one) => one.id === id)?.name ?? id] as const);
  const ofEngines = forms.filter(({ isOfEngine }) => isOfEngine).map(({ name, title }) => [name, title] as const);
  return [...named, ...formsOfAll(known), ...ofEngines];
}

/** The formats of a position. */
function formsOfPosition(known: Known): Named {
  const { translate: t } = known;
  return [["fen", t("One-line position")], ["board", t("Position as a record")], ["sheet", t("Score sheet")], ...formsOfAll(known)];
}

function formsOfAll({ translate: t }: Known): Named {
  return [
    ["svg", t("SVG image")],
    ["markdown", t("Markdown with image, description, and definition")],
    ["text", t("Text diagram")],
  ];
}

function preview(text: string): string {
  const line = text.trim();
  return line.length <= 60 && !line.includes("\n") ? line : "";
}
