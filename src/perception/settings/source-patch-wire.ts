import type { SourceSpec } from "../../cameras/source.ts";
import { invalidField } from "../../base/contract/fail.ts";
import type { SourcePatch, StreamRequest } from "./stream-document.ts";
import { readSource, readSubSource } from "./stream-source.ts";
import type { StreamSources } from "./stream-settings.ts";

type SourceRequest = NonNullable<StreamRequest["source"]>;

/** Fields of a change that concern the connection to the camera. */
const connectionFields = ["url", "type", "sub_url", "onvif_url", "username", "password"] as const;

/** True when the change concerns the connection, and not only `fps_cap`. */
export function changesConnection(patch: SourcePatch | undefined): patch is SourcePatch {
  return connectionFields.some((field) => patch?.[field] !== undefined);
}

/**
 * Returns the sources after a change. Credentials stay with the camera's host: a change to another host drops
 * `sub_url` and `onvif_url`, and must name `password`, so that nobody can have the box send a password that it
 * keeps to a machine of theirs. Throws `invalid_request_body` with the field, also for a file.
 */
export function changedSources(before: StreamSources, patch: SourcePatch): StreamSources {
  const { source, sub } = before;
  if (source.kind === "file") {
    const message = "is a file, whose source cannot change. Add the other file as a new stream";
    throw invalidField("source.url", message);
  }
  if (source.kind === "robot") {
    const message = "is a robot's camera, whose source cannot change. Add it again as a new stream";
    throw invalidField("source.url", message);
  }
  const main = readSource(mainRequest(source, patch));
  const own = subRequest(before, main, patch);
  const changedSub = own && readSubSource(own, main);
  refuseStrangers(before, patch, [
    ["source.url", main.url],
    ["source.sub_url", changedSub?.url],
    ["source.onvif_url", main.onvifUrl],
  ]);
  // Its own credentials stay with a smaller stream that stays.
  const isKept = sub !== undefined && patch.sub_url === undefined && changedSub !== undefined;
  const hasOwn = isKept && (sub.username !== source.username || sub.password !== source.password);
  if (!changedSub) return { source: main };
  return { source: main, sub: hasOwn ? withCredentialsOf(sub, changedSub) : changedSub };
}

function mainRequest(source: SourceSpec, patch: SourcePatch): SourceRequest {
  const url = patch.url ?? source.url;
  const type = patch.type ?? (patch.url === undefined ? source.kind : kindOf(url));
  const isSameHost = hostOf(url) === hostOf(source.url);
  const stored = (field: "username" | "password"): string | undefined =>
    isInUrl(patch, field) ? undefined : changed(source[field], patch[field]);
  const [username, password] = [stored("username"), stored("password")];
  const onvifUrl = changed(isSameHost ? source.onvifUrl : undefined, patch.onvif_url);
  return {
    url,
    type,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(onvifUrl === undefined ? {} : { onvif_url: onvifUrl }),
  };
}

/** The request for the smaller stream; undefined without one. */
function subRequest(
  { source, sub }: StreamSources,
  main: SourceSpec,
  patch: SourcePatch,
): SourceRequest | undefined {
  const isSameHost = hostOf(main.url) === hostOf(source.url);
  const url = changed(isSameHost ? sub?.url : undefined, patch.sub_url);
  return url === undefined ? undefined : { url: main.url, type: main.kind, sub_url: url };
}

/** User info in a new address replaces what the box keeps; the fields win over both. */
function isInUrl({ url, ...fields }: SourcePatch, field: "username" | "password"): boolean {
  const inUrl = URL.parse(url ?? "")?.[field] ?? "";
  return fields[field] === undefined && inUrl !== "";
}

/** Refuses to send a kept password to a host that it was not given for. */
function refuseStrangers(
  { source, sub }: StreamSources,
  patch: SourcePatch,
  addresses: readonly (readonly [field: string, url: string | undefined])[],
): void {
  const isGiven = patch.password !== undefined || isInUrl(patch, "password");
  if (source.password === undefined || isGiven) return;
  const known = new Set([source.url, sub?.url, source.onvifUrl].map(hostOf));
  const stranger = addresses.find(([, url]) => url !== undefined && !known.has(hostOf(url)));
  if (!stranger) return;
  throw invalidField(
    "source.password",
    `is missing, and ${stranger[0]} names another host. Send the camera's password, or null for none`,
  );
}

function withCredentialsOf({ username, password }: SourceSpec, other: SourceSpec): SourceSpec {
  const { username: _user, password: _password, ...address } = other;
  return {
    ...address,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

function changed<T>(before: T | undefined, change: T | null | undefined): T | undefined {
  return change === undefined ? before : (change ?? undefined);
}

function kindOf(url: string): "rtsp" | "rtsps" {
  return /^\s*rtsps:/i.test(url) ? "rtsps" : "rtsp";
}

function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : URL.parse(url)?.hostname.toLowerCase();
}
