import type { RescueSource, RescueState } from "./rescue-port.ts";

/** Data of the rescue page. */
export interface RescuePageFacts {
  reason: string;
  sources: readonly RescueSource[];
  state: RescueState;
  /** The reason why the server refused the last restore. */
  refusal?: string;
  /** Nonce of the page's one script. */
  nonce: string;
}

const style = `body{font:1.1rem/1.5 system-ui;max-width:40rem;margin:4rem auto;padding:0 1rem}
label{display:block;margin:.4rem 0}input,button{font:inherit}.refusal{color:#b00020}`;

/** Follows a restore, and loads the page again once the appliance has started. */
const script = `const line=document.getElementById("state");
const follow=async()=>{try{const{data}=await(await fetch("/rescue")).json();
if(data.state!=="running"&&data.state!=="done")return location.replace("/");
line.textContent="Restoring "+data.source+": "+data.stage+(data.bytes?", "+Math.round(data.bytes/1e6)+" MB":"")}
catch{line.textContent="The box starts again. This page follows by itself.";
try{if((await fetch("/readyz")).ok)return location.replace("/")}catch{}}
setTimeout(follow,1000)};follow()`;

/** The page that replaces the application while the store cannot be opened. */
export function rescuePage({ reason, sources, state, refusal, nonce }: RescuePageFacts): string {
  const isBusy = state.state === "running" || state.state === "done";
  const problem =
    refusal ?? (state.state === "failed" ? `The restore failed: ${state.problem}` : "");
  const body = isBusy
    ? `<p id="state" role="status">Restoring ${escaped(state.source ?? "")}</p>
<script nonce="${nonce}">${script}</script>`
    : `${problem === "" ? "" : `<p class="refusal" role="alert">${escaped(problem)}</p>`}${form(sources)}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse: no store</title>
<meta name="viewport" content="width=device-width"><style>${style}</style>
<h1>The box has no store that it can open</h1>
<p>${escaped(reason)}</p>
<p>Cameras, robots and the API are off, and nothing in the data directory is changed. The box starts
by itself once a backup has been restored.</p>${body}</html>`;
}

function form(sources: readonly RescueSource[]): string {
  if (sources.length === 0) return "<p>This page finds no copy and no backup to restore.</p>";
  const choices = sources.map(
    ({ id, title }, at) =>
      `<label><input type="radio" name="source" value="${escaped(id)}"${at === 0 ? " checked" : ""}> ${escaped(title)}</label>`,
  );
  return `<h2>Restore here</h2>
<form method="post" action="/rescue/restore">${choices.join("\n")}
<label>Rescue code <input name="code" required autocomplete="off" autocapitalize="characters" size="24"></label>
<p>The log of the service has the code, and <code>sudo gatehouse rescue-code</code> prints it.</p>
<button>Restore</button></form>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
}
