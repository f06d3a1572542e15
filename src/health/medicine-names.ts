/** Salts and forms that do not identify the substance (English, French, German, Spanish). */
const forms = new Set(
  [
    "hydrochloride hcl sodium potassium calcium magnesium sulfate sulphate phosphate maleate tartrate",
    "succinate fumarate mesilate mesylate besilate besylate acetate citrate hydrobromide trihydrate",
    "monohydrate dihydrate anhydrous tablet tablets capsule capsules injection oral solution mg",
    "chlorhydrate sodique potassique natrium kalium clorhidrato sodico potasico",
  ]
    .join(" ")
    .split(" "),
);

/**
 * Normalises a name: lower case, without accents, strengths, and the salts and dosage forms that follow its
 * first word.
 */
export function normalName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim()
    .split(" ");
  // The first word is the substance itself: potassium chloride is not sodium chloride.
  const isForm = (word: string): boolean =>
    forms.has(word) || /^\d+(mg|g|mcg|ug|ml|iu|ie)?$/.test(word);
  return words.filter((word, index) => index === 0 || !isForm(word)).join(" ");
}

/** True when two normalised names mean the same substance: they are equal, or one is whole words inside the other. */
export function isSameSubstance(a: string, b: string): boolean {
  if (a === "" || b === "") return false;
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `);
}
