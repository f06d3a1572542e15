import { percentDecoded } from "../core/percent-decoded.ts";
/** The mark that replaces a secret in an address. */
export const secretMark = "***";

const userNames = ["user", "usr", "username", "login"];
const secretNames = [
  "password",
  "passwd",
  "passwort",
  "pass",
  "pwd",
  "psw",
  "auth",
  "authorization",
  "token",
  "access_token",
  "key",
  "apikey",
  "api_key",
  "secret",
  "sig",
  "signature",
  "session",
  "ticket",
];
const names = [...userNames, ...secretNames]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(/./g, inEitherForm))
  .join("|");
/**
 * `name=value` in a query or a path, as cameras take credentials there: `?user=…&password=…`,
 * `/user=…_password=…_channel=1`, also percent-encoded.
 */
const credential = new RegExp(
  `(?<=^|[?&;,/_]|%(?:26|2f|3b|3f))(${names})(=|%3d)(.*?)(?=$|[?&;,/#\\s"'<>]|%26|_[a-z]+(?:=|%3d))`,
  "gi",
);
const address = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi;

/** Returns the address with `***` in place of the known credentials in its path and query. */
export function withoutSecrets(url: string): string {
  const { start, rest } = split(url);
  return start + rest.replace(credential, `$1$2${secretMark}`);
}

/** Returns `text` with `withoutSecrets` applied to every address in it. */
export function withoutAddressSecrets(text: string): string {
  return text.replace(address, withoutSecrets);
}

/**
 * Returns the address without its path and query, which may hold secrets of unknown form: for
 * callers who may not change it.
 */
export function hostOnly(url: string): string {
  const { start, rest } = split(url);
  return rest.length <= 1 ? url : `${start}/${secretMark}`;
}

/** Returns the known secrets in the path and query, as written and percentDecoded, without user names. */
export function secretsIn(url: string): string[] {
  const found = [...split(url).rest.matchAll(credential)].flatMap(([, name = "", , value = ""]) =>
    value === "" || isUserName(name) ? [] : [value, percentDecoded(value)],
  );
  return [...new Set(found)];
}

/** True when `***` replaces a credential in the path or query. */
export function hasMarks(url: string): boolean {
  return split(url).rest.includes(secretMark);
}

/** Returns the address with its marks replaced by the given credentials of the same names. */
export function withSecrets(
  url: string,
  { username, password }: { username?: string | undefined; password?: string | undefined },
): string {
  const { start, rest } = split(url);
  const filled = rest.replace(credential, (whole, ...groups: string[]) => {
    const [name = "", equals = "", value = ""] = groups;
    const isUser = isUserName(name);
    const secret = isUser ? username : password;
    return value !== secretMark || secret === undefined
      ? whole
      : `${name}${equals}${encodeURIComponent(secret)}`;
  });
  return start + filled;
}

/** Expression for a letter of a name, literal or percent-encoded, small or capital. */
function inEitherForm(letter: string): string {
  const codes = [letter, letter.toUpperCase()].map((each) => each.charCodeAt(0).toString(16));
  return `(?:${letter}|%${codes.join("|%")})`;
}

function isUserName(written: string): boolean {
  return userNames.includes(percentDecoded(written).toLowerCase());
}

/** Returns the scheme and authority, and the rest. */
function split(url: string): { start: string; rest: string } {
  const start = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return { start, rest: url.slice(start.length) };
}
