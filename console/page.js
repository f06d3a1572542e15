import { call, isSignedIn, may, signIn, signOut, whenSignedOut } from "./api.js";
import { Events } from "./events.js";
import { IncidentBoard } from "./incidents.js";
import { StreamBoard } from "./streams.js";

const element = (id) => document.getElementById(id);
const retryMs = 3000;

const streams = new StreamBoard();
const incidents = new IncidentBoard();
const events = new Events({
  onState: showConnection,
  onOpen() {
    void incidents.load();
    void streams.reopen();
  },
  onEvent(type, data) {
    if (type === "stream.status") void streams.refresh();
    else incidents.show(data, type === "incident.created");
  },
  onRefused: () => void checkSession(),
});

function showConnection(state) {
  const words = { live: "Live", connecting: "Connecting to the box …", idle: "" };
  const line = element("connection");
  line.dataset.state = state;
  if (line.textContent !== words[state]) line.textContent = words[state];
}

function showBoard() {
  element("sign-in").hidden = true;
  element("board").hidden = false;
  element("sign-out").hidden = false;
  element("keys-link").hidden = !may("keys:admin");
  void streams.start();
  events.open();
  void showPlaceholders();
}

/** Says so where the box is connected to the stand-in for model endpoints. */
async function showPlaceholders() {
  if (!may("system:read")) return;
  try {
    const { uplink } = await call("GET", "/system");
    const isMock = uplink.endpoints.some(({ name }) => name === "mock-cloud");
    element("placeholders").hidden = !isMock;
  } catch {
    // The box cannot be reached: the header says so.
  }
}

function showSignIn(message = "") {
  events.close();
  streams.stop();
  incidents.clear();
  showConnection("idle");
  element("board").hidden = true;
  element("sign-out").hidden = true;
  element("keys-link").hidden = true;
  element("sign-in").hidden = false;
  element("sign-in-error").textContent = message;
  element("key").focus();
}

async function checkSession() {
  try {
    if (!(await isSignedIn())) showSignIn("The session is over; sign in again.");
  } catch {
    // The box cannot be reached: the header says so, and the events try again.
  }
}

/** The key that the setup code has made; null hides it. The box cannot show it again. */
function showFirstKey(key) {
  element("first-key").hidden = key === null;
  element("first-key-text").textContent = key ?? "";
}

async function onSignIn(submitted) {
  submitted.preventDefault();
  const input = element("key");
  const button = submitted.submitter ?? element("sign-in-form").querySelector("button");
  element("sign-in-error").textContent = "";
  button.disabled = true;
  try {
    const firstKey = await signIn(input.value.trim());
    input.value = "";
    showFirstKey(firstKey);
    showBoard();
  } catch (error) {
    element("sign-in-error").textContent = error.message;
    input.focus();
  } finally {
    button.disabled = false;
  }
}

async function onSignOut() {
  try {
    await signOut();
    showFirstKey(null);
    showSignIn();
  } catch (error) {
    const isOver = error.status === 401;
    showSignIn(isOver ? "" : `${error.message} This browser may still be signed in.`);
  }
}

async function begin() {
  try {
    if (await isSignedIn()) showBoard();
    else showSignIn();
  } catch {
    showConnection("connecting");
    setTimeout(begin, retryMs);
  }
}

whenSignedOut(() => showSignIn("The session is over; sign in again."));
element("sign-in-form").addEventListener("submit", (submitted) => void onSignIn(submitted));
element("sign-out").addEventListener("click", () => void onSignOut());
document.addEventListener("visibilitychange", () => {
  if (element("board").hidden) return;
  if (document.hidden) streams.stop();
  else void streams.start();
});
await begin();
