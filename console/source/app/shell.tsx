import { useEffect, useState } from "preact/hooks";
import { siteEvents } from "../api/events.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Notice } from "../parts/notice.tsx";
import { groups, type View, views } from "../views/registry.ts";
import { words } from "../words/words.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { Outlet } from "./outlet.tsx";
import { href, match, place } from "./router.ts";
import { firstKey, may, signOut } from "./session.ts";

/** What stands around every view: header, navigation, and how the box can be reached. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { path } = place.value;
  useEffect(() => setMenuOpen(false), [path]);
  useEffect(() => {
    if (!may("events:read")) return;
    return siteEvents.follow([], () => {});
  }, []);
  const { shell } = words.value;
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
      <header class="top">
        <button
          type="button"
          class="button quiet menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          aria-label={shell.menu}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? "close" : "menu"} />
        </button>
        <a class="brand" href={href("/")}>
          <img src="/icon.svg" alt="" width="26" height="26" />
          Gatehouse
        </a>
        <LinkState />
        <LanguageChoice />
        <Button tone="quiet" onPress={() => void signOut()}>
          {shell.signOut}
        </Button>
      </header>
      <nav id="navigation" class={isMenuOpen ? "nav open" : "nav"} aria-label={shell.navigation}>
        {groups.map((group) => (
          <NavGroup key={group} group={group} />
        ))}
      </nav>
      <main id="content">
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

function LinkState() {
  const state = may("events:read") ? siteEvents.link.value : "idle";
  const { live, connecting, retrying } = words.value.shell;
  const text = { idle: "", live, connecting, retrying }[state];
  return (
    <p class="link-state" role="status" data-state={state}>
      {text}
    </p>
  );
}

function NavGroup({ group }: { group: (typeof groups)[number] }) {
  const entries = views.filter((view) => view.nav?.group === group && may(view.scope));
  if (entries.length === 0) return null;
  return (
    <div class="nav-group">
      <p class="nav-title" id={`nav-${group}`}>
        {words.value.shell[group]}
      </p>
      <ul aria-labelledby={`nav-${group}`}>
        {entries.map((view) => (
          <li key={view.path}>
            <NavLink view={view} nav={view.nav!} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function NavLink({ view, nav }: { view: View; nav: NonNullable<View["nav"]> }) {
  const { path } = place.value;
  const isHere = match(view.path, path) !== undefined;
  const isWithin = view.path !== "/" && path.startsWith(`${view.path}/`);
  return (
    <a href={href(view.path)} aria-current={isHere ? "page" : isWithin ? "true" : undefined}>
      <Icon name={nav.icon} />
      {nav.name(words.value)}
    </a>
  );
}
