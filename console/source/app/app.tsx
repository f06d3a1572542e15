import { SignIn } from "../views/sign-in/sign-in.tsx";
import { session, signInReason } from "./session.ts";
import { Shell } from "./shell.tsx";
import { words } from "../words/words.ts";
import { Loading, Notice } from "../parts/notice.tsx";

/** The page: the sign-in, or the frame with the view that its address names. */
export function App() {
  const who = session.value;
  if (who === "unknown") {
    return <main class="alone">{signInReason.value === "" ? <Loading /> : <Disconnected />}</main>;
  }
  return who === "nobody" ? <SignIn /> : <Shell />;
}

/** The page opened without the box: its own files are kept, everything else is on the box. */
function Disconnected() {
  return (
    <div role="status">
      <Notice tone="warning">{words.value.shell.retrying}</Notice>
    </div>
  );
}
