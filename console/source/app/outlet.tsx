import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Loading, Notice, Problem } from "../parts/notice.tsx";
import { Page } from "../parts/page.tsx";
import { currentPath, findView, type View, type ViewProps } from "../views/registry.ts";
import { say } from "../words/say.ts";
import { words } from "../words/words.ts";
import { go, href, place } from "./router.ts";
import { may } from "./session.ts";

/** The view that the page's address names. */
export function Outlet() {
  const { path, query } = place.value;
  const { shell, common } = words.value;
  const current = currentPath(path);
  useEffect(() => {
    if (current !== path) go(current, { query: Object.fromEntries(query), replace: true });
  }, [current, path]);
  const found = findView(path);
  if (current !== path) return <Loading />;
  if (!found) {
    return (
      <Page title={shell.notFound}>
        <p>
          <a href={href("/")}>{shell.toStart}</a>
        </p>
      </Page>
    );
  }
  const { view, params } = found;
  if (!may(view.scope)) {
    return (
      <Page title={view.nav?.name(words.value) ?? "Gatehouse"}>
        <Notice tone="warning">{say(common.mayNot, { scope: view.scope })}</Notice>
      </Page>
    );
  }
  return <Loaded key={path} view={view} params={params} query={query} />;
}

/** Views that have been loaded, so that going back to one does not flicker. */
const known = new Map<View, ComponentType<ViewProps>>();

function Loaded({ view, ...props }: ViewProps & { view: View }) {
  const [component, setComponent] = useState(() => known.get(view));
  const [error, setError] = useState<unknown>(undefined);
  const load = (): void => {
    setError(undefined);
    view.load().then(({ View: loaded }) => {
      known.set(view, loaded);
      setComponent(() => loaded);
    }, setError);
  };
  useEffect(() => {
    if (!component) load();
  }, []);
  if (error !== undefined) return <Problem error={error} onRetry={load} />;
  const Component = component;
  return Component ? <Component {...props} /> : <Loading />;
}
