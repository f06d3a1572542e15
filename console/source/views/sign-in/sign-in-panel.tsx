import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

/** The frame of the forms for people who are not signed in yet. */
export function SignInPanel({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  return (
    <main class="alone">
      <div class="panel sign-in">
        <p class="brand">
          <img src="/icon.svg" alt="" width="32" height="32" />
          Gatehouse
        </p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
