import { call, isSignedIn, may, whenSignedOut } from "./api.js";
import { wordsOfTime } from "./words.js";

const element = (id) => document.getElementById(id);
const list = element("key-list");
const pageSize = 50;
let after;

function say(message) {
  element("keys-note").textContent = message;
  element("keys-note").hidden = message === "";
}

function showSecret(words, secret) {
  const line = element("key-shown");
  line.querySelector("span").textContent = words;
  line.querySelector("code").textContent = secret;
  line.hidden = false;
}

/** Does one thing; what goes wrong is shown, and the button rests meanwhile. */
async function act(button, work) {
  element("key-error").textContent = "";
  element("key-shown").hidden = true;
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    element("key-error").textContent = error.message;
  } finally {
    button.disabled = false;
  }
}

function detailsOf(key) {
  const scopes = key.preset ?? key.scopes.join(" ");
  const until = key.expires_at === null ? "no end" : `until ${wordsOfTime(key.expires_at)}`;
  const used =
    key.last_used_at === null ? "never used" : `last used ${wordsOfTime(key.last_used_at)}`;
  const networks = key.networks.length === 0 ? [] : [`from ${key.networks.join(", ")}`];
  return [key.state, scopes, until, used, ...networks, key.id].join(" · ");
}

function fill(row, key) {
  row.dataset.key = key.id;
  row.dataset.state = key.state;
  row.querySelector("h3").textContent = key.name;
  row.querySelector("p").textContent = detailsOf(key);
  for (const button of row.querySelectorAll("button")) button.hidden = key.state !== "active";
}

function rowOf(key) {
  const row = element("key-template").content.firstElementChild.cloneNode(true);
  fill(row, key);
  const roll = row.querySelector(".roll");
  roll.addEventListener("click", () => void act(roll, () => rollKey(row, key)));
  const end = row.querySelector(".delete");
  end.addEventListener("click", () => void act(end, () => endKey(row, key)));
  return row;
}

async function rollKey(row, key) {
  const question = `Give “${key.name}” a new secret? The old one is good for another day.`;
  if (!window.confirm(question)) return;
  const rolled = await call("POST", `/keys/${key.id}/roll`, {});
  fill(row, rolled);
  showSecret(`The new secret of “${key.name}”.`, rolled.key);
}

async function endKey(row, key) {
  if (!window.confirm(`End “${key.name}” at once and for ever?`)) return;
  await call("DELETE", `/keys/${key.id}`);
  fill(row, await call("GET", `/keys/${key.id}`));
}

async function load() {
  const from = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
  const page = await call("GET", `/keys?limit=${pageSize}${from}`);
  list.append(...page.data.map(rowOf));
  after = page.next_cursor ?? undefined;
  element("more-keys").hidden = !page.has_more;
}

async function onNewKey(form) {
  const made = await call("POST", "/keys", Object.fromEntries(new FormData(form)));
  list.append(rowOf(made));
  showSecret(`The key “${made.name}” is made.`, made.key);
  form.reset();
}

async function begin() {
  if (!(await isSignedIn())) {
    location.assign("./");
    return;
  }
  if (!may("keys:admin")) {
    say("Whoever is signed in may not manage keys: the scope keys:admin is missing.");
    return;
  }
  await load();
  element("keys").hidden = false;
}

whenSignedOut(() => location.assign("./"));
const more = element("more-keys");
more.addEventListener("click", () => void act(more, load));
element("new-key").addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const form = submitted.currentTarget;
  void act(form.querySelector("button"), () => onNewKey(form));
});
await begin().catch((error) => say(error.message));
