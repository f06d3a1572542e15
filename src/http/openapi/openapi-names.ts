import type { Route } from "../route.ts";

type NamedRoute = Pick<Route, "method" | "path" | "answers">;

/**
 * Returns the operation id of a route, which is also its method's name in the client: `listJobs`,
 * `getJob`, `cancelJob`, `createStream`, `getStreamSnapshot`, `followSurveillanceEvents`.
 */
export function operationId(route: NamedRoute): string {
  const segments = segmentsOf(route.path);
  const last = segments.at(-1) ?? "";
  const nouns = segments.filter((segment) => !segment.startsWith(":"));
  const noun = nouns.at(-1) ?? "";
  if (last.startsWith(":")) return `${verbOf(route)}${pascal(singular(noun))}`;
  const owner = ownerOf(segments);
  if (route.method === "GET") {
    if (answersWith(route, "text/event-stream")) return `follow${pascal(nouns.join("_"))}`;
    if (answersList(route)) return `list${owner}${pascal(noun)}`;
    return `get${owner}${pascal(noun.split(".", 1)[0]!)}`;
  }
  if (owner !== "" && route.method === "DELETE") return `delete${owner}${pascal(noun)}`;
  if (owner !== "") {
    const [verb = "", ...rest] = noun.split("-");
    return `${camel(verb)}${owner}${pascal(rest.join("-"))}`;
  }
  if (isVerb(noun)) return `${camel(noun)}${pascal(singular(nouns.at(-2) ?? ""))}`;
  return `${verbOf(route)}${pascal(singular(noun))}`;
}

/** The path's words; those of the voice area include `voice`, because the page has sessions too. */
function segmentsOf(path: string): string[] {
  const segments = path
    .replace(/^\/api\/v1/, "")
    .split("/")
    .slice(1);
  if (segments[0] !== "voice") return segments;
  if (segments.at(-1) === "realtime") return ["voice_events"];
  return segments.map((word) => (/^(agents|sessions)$/.test(word) ? `voice_${word}` : word));
}

/** Returns the noun before the last parameter: `…/streams/:id/snapshot.jpg` belongs to a stream. */
function ownerOf(segments: readonly string[]): string {
  const at = segments.findLastIndex((segment) => segment.startsWith(":"));
  return at < 1 ? "" : pascal(singular(segments[at - 1]!));
}

function verbOf({ method }: NamedRoute): string {
  return { GET: "get", POST: "create", PATCH: "update", DELETE: "delete", PUT: "set" }[
    method as "GET" | "PUT"
  ];
}

const verbs = new Set(["generate", "edit", "extract", "analyze", "decode", "save", "run"]);

function isVerb(word: string): boolean {
  return verbs.has(word);
}

function answersWith(route: NamedRoute, contentType: string): boolean {
  return Object.values(route.answers).some((answer) => answer.contentType === contentType);
}

function answersList(route: NamedRoute): boolean {
  const schema = route.answers[200]?.schema as { properties?: object } | undefined;
  return schema?.properties !== undefined && "next_cursor" in schema.properties;
}

function singular(word: string): string {
  if (word === "people") return "person";
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pascal(word: string): string {
  return word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

function camel(word: string): string {
  const name = pascal(word);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
