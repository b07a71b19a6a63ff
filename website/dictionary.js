// Searches the list of pieces by name, text and squares.
(() => {
  const form = document.querySelector(".wazir-search");
  const [field, output] = [
    form.querySelector("input"),
    form.querySelector("output"),
  ];
  const ticks = [...form.querySelectorAll("[data-square]")];
  const list = document.querySelector(".wazir-list");
  const pieces = [...list.children].map((row) => ({
    row,
    words: row.textContent.toLowerCase(),
    texts: row.querySelector("code").textContent,
    squares: new Set(row.dataset.squares.split(" ")),
  }));

  function search() {
    const wanted = ticks
      .filter((tick) => tick.ariaPressed === "true")
      .map((tick) => tick.dataset.square);
    const words = field.value.trim();
    const found = pieces.filter(
      (piece) =>
        (piece.words.includes(words.toLowerCase()) || piece.texts === words) &&
        wanted.every((square) => piece.squares.has(square)),
    );
    if (wanted.length)
      found.sort(
        (one, other) =>
          one.squares.size - other.squares.size ||
          one.texts.length - other.texts.length,
      );
    found.sort((one, other) => (other.texts === words) - (one.texts === words));
    list.replaceChildren(...found.map((piece) => piece.row));
    const order = wanted.length ? ", those with the fewest squares first" : "";
    output.textContent =
      found.length === 1 ? "1 piece" : `${found.length} pieces${order}`;
  }

  form.addEventListener("click", (event) => {
    if (event.target.dataset.square === undefined) return;
    event.target.ariaPressed = String(event.target.ariaPressed !== "true");
    search();
  });
  form.addEventListener("reset", () => {
    for (const tick of ticks) tick.ariaPressed = "false";
    setTimeout(search);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", search);
  form.hidden = false;
  search();
})();
