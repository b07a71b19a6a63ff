/** What the theme adds to a page is made accessible. */
function mend() {
  // The button that copies a code block is put into a landmark as soon as the block is seen.
  for (const buttons of document.querySelectorAll(
    "nav.md-code__nav:not([role])",
  ))
    buttons.role = "none";
  // Wide tables are put into boxes, which the keyboard scrolls only with the focus.
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** The picture of the home page gives way to the playground on demand, which loads megabytes and needs a web server. */
function offerPlayground() {
  const offer = document.querySelector(".wazir-try");
  if (!offer || location.protocol === "file:") return;
  offer.hidden = false;
  offer.firstElementChild.addEventListener("click", () => {
    const frame = Object.assign(document.createElement("iframe"), {
      src: "playground/index.html",
      title: "Playground",
    });
    offer.previousElementSibling.remove();
    offer.replaceChildren(frame);
    frame.focus();
  });
}

offerPlayground();
new MutationObserver(mend).observe(document.body, {
  childList: true,
  subtree: true,
});
window.addEventListener("resize", mend);
