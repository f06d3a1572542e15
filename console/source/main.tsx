import { render } from "preact";
import { App } from "./app/app.tsx";
import { checkSession } from "./app/session.ts";
import { loadWords } from "./words/words.ts";

await loadWords();
const root = document.getElementById("root")!;
// What is shown until here is the box's name.
root.replaceChildren();
render(<App />, root);
await checkSession();
