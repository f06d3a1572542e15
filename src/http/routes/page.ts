import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { type Route, route } from "../route.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const maxFiles = 500;

/**
 * One fixed route for each file of the page that exists now, so that no request ever becomes a path:
 * dot files, links and other types are left out. `index.html` answers at its directory.
 */
export async function pageRoutes(directory: string): Promise<Route[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const routes: Route[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(directory, file).split(sep).join("/")}`;
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined || !/^[\w./-]+$/.test(path)) continue;
    if (path.includes("/.") || routes.length >= maxFiles) continue;
    routes.push(fileRoute(path, file, type));
    if (entry.name === "index.html") {
      routes.push(fileRoute(path.slice(0, -"index.html".length), file, type));
    }
  }
  return routes;
}

function fileRoute(path: string, file: string, type: string): Route {
  return route({
    method: "GET",
    path,
    summary: "A file of the page",
    tag: "page",
    access: "public",
    hidden: true,
    answers: { 200: { description: "The file", contentType: type } },
    async handle({ reply }) {
      await reply
        .type(type)
        .header("cache-control", "no-cache")
        .send(await readFile(file));
      return undefined;
    },
  });
}
