/** The script of the board view: shows the piece or the position at the cursor. */
import { render } from "preact";
import { GameView } from "./board/game";
import { Lookup } from "./board/lookup";
import { listen, main, page, refresh } from "./board/page";
import { PieceView } from "./board/piece";
import { BoardState } from "./board/state";

const board = new BoardState();

page.draw = () => {
  render(<Board />, main);
};
listen((message) => {
  if (message.kind === "cursor") board.follow(message.cursor);
  else if (message.kind === "written") board.position.written();
  else if (message.kind === "replaced") board.playVariant(false);
  else if (message.kind === "part") board.open(message.part);
});
new MutationObserver(() => {
  board.choose();
}).observe(document.body, { attributeFilter: ["class"] });
refresh();

function Board() {
  const { piece, shown, isLookup, position } = board;
  return (
    <>
      <p class="message" role="status" hidden={shown !== undefined || isLookup}>
        {board.message}
      </p>
      {piece && <PieceView board={board} answer={piece} isHidden={shown !== "piece" || isLookup} />}
      {position.answer && (
        <GameView
          board={board}
          position={position}
          answer={position.answer}
          isHidden={shown !== "position" || isLookup}
        />
      )}
      <Lookup
        isOpen={isLookup}
        close={() => {
          board.open();
        }}
      />
    </>
  );
}
