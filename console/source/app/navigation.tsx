import { useEffect, useRef } from "preact/hooks";
import { type IconName, Icon } from "../parts/icon.tsx";
import { type Area, areas, entriesOf, findView, type View } from "../views/registry.ts";
import { number } from "../words/say.ts";
import { words } from "../words/words.ts";
import { href, match, place } from "./router.ts";
import { site } from "./site.ts";

const icons: Readonly<Record<Area, IconName>> = {
  live: "cameras",
  review: "incidents",
  robots: "robots",
  automation: "policies",
  system: "configuration",
};
/** More do not fit into the mark. */
const mostShown = 99;

/** The areas of the page: across the header, or along the lower edge of a phone. */
export function Navigation({ here }: { here: Area | undefined }) {
  const { shell } = words.value;
  const system = site.system.value;
  return (
    <nav class="areas" aria-label={shell.navigation}>
      <ul>
        {areas
          .filter((area) => entriesOf(area, system).length > 0)
          .map((area) => (
            <li key={area}>
              <AreaLink area={area} isHere={area === here} first={entriesOf(area, system)[0]!} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

function AreaLink({ area, isHere, first }: { area: Area; isHere: boolean; first: View }) {
  const { nav, shell } = words.value;
  const amount = area === "review" ? (site.unreviewed.value ?? 0) : 0;
  const isExact = match(first.path, place.value.path) !== undefined;
  return (
    <a href={href(first.path)} aria-current={isExact ? "page" : isHere ? "true" : undefined}>
      <Icon name={icons[area]} />
      {nav[area]}
      {amount > 0 && (
        <span class="unreviewed">
          {amount > mostShown ? `${number(mostShown)}+` : number(amount)}
          <span class="unseen"> {shell.unreviewed}</span>
        </span>
      )}
    </a>
  );
}

/** The views of an area, where it has several. */
export function AreaViews({ area }: { area: Area }) {
  const entries = entriesOf(area, site.system.value);
  if (entries.length < 2) return null;
  return (
    <nav class="area-views" aria-label={words.value.nav[area]}>
      <ViewList views={entries.filter(({ nav }) => !nav?.isAdvanced)} />
      <AdvancedViews views={entries.filter(({ nav }) => nav?.isAdvanced)} />
    </nav>
  );
}

const advancedId = "advanced-views";

function AdvancedViews({ views }: { views: readonly View[] }) {
  if (views.length === 0) return null;
  return (
    <>
      <span id={advancedId} class="hint">
        {words.value.nav.advanced}
      </span>
      <ViewList views={views} labelId={advancedId} />
    </>
  );
}

function ViewList({ views, labelId }: { views: readonly View[]; labelId?: string }) {
  return (
    <ul aria-labelledby={labelId}>
      {views.map((view) => (
        <li key={view.path}>
          <ViewLink view={view} nav={view.nav!} />
        </li>
      ))}
    </ul>
  );
}

function ViewLink({ view, nav }: { view: View; nav: NonNullable<View["nav"]> }) {
  const { path } = place.value;
  const isHere = match(view.path, path) !== undefined;
  // A view below this one may have an entry of its own.
  const isWithin = path.startsWith(`${view.path}/`) && findView(path)?.view.nav === undefined;
  const link = useRef<HTMLAnchorElement>(null);
  const isCurrent = isHere || isWithin;
  useEffect(() => {
    // On a phone the row is wider than the screen.
    if (isCurrent) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isCurrent]);
  return (
    <a
      ref={link}
      href={href(view.path)}
      aria-current={isHere ? "page" : isWithin ? "true" : undefined}
    >
      <Icon name={nav.icon} />
      {nav.name(words.value)}
    </a>
  );
}
