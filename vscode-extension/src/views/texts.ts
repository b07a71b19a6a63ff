/** The texts of pages, without those of the server. */

/** Translates a text with placeholders such as `{0}`. */
export type Translate = (text: string) => string;

/** The texts of the board view. */
export function texts(t: Translate) {
  return {
    nothing: t("There is no piece or position at the cursor."),
    waiting: t("Waiting for the server."),
    failed: t("The server could not answer: {0}"),
    untitled: t("Position"),
    broken: t("The definition has an error, so some moves may be missing."),

    board: t("Board"),
    boardOfPiece: t("{0} on {1}"),
    boardKeys: t(
      "Click a square to place a friend, again for a foe, again to clear it. Drag the piece to move it. Keyboard: arrow keys move between squares, Enter places a piece, M moves the piece here, P plays the move.",
    ),
    variantKeys: t("Click a piece to see its moves in this position. Drag a piece to move it."),
    boardOfFile: t("From the file"),
    boardOfFileIs: t("From the file ({0})"),
    boardOther: t("Other..."),
    boardName: t("Name of the board, such as 9x10"),
    side: t("Side"),
    white: t("White"),
    black: t("Black"),
    moved: t("Has moved"),
    movedHint: t("The piece has already moved"),
    clear: t("Clear Board"),
    clearHint: t("Removes the other pieces and returns the piece to the middle"),
    copy: t("Copy As..."),
    figures: t("Figures"),
    mates: t("Can It Mate?"),
    cancel: t("Cancel"),
    computing: t("Computing figures"),
    computingMates: t("Computing all positions of king and piece"),
    matesSoFar: t("All mates in {0} moves are known"),
    readings: t("All Readings"),
    oneReading: t("This notation has one reading."),
    ofFile: t("{0} (this file)"),
    outside: t("The pieces do not fit on this board and were removed."),

    mover: t("the mover"),
    friend: t("friend"),
    foe: t("foe"),
    empty: t("empty"),
    notReached: t("not reached"),
    does: {
      moves: t("moves there"),
      takes: t("takes a foe there"),
      takesFriend: t("takes a friend there"),
      takesFromAfar: t("takes from afar"),
      hops: t("only with a hop"),
      stays: t("may end where it stood"),
      onCondition: t("only under a condition"),
    },
    blocked: t("in the way"),
    ways: t("Ways to {0}"),
    moreWays: t("and {0} more"),
    show: t("Show Steps"),
    stepOf: t("Step {0} of {1}"),
    firstStep: t("Previous Step"),
    nextStep: t("Next Step"),
    play: t("Play"),
    pause: t("Pause"),
    close: t("Close"),
    point: t("Point at a square to see why the piece can or cannot go there."),

    positionKeys: t(
      "Click a piece, then its target. Keyboard: arrow keys move between places, Enter chooses, Escape cancels, comma and period go to the previous and the next move.",
    ),
    square: t("square {0}"),
    crossing: t("intersection {0}"),
    noSquare: t("no square"),
    movable: t("movable"),
    stuck: t("immobilized"),
    chosen: t("chosen"),
    possible: t("can be chosen"),
    hand: t("{0} hand:"),
    reserve: t("{0} reserve:"),
    held: t("{0}, {1} of them"),
    none: t("none"),
    actions: t("Moves"),
    filter: t("Filter"),
    counted: t("{0} of {1}"),
    moreActions: t("Filter to see the others."),
    hereToo: t("Choose a move:"),
    again: t("Cancel"),
    record: t("Record"),
    start: t("First Position"),
    back: t("Previous Move"),
    on: t("Next Move"),
    end: t("Last Position"),
    reset: t("Back to the Text"),
    reached: t("Move {0} of {1}"),
    further: t("{0} moves played"),
    furtherOne: t("1 move played"),
    last: t("Last: {0}"),
    evaluation: t("Evaluation"),
    evaluate: t("Evaluate"),
    stop: t("Stop"),
    searching: t("Evaluating"),
    looked: t("Depth {0}, {1} positions, {2} s."),
    score: t("Score"),
    line: t("Line"),
    stepTo: t("Show the position after this move"),
    analysis: t("Analysis"),
    analyse: t("Analyse"),
    analyseHint: t("Searches every position of the game for a second, and marks the moves that lose chances"),
    curve: t("White's chance to win after each move"),
    notAnalysed: t("Not analysed"),
    facts: t("Facts"),
    refused: t("{0} is no longer legal: {1}"),

    more: t("More"),
    opponent: t("Play Against"),
    nobody: t("Nobody"),
    person: t("Another Person"),
    level: t("Wazir {0}: {1}"),
    playAs: t("As"),
    takeBack: t("Take Back"),
    hint: t("Hint"),
    thinking: t("Wazir is thinking..."),
    clocks: t("Clocks"),
    noClocks: t("None"),
    clockOf: t("Clock of {0}"),
    writeMoves: t("Write These Moves"),
    writeMovesHint: t("Writes the moves played here into the record"),
    sheet: t("Score Sheet"),
    sheetHint: t("Opens the moves in words as a text"),
    print: t("Print Sheet..."),
    printHint: t("Saves the moves in words as a page, which a browser prints"),
    setUp: t("Set Up Position"),
    setUpHint: t("Changes the position piece by piece"),
    setUpKeys: t(
      "Drag a piece, or click it and then its place. Pieces of the box can be placed repeatedly. Click a castle twice to change its next step. Keyboard: Enter picks up and puts down, Delete removes, Escape puts back.",
    ),
    box: t("New pieces of {0}"),
    movableSquare: t("Movable Square"),
    remove: t("Remove"),
    toMove: t("{0} to move"),
    undo: t("Undo"),
    redo: t("Redo"),
    putHere: t("Put into the hand or reserve of {0}"),
    noProblems: t("This position is legal."),
    writePosition: t("Write This Position"),
    writePositionHint: t("Writes the position into the record, in place of its moves"),
  };
}

export type Texts = ReturnType<typeof texts>;

/** The texts of the gallery. */
export function galleryTexts(t: Translate) {
  return {
    waiting: t("Waiting for the server."),
    failed: t("The server could not answer: {0}"),
    none: t("There are no pieces in this file."),
    one: t("1 piece"),
    many: t("{0} pieces"),
    broken: t("The definition has an error, so some moves may be missing."),
    diagram: t("Diagram of {0}"),
  };
}

export type GalleryTexts = ReturnType<typeof galleryTexts>;

/** The texts of the page that finds pieces by squares. */
export function lookupTexts(t: (text: string) => string) {
  return {
    how: t("Click the squares that the piece reaches: once for a move or capture, again for a move only, again for a capture only."),
    kinds: { both: t("move or capture"), quiet: t("move only"), capture: t("capture only") },
    none: t("No text reaches exactly these squares."),
    goOn: t("Rides go on beyond the edge"),
    clear: t("Clear"),
    write: t("Insert"),
  };
}

export type LookupTexts = ReturnType<typeof lookupTexts>;
