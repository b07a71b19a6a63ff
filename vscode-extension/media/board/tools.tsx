/** The tools below the board of a piece: board, side, and whether it has moved. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { filled } from "./dom";
import { texts } from "./page";
import { Choice, SIDES } from "./parts";
import { cleared, isCleared, type Setting } from "./placing";
import type { BoardState } from "./state";

/** The boards in the menu. Any other can be entered. */
const BOARDS = ["8x8", "9x9", "10x8", "10x10", "12x12", "16x16", "cylinder 8x8", "hex5", "hex6"];
const OTHER = "?";

/** *ofFile* is the name of the file's board. */
export function Tools({ board, ofFile }: { readonly board: BoardState; readonly ofFile: string }) {
  const { setting, remark } = board;
  const choose = (change: Partial<Setting>): void => {
    board.choose({ ...setting, ...change });
  };
  const [isEntering, setEntering] = useState(false);
  const other = useRef<HTMLInputElement>(null);
  const isKnown = setting.board === null || BOARDS.includes(setting.board);
  const isOther = isEntering || !isKnown;
  useLayoutEffect(() => {
    if (isEntering) other.current?.focus();
  }, [isEntering]);
  const chooseBoard = (name: string): void => {
    setEntering(name === OTHER);
    if (name !== OTHER) choose({ board: name.trim() || null });
  };
  const defaultBoard =
    setting.board === null ? filled(texts.boardOfFileIs, ofFile) : texts.boardOfFile;
  const boards = [
    ["", defaultBoard],
    ...BOARDS.map((one) => [one, one] as const),
    [OTHER, texts.boardOther],
  ] as const;
  return (
    <div class="tools">
      <Choice
        label={texts.board}
        value={isOther ? OTHER : (setting.board ?? "")}
        of={boards}
        choose={chooseBoard}
      />
      <input
        ref={other}
        type="text"
        size={10}
        hidden={!isOther}
        value={isKnown ? undefined : setting.board}
        aria-label={texts.boardName}
        title={texts.boardName}
        aria-invalid={!isKnown && remark !== "" && remark !== texts.outside}
        onChange={({ currentTarget }) => {
          chooseBoard(currentTarget.value);
        }}
      />
      <Choice
        label={texts.side}
        value={setting.side}
        of={SIDES}
        choose={(side) => {
          choose({ side });
        }}
      />
      <label title={texts.movedHint}>
        <input
          type="checkbox"
          checked={setting.moved}
          onChange={({ currentTarget }) => {
            choose({ moved: currentTarget.checked });
          }}
        />
        {texts.moved}
      </label>
      <button
        class="clear"
        title={texts.clearHint}
        disabled={isCleared(setting)}
        onClick={() => {
          choose(cleared(setting));
        }}
      >
        {texts.clear}
      </button>
      <button
        onClick={() => {
          board.tell("copy");
        }}
      >
        {texts.copy}
      </button>
      <button
        title={texts.findPieceHint}
        onClick={() => {
          board.open("lookup");
        }}
      >
        {texts.findPiece}
      </button>
    </div>
  );
}
