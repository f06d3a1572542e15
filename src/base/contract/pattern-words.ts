import { streamIdPattern } from "../../perception/core/stream-terms.ts";

const uuid = "a UUID, such as 01900000-0000-7000-8000-000000000001";
const language = "a language tag, such as `de` or `de-CH`";
const name = "letters, digits, `.`, `_`, `:` and `-`";

/**
 * Pattern of texts with at least one visible character. White space, controls and the invisible
 * characters of Unicode (zero width, fillers, variation selectors, marks of direction) do not
 * count.
 */
export const notBlankPattern =
  "[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e" +
  "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]";

/** The patterns of the schemas in words. */
const words: Readonly<Record<string, string>> = {
  [notBlankPattern]: "text that is not blank",
  [streamIdPattern]: `1 to 128 ${name}, not beginning with a dot`,
  [`^$|${streamIdPattern}`]: `an empty text, or 1 to 128 ${name}, not beginning with a dot`,
  "^[A-Za-z0-9_.:-]{1,64}$": `1 to 64 ${name}`,
  "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$": uuid,
  "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$": uuid,
  "^dlv_svc_[0-9a-f-]{36}$": "the id of a delivery: `dlv_svc_` and a UUID",
  "^[A-Za-z0-9]{12}$": "the id of a key: 12 letters and digits",
  "^[0-9]{8}$": "8 digits",
  "^[0-9a-f]{24}$": "the id of a page session or an invitation: 24 hexadecimal digits",
  "^[A-Za-z0-9_-]{1,1400}$": "the id of a passkey in base64url",
  "^person_[A-Za-z0-9]{12}$": "the id of an account: `person_` and 12 letters and digits",
  "^[^\\s\\x00-\\x1f\\x7f]([^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?$":
    "a name without blanks at either end and without line breaks",
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
  "^[!-~]([ -~]*[!-~])?$": "visible ASCII characters, with blanks only between them",
  "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$": "the name of a header, such as X-Token",
  "^[a-z][a-z0-9-]{0,31}$": "up to 32 small letters, digits and `-`, beginning with a letter",
  "^v[0-9]{1,2}$": "`v` and a number, such as `v2`",
  "^(espeak|openai|elevenlabs):[A-Za-z0-9_+-]{1,64}$":
    "`espeak:`, `openai:` or `elevenlabs:` and the voice's name",
  "^[^\\u0000-\\u001f]{1,64}$": "1 to 64 characters without line breaks",
  "^[A-Za-z0-9_-]{1,128}$": "1 to 128 letters, digits, `_` and `-`",
  "^[A-Za-z0-9_./-]{1,100}$": "1 to 100 letters, digits, `_`, `.`, `/` and `-`",
  "^/?[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$": "a ROS name, such as `cmd_vel`",
  "^[a-z][a-z0-9_]*/(action|srv)/[A-Z][A-Za-z0-9]*$":
    "the type of a ROS action or service, such as `std_srvs/srv/Trigger`",
  "^(load\\.(id|type)|station\\.(type|name|height_m|depth_m|side)|device|parameters\\.[A-Za-z0-9_.-]{1,64})$":
    "a value of the command, such as `load.id`, `station.name`, `device` or `parameters.<name>`",
  "^(/[A-Za-z_][A-Za-z0-9_]*)+$": "an absolute ROS name, such as `/robot1`",
  "^https?://[^\\s/?#@]+$":
    "an http:// or https:// address without path, such as https://gatehouse.example.org",
  "^wss?://[^\\s/?#@]+(/[^\\s?#]*)?$": "a ws:// or wss:// address without user name",
  "^[A-Z]\\d{2}[A-Z]{2}\\d{2}$": "an ATC code of level 5, such as J01CA04",
  "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$": "a date, such as 2026-12-24",
  "^[A-Za-z0-9_.-]{1,64}$": "1 to 64 letters, digits, `_`, `.` and `-`",
  "^[A-Za-z][A-Za-z0-9_-]{0,63}$":
    "1 to 64 letters, digits, `_` and `-`, beginning with a letter, such as `make-ad`",
  "^[a-z][a-z0-9_-]{0,63}$": "up to 64 small letters, digits, `_` and `-`, beginning with a letter",
  "^[a-z0-9][a-z0-9_-]{0,63}$": "up to 64 small letters, digits, `_` and `-`, such as `not_found`",
  "^[a-z][a-z_-]{0,49}\\.[a-z][a-z_-]{0,49}$": "the name of an operation, such as `brands.extract`",
  "^[a-z0-9 _-]{1,64}$": "1 to 64 small letters, digits, blanks, `_` and `-`, such as person",
  "^(mailto:[^\\s@<>]+@[^\\s@<>]+|https://\\S+)$":
    "a mailto: or https:// address, such as mailto:it@example.org",
  "^[A-Za-z0-9_-]{87}=*$": "a public key of 65 bytes in base64url, as the browser gives it",
  "^[A-Za-z0-9_-]{22}=*$": "a secret of 16 bytes in base64url, as the browser gives it",
  "^[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127}(,[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127}){0,31}$":
    "1 to 32 stream ids with commas between them, such as gate,yard",
  "^[^\\p{Cc}]*[^\\s\\p{Cc}][^\\p{Cc}]*$": "one line of text that is not blank",
  "^[A-Za-z0-9_-]{1,64}$": "1 to 64 letters, digits, `_` and `-`",
  "^[A-Za-z0-9._-]{1,255}$": "1 to 255 letters, digits, `.`, `_` and `-`",
  "^[a-z][a-z0-9_]{0,31}$": "up to 32 small letters, digits and `_`, beginning with a letter",
  "^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$":
    "up to 60 small letters, digits and `-`, without `-` at either end, such as `gatehouse`",
  "^https?://[^\\s/]+(/\\S*)?$": "an http:// or https:// address, such as http://10.0.0.5:8000",
  "^https?://[^\\s/@]+(/\\S*)?$": "an http:// or https:// address without user name",
  "^https?://[^\\s/?#@]+(/[^\\s?#]*)?$":
    "an http:// or https:// address without user name and query",
  "^https://[^\\s/?#@]+(/[^\\s?#]*)?$": "an https:// address without user name and query",
  "^mqtts?://[^\\s/?#@]+$":
    "an mqtt:// or mqtts:// address without user name and path, such as mqtts://broker.lan:8883",
  "^[^+#$/\\s][^+#\\s]*[^+#/\\s]$":
    "an MQTT topic without `+`, `#` and blanks, without `/` at either end, such as `gatehouse`",
  "^[^+#]+$": "an MQTT topic without `+` and `#`, such as `doors/gate/state`",
  "^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$": "an MQTT topic of letters, digits, `_`, `-` and `/`",
  '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$': "a mail address, such as guard@example.org",
  "^[a-z0-9][a-z0-9._-]{0,63}$":
    "up to 64 small letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  "^[0-9a-f]{64}$": "a SHA-256 of 64 small hexadecimal digits",
};

/** Returns the strings that match a schema's `pattern`, in words: never the expression itself. */
export function patternWords(pattern: string): string {
  return words[pattern] ?? "the form that the API reference shows";
}
