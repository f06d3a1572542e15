import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { anyParameters } from "../queries.ts";
import { type Route, route } from "../route.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const maxFiles = 500;
/** Folder whose file names contain a hash of their content. */
const hashedDir = "/assets/";
const forEver = "public, max-age=31536000, immutable";
/** Content codings, best first, with the suffix of the file. */
const codings = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Gatehouse</title></head>
<body>
<h1>The page is not built</h1>
<p>The API works without it: see <a href="/docs/reference">the reference</a>. To build the page, run
<code>scripts/node scripts/build-page.ts</code> where Gatehouse is installed and start it again.</p>
</body>
</html>
`;

/**
 * Returns one fixed route for each file of the built page, so that no request ever becomes a path:
 * dot files, links and other types are left out. `index.html` answers at its directory; without it,
 * a page tells how to build it.
 */
export async function pageRoutes(directory: string): Promise<Route[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const routes: Route[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined || !/^[\w./-]+$/.test(path)) continue;
    if (path.includes("/.") || routes.length >= maxFiles) continue;
    const codes = codings.filter(([, ending]) => names.has(file + ending));
    const served = { file, type, codes, isHashed: path.startsWith(hashedDir) };
    routes.push(fileRoute(path, (request, reply) => send(served, request, reply)));
    if (path === "/index.html") {
      routes.push(fileRoute("/", (request, reply) => send(served, request, reply)));
    }
  }
  if (!names.has(join(directory, "index.html"))) routes.push(fileRoute("/", sayNotBuilt));
  // Links of the documentation are relative to its folder.
  const docs = names.has(join(directory, "docs/index.html")) ? "index.html" : "reference";
  routes.push(fileRoute("/docs", async (_request, reply) => void reply.redirect(`/docs/${docs}`)));
  return routes;
}

/** A file of the page. */
interface PageFile {
  file: string;
  type: string;
  /** Codings with a file beside it. */
  codes: readonly (typeof codings)[number][];
  /** Its name changes with its content. */
  isHashed: boolean;
}

async function send(served: PageFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const accepted = acceptedCodings(request.headers["accept-encoding"]);
  const coding = served.codes.find(([name]) => accepted.has(name));
  const bytes = await readFile(served.file + (coding?.[1] ?? ""));
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  reply.headers({
    "cache-control": served.isHashed ? forEver : "no-cache",
    etag,
    vary: "accept-encoding",
  });
  if (request.headers["if-none-match"] === etag) {
    await reply.code(304).send();
    return;
  }
  if (coding) reply.header("content-encoding", coding[0]);
  await reply.type(served.type).send(bytes);
}

/** Returns the content codings that the client accepts (RFC 9110 12.5.3); `q=0` refuses one. */
function acceptedCodings(header: string | string[] | undefined): Set<string> {
  const wishes = String(header ?? "")
    .toLowerCase()
    .split(",");
  return new Set(
    wishes
      .map((wish) => wish.split(";").map((part) => part.trim()))
      .filter(([, quality]) => quality === undefined || !/^q=0(\.0*)?$/.test(quality))
      .map(([name = ""]) => name),
  );
}

async function sayNotBuilt(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await reply.code(503).type(types[".html"]!).send(notBuilt);
}

function fileRoute(
  path: string,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): Route {
  return route({
    method: "GET",
    path,
    summary: "A file of the page",
    tag: "page",
    access: "public",
    hidden: true,
    // An identity provider sends the browser back to `/` with parameters of its own; the page reads them.
    ...(path === "/" ? { query: anyParameters } : {}),
    answers: { 200: { description: "The file", contentType: "text/html" } },
    async handle({ request, reply }) {
      await answer(request, reply);
      return undefined;
    },
  });
}
