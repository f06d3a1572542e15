"use strict";
// The search of the documentation. It reads its index when somebody first uses it, and asks no other server.
const root = document.body.dataset.root;
const field = document.getElementById("search");
const results = document.getElementById("results");
const most = 20;
const snippetLength = 160;
let loading;

/** Sections as [page, anchor, title, heading, text]. */
function sections() {
  loading ??= fetch(`${root}search.json`).then((answer) => answer.json());
  return loading;
}

/** Every word must be there; one in a title counts most. */
function scoreOf([, , title, heading, text], words) {
  const places = [title, heading, text].map((each) => each.toLowerCase());
  let score = 0;
  for (const word of words) {
    const [inTitle, inHeading, inText] = places.map((each) => each.includes(word));
    if (!inTitle && !inHeading && !inText) return 0;
    score += (inTitle ? 8 : 0) + (inHeading ? 6 : 0) + (inText ? 1 : 0);
  }
  return score;
}

function resultOf([page, anchor, title, heading, text], words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = root + page + (anchor === "" ? "" : `#${anchor}`);
  link.textContent = heading === "" || heading === title ? title : `${title}: ${heading}`;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - snippetLength / 3);
  const snippet = document.createElement("p");
  snippet.textContent = text.slice(at, at + snippetLength);
  item.append(link, snippet);
  return item;
}

async function show() {
  const query = field.value;
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  results.hidden = words.length === 0;
  if (words.length === 0) return;
  const all = await sections();
  if (field.value !== query) return;
  const found = all
    .map((section) => [scoreOf(section, words), section])
    .filter(([score]) => score > 0)
    .sort(([a], [b]) => b - a);
  const list = document.createElement("ol");
  list.append(...found.slice(0, most).map(([, section]) => resultOf(section, words)));
  const count = document.createElement("p");
  count.textContent = found.length === 0 ? "Nothing found." : `${found.length} found`;
  results.replaceChildren(count, list);
}

field.addEventListener("input", () => void show());
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
results.addEventListener("click", () => {
  field.value = "";
  results.hidden = true;
});
// A phone shows the text first.
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav details").open = false;
