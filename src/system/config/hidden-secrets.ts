import { isPair, isScalar, parseDocument, visit } from "yaml";
import { invalidField } from "../../base/contract/fail.ts";
import { secretField, withoutCredentials } from "./effective.ts";

/** One secret of a site file. */
interface Secret {
  /** Name of its setting. */
  key: string;
  value: string;
  /** Its stand-in in the text for the page, unique in the file. */
  standIn: string;
  range: readonly [number, number];
}

/** The stand-in of a secret: `***` and its number in the file. */
const standInPattern = /\*\*\*(\d+)/;

interface Text {
  key: string;
  value: string;
  range: readonly [number, number];
}

/** Returns every text value with its setting's name, in the order of the file. */
function textsOf(yaml: string): Text[] {
  const texts: Text[] = [];
  visit(parseDocument(yaml), {
    Scalar(place, node, path) {
      if (place === "key" || typeof node.value !== "string" || !node.range) return;
      const pair = path.findLast((each) => isPair(each));
      const key = isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : "";
      texts.push({ key, value: node.value, range: [node.range[0], node.range[1]] });
    },
  });
  return texts;
}

function secretsOf(yaml: string): Secret[] {
  const secrets: Secret[] = [];
  for (const text of textsOf(yaml)) {
    const number = `***${secrets.length + 1}`;
    const open = withoutCredentials(text.value);
    if (secretField.test(text.key)) secrets.push({ ...text, standIn: number });
    else if (open !== text.value) secrets.push({ ...text, standIn: open.replace("***", number) });
  }
  return secrets;
}

function replaced(yaml: string, changes: readonly { range: Text["range"]; by: string }[]): string {
  let text = yaml;
  for (const { range, by } of changes.toReversed()) {
    text = text.slice(0, range[0]) + JSON.stringify(by) + text.slice(range[1]);
  }
  return text;
}

/**
 * Returns a site file for a page: passwords, tokens and credentials in addresses are `***1`, `***2`
 * and so on. The rest stays as written, comments included.
 */
export function withHiddenSecrets(yaml: string): string {
  return replaced(
    yaml,
    secretsOf(yaml).map(({ range, standIn: by }) => ({ range, by })),
  );
}

/**
 * Returns `yaml` with the secrets of `former` in the place of their stand-ins. A stand-in counts
 * only unchanged and under its own setting, so that none moves to a place that shows it; else fails
 * with `invalid_request_body`.
 */
export function withSecretsOf(former: string, yaml: string): string {
  const secrets = secretsOf(former);
  const hidden = textsOf(yaml).filter(({ value }) => standInPattern.test(value));
  const changes = hidden.map(({ key, value, range }) => {
    const secret = secrets.find((each) => each.key === key && each.standIn === value);
    if (secret) return { range, by: secret.value };
    const line = yaml.slice(0, range[0]).split("\n").length;
    throw invalidField(
      "yaml",
      `changes a hidden secret or moves it, on line ${line}. Write the secret itself, or leave \`***\` as it was`,
    );
  });
  return replaced(yaml, changes);
}

/** Settings that name programs, files and folders of the box: `alarms.relay.on`, `ros.setup`, `…_file`, `…_dirs`. */
const boxPlace = /(^|_)(file|dirs?|setup)$|^(on|off)$/;

/**
 * Fails with `invalid_request_body` when `yaml` names a program, file or folder that `former` does
 * not name in the same setting: an administrator on the network gets neither the
 * box's disk nor its shell.
 */
export function refuseBoxPlaces(former: string, yaml: string): void {
  const known = new Set(textsOf(former).map(({ key, value }) => `${key}=${value}`));
  const strange = textsOf(yaml).find(
    ({ key, value }) => boxPlace.test(key) && !known.has(`${key}=${value}`),
  );
  if (!strange) return;
  const line = yaml.slice(0, strange.range[0]).split("\n").length;
  throw invalidField(
    "yaml",
    `names a program, file or folder of the box on line ${line}. Change it in the file on the box`,
  );
}
