import { useRef } from "preact/hooks";
import { connection, type Connection } from "../api/connection.ts";
import { siteEvents } from "../api/events.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { words } from "../words/words.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { Navigation } from "./navigation.tsx";
import { href } from "./router.ts";
import { may, session, signOut } from "./session.ts";
import { site } from "./site.ts";
import { StopButton } from "./stop-button.tsx";
import type { Area } from "../views/registry.ts";

const menuId = "account-menu";

/** The site's name and mode, the areas, the connection, the robots' stop, and the user's menu. */
export function Header({ here }: { here: Area | undefined }) {
  const name = site.system.value?.name ?? "Gatehouse";
  return (
    <header class="top">
      <a class="brand" href={href("/")}>
        <img src="/icon.svg" alt="" width="26" height="26" />
        <span class="brand-name" dir="auto">
          {name}
        </span>
      </a>
      <Navigation here={here} />
      <SiteMode />
      <LinkState />
      {/* The robots' own views have a larger stop that is always in sight. */}
      {here !== "robots" && <StopButton />}
      <Menu />
    </header>
  );
}

function SiteMode() {
  const { shell, policies } = words.value;
  const mode = site.mode.value?.mode;
  if (mode === undefined) return null;
  return (
    <a class="site-mode" data-mode={mode} href={href("/automation/modes")}>
      <Icon name="policies" />
      <span class="unseen">{shell.mode} </span>
      {policies.modeNames[mode]}
    </a>
  );
}

function LinkState() {
  const state = connectionState();
  const { live, connecting, retrying } = words.value.shell;
  const text = { live, connecting, retrying }[state];
  return (
    <p class="link-state" role="status" data-state={state}>
      <span>{text}</span>
    </p>
  );
}

/** The box may answer while its events do not arrive: then the page is not current yet. */
function connectionState(): Connection {
  if (connection.value !== "live" || !may("events:read")) return connection.value;
  return siteEvents.link.value === "live" ? "live" : "connecting";
}

/** The person's name, as the way to the account; nothing for keys. */
function AccountLink({ onFollow }: { onFollow: () => void }) {
  const who = session.value;
  const person = typeof who === "object" ? who.person : null;
  if (!person) return null;
  return (
    <a class="button quiet" href={href("/system/account")} onClick={onFollow}>
      {person.name}
    </a>
  );
}

/** Account, language and sign-out. Escape, a press elsewhere and a choice of language close it. */
function Menu() {
  const menu = useRef<HTMLDivElement>(null);
  const { shell } = words.value;
  return (
    <>
      <button
        type="button"
        class="button quiet menu-button"
        popovertarget={menuId}
        aria-label={shell.menu}
        title={shell.menu}
      >
        <Icon name="menu" />
      </button>
      <div ref={menu} id={menuId} popover="auto" class="menu panel">
        <AccountLink onFollow={() => menu.current?.hidePopover()} />
        <LanguageChoice onChosen={() => menu.current?.hidePopover()} />
        <Button onPress={() => void signOut()}>{shell.signOut}</Button>
      </div>
    </>
  );
}
