/** The files of the page as this build has them; `scripts/build-page.ts` writes it before the script. */
declare const SHELL: { version: string; files: readonly string[] };

const cachePrefix = "shell-";
/** The newest version, and the one that an open page may still be loading views from. */
const keptVersions = 2;
/** After this the kept document answers: a box that is away must not keep the page waiting. */
const documentWaitMs = 3000;

const isShell = new Set(SHELL.files);

/** Stores every file of this build; rejects, and the worker is installed later, when one is missing. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cachePrefix + SHELL.version);
  // "reload" passes the browser's own cache by: the files belong to one build.
  await cache.addAll(SHELL.files.map((path) => new Request(path, { cache: "reload" })));
}

/** Removes the files of all but the two newest builds. */
export async function dropOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const own = cachePrefix + SHELL.version;
  const others = names.filter((name) => name !== own);
  const surplus = others.slice(0, Math.max(0, others.length - keptVersions + 1));
  await Promise.all(surplus.map((name) => caches.delete(name)));
}

/**
 * The answer for a file of the page; undefined for everything else: the API, pictures and video go to the
 * box untouched, and are never stored. The document comes from the box while it answers, so that the page
 * is of the box's version; hashed files never change.
 */
export function shellAnswer(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return undefined;
  if (request.mode === "navigate") return pathname === "/" ? documentAnswer(request) : undefined;
  if (pathname === "/" || !isKept(pathname)) return undefined;
  return kept(pathname).then((found) => found ?? fetch(request));
}

/** This build's file first, then an earlier one's: an open page of that build may need it. */
async function kept(path: string): Promise<Response | undefined> {
  const own = await caches.open(cachePrefix + SHELL.version);
  return (await own.match(path)) ?? (await caches.match(path));
}

/** Hashed files of an earlier build count too: an open page may load its views. */
function isKept(pathname: string): boolean {
  return pathname.startsWith("/assets/") || isShell.has(pathname);
}

async function documentAnswer(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(documentWaitMs) });
    if (answer.status < 500) return answer;
  } catch {
    // The box is away: below.
  }
  return (await kept("/")) ?? Response.error();
}
