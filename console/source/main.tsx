import { render } from "preact";
import { App } from "./app/app.tsx";
import { keepInstalled } from "./app/installed.ts";
import { checkSession, finishProviderSignIn } from "./app/session.ts";
import { loadWords } from "./words/words.ts";

await loadWords();
const root = document.getElementById("root")!;
// Until here the page shows only the box's name.
root.replaceChildren();
render(<App />, root);
if (!(await finishProviderSignIn())) await checkSession();
await keepInstalled();
