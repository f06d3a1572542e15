/** What an answer about somebody's health may rest on, from the question itself. */
export interface QuotedData {
  /** Evidence that is to be found in the question: paths into its data, and its picture. */
  evidence: readonly string[];
  /** Words of its note or of its first source, and that source's id. */
  quote: string;
  sourceId: string;
}

type Data = Readonly<Record<string, unknown>>;

const pictureSign = "The picture is a ";
const measurements = "Measurements (local): ";
const clinical = "The data: ";
/** Paths of an answer are made of this many pieces at most. */
const maxDepth = 4;

/** The data of a question for a triage report or a clinical narrative; undefined for any other question. */
export function quotedDataOf(prompt: string): QuotedData | undefined {
  const local = dataBehind(measurements, prompt);
  const data = local ? { local } : dataBehind(clinical, prompt);
  if (!data) return undefined;
  const picture = prompt.startsWith(pictureSign) ? ["picture: the whole of the picture"] : [];
  const { text, sources } = (data["input"] ?? {}) as {
    text?: unknown;
    sources?: readonly { id: string; text: string }[];
  };
  const [source] = sources ?? [];
  const note = typeof text === "string" ? text : (source?.text ?? "");
  const evidence = [...picture, ...pathsInto(data, "", 0)];
  return { evidence, quote: note.trim().slice(0, 80), sourceId: source?.id ?? "" };
}

/** The JSON on the line behind `sign`; the box writes it without line breaks. */
function dataBehind(sign: string, prompt: string): Data | undefined {
  const line = prompt.split("\n").find((each) => each.startsWith(sign));
  return line === undefined ? undefined : (JSON.parse(line.slice(sign.length)) as Data);
}

/** Of each branch the first leaf. */
function pathsInto(value: unknown, path: string, depth: number): string[] {
  if (typeof value !== "object" || value === null || depth === maxDepth) return [path];
  const named = Object.entries(value).filter(([name]) => /^\w+$/.test(name));
  const inside = depth < 2 ? named : named.slice(0, 1);
  if (inside.length === 0) return depth === 0 ? [] : [path];
  return inside.flatMap(([name, each]) => {
    const step = Array.isArray(value) ? `[${name}]` : `${depth === 0 ? "" : "."}${name}`;
    return pathsInto(each, path + step, depth + 1);
  });
}
