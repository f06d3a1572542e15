import type { ComponentChildren } from "preact";
import { Badge, MissingParts, Notice } from "../../parts/notice.tsx";
import { Table } from "../../parts/paged.tsx";
import { Facts } from "../../parts/page.tsx";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";
import { medicalName, optionName } from "./analysis-fields.tsx";

/** What of a clinical or neural job is shown; a job that has not ended has no `output`. */
export interface AnalysisPayload {
  output?: (Readonly<Record<string, unknown>> & { disclaimer?: string; locale?: string }) | null;
  missing?: readonly { part: string; reason: string; setting: string }[];
  placeholder?: boolean;
}

/** The most rows and figures of one list that are shown; the job has all. */
const mostShown = 50;
const mostFigures = 12;

/** The result of an analysis: the disclaimer first, then what the box computed, and what a model added. */
export function Analysis({ of: payload }: { of: AnalysisPayload }) {
  const { output, missing = [], placeholder } = payload;
  if (!output) return null;
  const { disclaimer, locale, ...results } = output;
  return (
    <div class="stack">
      {disclaimer !== undefined && (
        <Notice tone="warning">
          <span lang={locale} dir="auto">
            {disclaimer}
          </span>
        </Notice>
      )}
      {placeholder === true && <Badge tone="warning">{words.value.media.placeholder}</Badge>}
      <Result of={results} />
      <MissingParts
        sentences={missing.map(({ part, reason, setting }) => `${part}: ${reason} (${setting})`)}
      />
    </div>
  );
}

/** Any part of a result: facts, tables, or one value. */
function Result({ of: value }: { of: unknown }): ComponentChildren {
  if (Array.isArray(value)) return <List of={value as readonly unknown[]} />;
  if (!isObject(value)) return <span dir="auto">{plain(value)}</span>;
  const known = Object.entries(value).filter(([, each]) => each !== null);
  const simple = known.filter(([, each]) => isSimple(each));
  const deep = known.filter(([, each]) => !isSimple(each));
  return (
    <div class="stack">
      {simple.length > 0 && (
        <Facts
          entries={simple.map(([name, each]) => [medicalName(name), plainOf(name, each)] as const)}
        />
      )}
      {deep.map(([name, each]) => (
        <section key={name} class="stack">
          <h3>{medicalName(name)}</h3>
          <Result of={each} />
        </section>
      ))}
    </div>
  );
}

function List({ of: all }: { of: readonly unknown[] }) {
  const rows = all.slice(0, mostShown);
  const isTable = rows.length > 0 && rows.every((row) => isObject(row) && isFlat(row));
  return (
    <>
      {isTable ? (
        <Table label={medicalName("results")} head={columnsOf(rows).map(medicalName)}>
          {rows.map((row, index) => (
            <tr key={index}>
              {columnsOf(rows).map((name) => (
                <td key={name} dir="auto">
                  {plain((row as Record<string, unknown>)[name])}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      ) : (
        <ol class="stack">
          {rows.map((each, index) => (
            <li key={index}>
              <Result of={each} />
            </li>
          ))}
        </ol>
      )}
      {all.length > rows.length && (
        <p class="hint">
          {say(words.value.clinical.ofAll, { shown: rows.length, all: all.length })}
        </p>
      )}
    </>
  );
}

function columnsOf(rows: readonly unknown[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row as object)))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFlat(value: Record<string, unknown>): boolean {
  return Object.values(value).every(isSimple);
}

/** True for what fits on one line: a value, or a short list of values. */
function isSimple(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => !isObject(each) && !Array.isArray(each));
  return !isObject(value);
}

/** The value of `name`; what is missing are names of fields. */
function plainOf(name: string, value: unknown): string {
  const isNames = name === "missing" && Array.isArray(value);
  return isNames ? value.map((each) => medicalName(String(each))).join(", ") : plain(value);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return number(value, 3);
  if (typeof value === "boolean") return value ? words.value.clinical.yes : words.value.common.no;
  if (!Array.isArray(value))
    return optionName(typeof value === "string" ? value : JSON.stringify(value));
  if (value.length === 0) return words.value.common.none;
  const texts = value.slice(0, mostFigures).map(plain);
  return value.length > mostFigures ? `${texts.join(", ")} …` : texts.join(", ");
}
