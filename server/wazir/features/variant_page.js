"use strict";
for (const button of document.querySelectorAll(".wazir-engines button")) {
  const code = button.previousElementSibling;
  const status = button.nextElementSibling;

  function select() {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = " Copied.";
    } catch {
      select();
      status.textContent = document.execCommand("copy")
        ? " Copied."
        : " Selected.";
    }
  });
}
