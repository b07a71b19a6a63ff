const data = JSON.parse(document.getElementById("data").textContent);
data.games.forEach((steps, number) => {
  if (steps.length > 1)
    begin(document.getElementById("game" + number), data.items, steps);
});
current = games[0];

function address() {
  const found = /^#game(\d+)-(\d+)$/.exec(location.hash);
  const game =
    found && games.find((one) => one.section.id === "game" + found[1]);
  if (!game) return;
  current = game;
  game.go(Number(found[2]));
  game.section.scrollIntoView();
}
window.addEventListener("hashchange", address);
address();
