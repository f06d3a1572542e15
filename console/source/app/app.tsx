import { SignIn } from "../views/sign-in/sign-in.tsx";
import { session } from "./session.ts";
import { Shell } from "./shell.tsx";
import { Loading } from "../parts/notice.tsx";

/** The page: the sign-in, or the frame with the view that its address names. */
export function App() {
  const who = session.value;
  if (who === "unknown") {
    return (
      <main class="alone">
        <Loading />
      </main>
    );
  }
  return who === "nobody" ? <SignIn /> : <Shell />;
}
