import { useEffect } from "preact/hooks";
import { siteEvents } from "../api/events.ts";
import { Button } from "../parts/button.tsx";
import { Notice } from "../parts/notice.tsx";
import { findView } from "../views/registry.ts";
import { words } from "../words/words.ts";
import { Header } from "./header.tsx";
import { hasNewBuild } from "./installed.ts";
import { AreaViews } from "./navigation.tsx";
import { Outlet } from "./outlet.tsx";
import { place } from "./router.ts";
import { firstKey, may } from "./session.ts";
import { useSite } from "./site.ts";
import { watchConnection } from "./watch-connection.ts";

/** What stands around every view: header, navigation, and how the box can be reached. */
export function Shell() {
  useSite();
  useEffect(() => {
    if (!may("events:read")) return;
    return siteEvents.follow([], () => {});
  }, []);
  useEffect(watchConnection, []);
  const { shell } = words.value;
  const here = findView(place.value.path)?.view.area;
  return (
    <div class="shell">
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("#content h1")?.focus();
        }}
      >
        {shell.skip}
      </a>
      <Header here={here} />
      {here && <AreaViews area={here} />}
      <main id="content">
        {hasNewBuild.value && (
          <Notice tone="info">
            {shell.newBuild} <Button onPress={() => location.reload()}>{shell.reload}</Button>
          </Notice>
        )}
        {firstKey.value !== undefined && (
          <Notice tone="warning">
            {shell.firstKey} <code class="secret">{firstKey.value}</code>
          </Notice>
        )}
        <Outlet />
      </main>
    </div>
  );
}
