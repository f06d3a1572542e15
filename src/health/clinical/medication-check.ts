import { type Static, Type } from "typebox";
import type { JsonObject } from "../../base/jobs/job.ts";
import { isSameSubstance, normalName } from "../medicine-names.ts";
import { acceptPoints, pointsSchema, clinicalSpec } from "./clinical-spec.ts";
import { closed, shortText } from "../schema-parts.ts";

const fields = {
  medications: Type.Array(
    closed({
      name: shortText(),
      ingredients: Type.Optional(Type.Array(shortText(), { maxItems: 20 })),
      atc: Type.Optional(
        Type.String({ pattern: "^[A-Z]\\d{2}[A-Z]{2}\\d{2}$", description: "ATC code, level 5" }),
      ),
      dose: Type.Optional(shortText()),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  allergies: Type.Optional(
    Type.Array(closed({ substance: shortText(), reaction: Type.Optional(shortText(500)) }), {
      maxItems: 100,
    }),
  ),
  /** The caller's own knowledge: substances that belong together, and those that interact. */
  groups: Type.Optional(
    Type.Array(closed({ name: shortText(), members: Type.Array(shortText(), { maxItems: 500 }) }), {
      maxItems: 200,
    }),
  ),
  interactions: Type.Optional(
    Type.Array(closed({ a: shortText(), b: shortText(), note: Type.Optional(shortText(1000)) }), {
      maxItems: 5000,
    }),
  ),
};
type Input = Static<ReturnType<typeof closed<typeof fields>>>;

const pair = { medications: Type.Array(Type.String()), reason: Type.String() };

/**
 * Duplicate therapy, allergies by name and listed interactions. It matches everything against the request's
 * lists: the box has no drug knowledge of its own, and says so.
 */
export const medicationCheck = clinicalSpec({
  method: "medication-check",
  jobType: "clinical.medication_check",
  summary: "Find duplicate therapy, allergies by name, and listed interactions",
  fields,
  local: closed({
    duplicates: Type.Array(closed({ ...pair, by: Type.String() })),
    allergy_matches: Type.Array(
      closed({ medication: Type.String(), allergy: Type.String(), by: Type.String() }),
    ),
    interactions: Type.Array(closed({ ...pair })),
    checked: closed({ groups: Type.Integer(), interactions: Type.Integer() }),
  }),
  compute(input) {
    const { medications, allergies = [], groups = [], interactions = [] } = input;
    const medicines = medications.map(medicineOf);
    const known = groups.map(({ name, members }) => groupOf({ name, members }, medicines));
    return {
      duplicates: pairsOf(medicines).flatMap((pair) => duplicateOf(pair, known)),
      allergy_matches: allergies.flatMap(({ substance }) =>
        medicines.flatMap((each) => {
          const by = allergyMatch(each, normalName(substance), known);
          return by === undefined ? [] : [{ medication: each.name, allergy: substance, by }];
        }),
      ),
      interactions: interactions.flatMap((listed) => interactionsOf(medicines, listed)),
      checked: { groups: groups.length, interactions: interactions.length },
    };
  },
  narrative: {
    instructions:
      "Explain the matches. Say plainly that only the lists of the request were checked, and name what a " +
      "pharmacist should look at. Do not add interactions from your own knowledge without saying so.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});

/** A medicine with its names in comparable form. */
interface Medicine {
  name: string;
  /** Of its substances. */
  substances: readonly string[];
  /** Those, and its own. */
  names: readonly string[];
  /** Chemical subgroup, ATC level 4. */
  atc4: string | undefined;
}

interface Group {
  name: string;
  /** Its own name and those of its members, in comparable form. */
  names: readonly string[];
  members: ReadonlySet<Medicine>;
}

function medicineOf({ name, ingredients, atc }: Input["medications"][number]): Medicine {
  const substances = (ingredients ?? [name]).map(normalName);
  return { name, substances, names: [...substances, normalName(name)], atc4: atc?.slice(0, 5) };
}

function groupOf(group: { name: string; members: string[] }, all: readonly Medicine[]): Group {
  const members = group.members.map(normalName);
  return {
    name: group.name,
    names: [normalName(group.name), ...members],
    members: new Set(all.filter((each) => members.some((name) => isCalled(each, name)))),
  };
}

/** Returns the overlap: the same substance, a listed group, or the same chemical subgroup, in this order. */
function duplicateOf(
  [a, b]: readonly [Medicine, Medicine],
  groups: readonly Group[],
): JsonObject[] {
  const medications = [a.name, b.name];
  const shared = a.substances.find((one) => b.substances.some((two) => isSameSubstance(one, two)));
  if (shared !== undefined) return [{ medications, by: "substance", reason: shared }];
  const group = groups.find(({ members }) => members.has(a) && members.has(b));
  if (group) return [{ medications, by: "group", reason: group.name }];
  if (a.atc4 === undefined || a.atc4 !== b.atc4) return [];
  return [{ medications, by: "atc", reason: a.atc4 }];
}

/** The match of a medicine with an allergy: its own name, a substance in it, or a listed group. */
function allergyMatch(
  medicine: Medicine,
  substance: string,
  groups: readonly Group[],
): string | undefined {
  if (isCalled(medicine, substance)) return "name";
  const group = groups.find(
    ({ members, names }) =>
      members.has(medicine) && names.some((name) => isSameSubstance(name, substance)),
  );
  return group && `group ${group.name}`;
}

function interactionsOf(
  all: readonly Medicine[],
  { a, b, note }: NonNullable<Input["interactions"]>[number],
): JsonObject[] {
  const [withA, withB] = [a, b].map((name) => {
    const normal = normalName(name);
    return all.filter((each) => isCalled(each, normal));
  }) as [Medicine[], Medicine[]];
  const checked = new Set<string>();
  return withA.flatMap((one) =>
    withB.flatMap((two) => {
      const key = [one, two]
        .map((each) => all.indexOf(each))
        .toSorted((first, second) => first - second)
        .join();
      if (one === two || checked.has(key)) return [];
      checked.add(key);
      return [{ medications: [one.name, two.name], reason: note ?? `${a} and ${b}` }];
    }),
  );
}

function isCalled({ names }: Medicine, name: string): boolean {
  return names.some((each) => isSameSubstance(each, name));
}

function pairsOf<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((a, index) => all.slice(index + 1).map((b): [T, T] => [a, b]));
}
