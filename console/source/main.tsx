import { render } from "preact";
import { App } from "./app/app.tsx";
import { checkSession } from "./app/session.ts";
import { loadWords } from "./words/words.ts";

await loadWords();
render(<App />, document.getElementById("root")!);
await checkSession();
