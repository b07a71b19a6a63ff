/** The tools above the board of a piece: board, side, and whether it has moved. */
import type { Texts } from "../../src/views/texts";
import { button, el, filled } from "./dom";
import { isCleared, type Setting } from "./placing";

/** The boards in the menu. Any other can be entered. */
const BOARDS = ["8x8", "9x9", "10x8", "10x10", "12x12", "16x16", "cylinder 8x8", "hex5", "hex6"];
const OTHER = "?";

interface Heard {
  changed(setting: Partial<Setting>): void;
  cleared(): void;
  copied(): void;
  found(): void;
}

export class Tools {
  readonly element: HTMLElement;
  private readonly board: HTMLSelectElement;
  private readonly other: HTMLInputElement;
  private readonly side: HTMLSelectElement;
  private readonly moved = el("input", { type: "checkbox" });
  private readonly clear: HTMLButtonElement;

  constructor(
    private readonly texts: Texts,
    heard: Heard,
  ) {
    const options = [["", texts.boardOfFile], ...BOARDS.map((one) => [one, one]), [OTHER, texts.boardOther]];
    this.board = select(options);
    this.other = el("input", { type: "text", "aria-label": texts.boardName, title: texts.boardName, size: 10, hidden: true });
    this.side = select([
      ["white", texts.white],
      ["black", texts.black],
    ]);
    this.clear = button(texts.clear, () => {
      heard.cleared();
    }, { class: "clear", title: texts.clearHint });
    this.board.addEventListener("change", () => {
      this.other.hidden = this.board.value !== OTHER;
      if (this.board.value === OTHER) this.other.focus();
      else heard.changed({ board: this.board.value || null });
    });
    this.other.addEventListener("change", () => {
      heard.changed({ board: this.other.value.trim() || null });
    });
    this.side.addEventListener("change", () => {
      heard.changed({ side: this.side.value === "black" ? "black" : "white" });
    });
    this.moved.addEventListener("change", () => {
      heard.changed({ moved: this.moved.checked });
    });
    this.element = el("div", { class: "tools" }, [
      el("label", {}, [texts.board, this.board]),
      this.other,
      el("label", {}, [texts.side, this.side]),
      el("label", { title: texts.movedHint }, [this.moved, texts.moved]),
      this.clear,
      button(texts.copy, () => {
        heard.copied();
      }),
      button(texts.findPiece, () => {
        heard.found();
      }, { title: texts.findPieceHint }),
    ]);
  }

  /** Shows the choices, and the name of the file's board. */
  show(setting: Setting, shown: string | undefined, isRefused: boolean): void {
    const board = setting.board ?? "";
    const ofFile = this.board.options[0];
    if (ofFile) ofFile.textContent = board || !shown ? this.texts.boardOfFile : filled(this.texts.boardOfFileIs, shown);
    const isKnown = board === "" || BOARDS.includes(board);
    this.board.value = isKnown ? board : OTHER;
    this.other.hidden = isKnown;
    if (!isKnown) this.other.value = board;
    this.other.setAttribute("aria-invalid", String(isRefused && !isKnown));
    this.side.value = setting.side;
    this.moved.checked = setting.moved;
    this.clear.disabled = isCleared(setting);
  }
}

function select(options: readonly (readonly string[])[]): HTMLSelectElement {
  return el("select", {}, options.map(([value = "", text = value]) => el("option", { value }, [text])));
}
