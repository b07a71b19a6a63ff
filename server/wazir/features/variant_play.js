for (const part of document.querySelectorAll(".wazir-play")) {
  const [button, status, frame] = part.children;
  if (location.protocol === "file:") {
    status.textContent = "To play, open this page from a web server.";
    continue;
  }
  button.hidden = false;
  button.addEventListener("click", () => {
    button.hidden = true;
    frame.hidden = false;
    frame.src = frame.dataset.src;
  });
}
