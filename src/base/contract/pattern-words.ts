import { streamIdPattern } from "../../perception/wire/surveillance.ts";

const uuid = "a UUID, such as 01900000-0000-7000-8000-000000000001";
const language = "a language tag, such as `de` or `de-CH`";
const name = "letters, digits, `.`, `_`, `:` and `-`";

/** Pattern of texts that must say something: at least one character that is no white space. */
export const notBlankPattern = "\\S";

/** What the patterns of the schemas mean, for people. */
const words: Readonly<Record<string, string>> = {
  [notBlankPattern]: "text: it is blank",
  [streamIdPattern]: `1 to 128 ${name}, not beginning with a dot`,
  [`^$|${streamIdPattern}`]: `empty, or 1 to 128 ${name}, not beginning with a dot`,
  "^[A-Za-z0-9_.:-]{1,64}$": `1 to 64 ${name}`,
  "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$": uuid,
  "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$": uuid,
  "^dlv_svc_[0-9a-f-]{36}$": "the id of a delivery: `dlv_svc_` and a UUID",
  "^[A-Za-z0-9]{12}$": "the id of a key: 12 letters and digits",
  "^[0-9]{8}$": "8 digits",
  "^[0-9]{1,15}$": "the `next_cursor` of the page before",
  "^[A-Za-z0-9_-]{1,80}\\.[a-z0-9]{1,8}$": "the name of a file: an id, a dot and an extension",
  "^[a-z_]{1,64}$": "small letters and `_`, such as `intrusion`",
  "^#[0-9a-fA-F]{6}$": "a colour of six hexadecimal digits, such as `#e4572e`",
  "^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8}){0,3}$": language,
  "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$": language,
  "^\\d{4}-\\d{2}-\\d{2}$": "a date, such as 2026-12-24",
  "^([01]\\d|2[0-3]):[0-5]\\d$": "a time of day, 00:00 to 23:59",
  "^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$": "a time of day, 00:00 to 24:00",
  "^[\\x20-\\x7e]*$": "visible ASCII characters and blanks",
  "^[a-z][a-z0-9-]{0,31}$": "up to 32 small letters, digits and `-`, beginning with a letter",
  "^v[0-9]{1,2}$": "`v` and a number, such as `v2`",
  "^(espeak|openai|elevenlabs):[A-Za-z0-9_+-]{1,64}$":
    "`espeak:`, `openai:` or `elevenlabs:` and the voice's name",
  "^[^\\u0000-\\u001f]{1,64}$": "1 to 64 characters without line breaks",
  "^[A-Za-z0-9_-]{1,128}$": "1 to 128 letters, digits, `_` and `-`",
  "^[A-Za-z0-9_./-]{1,100}$": "1 to 100 letters, digits, `_`, `.`, `/` and `-`",
  "^/?[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$": "a ROS name, such as `cmd_vel`",
  "^(/[A-Za-z_][A-Za-z0-9_]*)+$": "an absolute ROS name, such as `/robot1`",
  "^https?://[^\\s/?#@]+$":
    "an http:// or https:// address without path, such as https://gatehouse.example.org",
  "^wss?://[^\\s/?#@]+(/[^\\s?#]*)?$": "a ws:// or wss:// address without user name",
  "^[A-Z]\\d{2}[A-Z]{2}\\d{2}$": "an ATC code of level 5, such as J01CA04",
  "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$": "a date, such as 2026-12-24",
  "^[0-9a-f]{64}$": "a SHA-256 of 64 small hexadecimal digits",
};

/** What a value must be that a schema's `pattern` refuses: in words, never as the expression itself. */
export function patternWords(pattern: string): string {
  const known = words[pattern];
  return known === undefined
    ? "has not the form that the API reference gives for it"
    : `must be ${known}`;
}
