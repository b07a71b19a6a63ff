// The theme puts the button that copies a code block into a landmark as soon as the block is seen.
new MutationObserver(() => {
  for (const buttons of document.querySelectorAll("nav.md-code__nav:not([role])")) buttons.role = "none";
}).observe(document.body, { childList: true, subtree: true });
