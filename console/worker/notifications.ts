import type { Plural } from "../../src/base/core/catalog.ts";
import type { PushPayload } from "../../src/notifications/push/wire/push.ts";

/** The words of notifications in each language; `scripts/build-page.ts` takes them from the page's words. */
declare const NOTIFICATION_WORDS: Readonly<
  Record<
    PushPayload["language"],
    {
      test: string;
      testText: string;
      escalated: string;
      summary: Plural;
      severities: Readonly<Record<NonNullable<PushPayload["severity"]>, string>>;
      types: Readonly<Record<string, string>>;
    }
  >
>;

/** What a notification shows, and where pressing it leads. */
interface Shown {
  title: string;
  options: NotificationOptions & {
    image?: string;
    renotify?: boolean;
    timestamp: number;
    data: { open: string };
  };
}

/** Shows the notification of a message. A browser that gets nothing to show says so itself, and may unsubscribe. */
export async function showNotification(
  registration: ServiceWorkerRegistration,
  payload: PushPayload,
): Promise<void> {
  const { title, options } = shownBy(payload);
  await registration.showNotification(title, options);
}

/** Opens what the notification is about: in an open window of the page, else in a new one. */
export async function openNotification(
  clients: Clients,
  notification: Pick<Notification, "close" | "data">,
): Promise<void> {
  notification.close();
  const { open } = notification.data as Shown["options"]["data"];
  const [page] = await clients.matchAll({ type: "window" });
  if (!page) {
    await clients.openWindow(`/${open}`);
    return;
  }
  page.postMessage({ open });
  // A browser may refuse to bring a window to the front; the page is there all the same.
  await page.focus().catch(() => undefined);
}

function shownBy(payload: PushPayload): Shown {
  const { language, site, at, incident_id: id, severity, source, image } = payload;
  const own = NOTIFICATION_WORDS[language];
  const timeText = new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short" }).format(
    at * 1000,
  );
  const shared = {
    lang: language,
    dir: language === "ar" ? "rtl" : "ltr",
    icon: "/icon-192.png",
    timestamp: at * 1000,
  } as const;
  if (payload.kind === "test") {
    const options = { ...shared, body: own.testText, tag: "test", data: { open: "#/" } };
    return { title: `${own.test} · ${site}`, options };
  }
  const level = severity === undefined ? [] : [own.severities[severity]];
  if (payload.kind === "summary") {
    const amount = payload.count ?? 0;
    const form = own.summary[new Intl.PluralRules(language).select(amount)] ?? own.summary.other;
    const title = form.replace("{count}", new Intl.NumberFormat(localeOf(language)).format(amount));
    const body = [...level, site].join(" · ");
    return { title, options: { ...shared, body, tag: "summary", data: { open: "#/review" } } };
  }
  const type = payload.type ?? "";
  const plain = type.replaceAll("_", " ");
  const name = own.types[type] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
  const state = payload.escalated === true ? [own.escalated] : [];
  return {
    title: [name, ...(source === undefined ? [] : [source])].join(" · "),
    options: {
      ...shared,
      body: [...state, ...level, site, timeText].join(" · "),
      // The same incident replaces its earlier notification.
      tag: id ?? "incident",
      // Sounds again: the first one was not enough.
      renotify: payload.escalated === true,
      requireInteraction: severity === "critical",
      ...(image === undefined ? {} : { image }),
      data: { open: placeOf(payload) },
    },
  };
}

function placeOf({ robot, incident_id: id }: PushPayload): string {
  if (robot !== undefined) return `#/robots/${encodeURIComponent(robot)}`;
  return id === undefined ? "#/" : `#/review?id=${encodeURIComponent(id)}`;
}

/** The language with the browser's region; Latin digits in Arabic, as on the page. */
function localeOf(language: string): string {
  const wished = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
  return language === "ar" ? `${wished}-u-nu-latn` : wished;
}
