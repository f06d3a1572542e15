import { useEffect } from "preact/hooks";
import { findView } from "../views/registry.ts";
import { SignIn } from "../views/sign-in/sign-in.tsx";
import { Invitation } from "../views/sign-in/invitation.tsx";
import { match, place } from "./router.ts";
import { session, signInReason } from "./session.ts";
import { Shell } from "./shell.tsx";
import { words } from "../words/words.ts";
import { Loading, Notice } from "../parts/notice.tsx";

/** The page: an invitation, the sign-in, or the frame with the view that its address names. */
export function App() {
  const who = session.value;
  useEffect(() => {
    if (who === "nobody") preload();
  }, [who]);
  const { path } = place.value;
  const invited = match("/invitation/:token", path);
  const reset = match("/new-password/:token", path);
  const token = (invited ?? reset)?.["token"];
  if (token !== undefined) return <Invitation token={token} isReset={reset !== undefined} />;
  if (who === "unknown") {
    return <main class="alone">{signInReason.value === "" ? <Loading /> : <Disconnected />}</main>;
  }
  return who === "nobody" ? <SignIn /> : <Shell />;
}

/** Loads the first view's code while somebody types a key; what fails is loaded when the view opens. */
function preload(): void {
  findView("/live")
    ?.view.load()
    .catch(() => {});
}

/** The page opened without the box: its own files are kept, everything else is on the box. */
function Disconnected() {
  return (
    <div role="status">
      <Notice tone="warning">{words.value.shell.retrying}</Notice>
    </div>
  );
}
