"use strict";
// Shows every example in the language that the reader chose last. Without this script each example has its own choice.
const nameInStore = "language-of-examples";

function choose(language) {
  for (const input of document.querySelectorAll(".tabs input")) {
    if (input.value === language) input.checked = true;
  }
}

try {
  choose(localStorage.getItem(nameInStore));
} catch {
  // A browser may forbid the store; the choice then holds for this page.
}
document.addEventListener("change", ({ target }) => {
  if (!target.matches(".tabs input")) return;
  choose(target.value);
  // The place of the text must not move under the reader's finger.
  target.labels[0].scrollIntoView({ block: "nearest" });
  try {
    localStorage.setItem(nameInStore, target.value);
  } catch {
    return;
  }
});
