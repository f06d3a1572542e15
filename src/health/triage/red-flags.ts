import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { news2 } from "../scores/news2.ts";
import { qsofa } from "../scores/qsofa.ts";
import { type Vitals, vitalsSchema } from "../scores/vitals-wire.ts";
import { shapeProblem } from "../shape.ts";
import type { Urgency } from "./urgency.ts";

/** A fact of the context that keeps a model from lowering the urgency. */
export interface RedFlag {
  id: string;
  urgency: Urgency;
  /** Words of the context that raised it, or the score. */
  found: string;
  source: string;
}

interface Rule {
  id: string;
  urgency: Urgency;
  source: string;
  /** In English, French, German, Spanish, Arabic and Chinese. */
  words: RegExp;
}

/**
 * Finds red flags in free text. A denied word ("no chest pain") counts too: rules that tell a denial from "no
 * relief of the chest pain" could lower a floor that must not be lowered. Structured denials (`"chest_pain":
 * false`) raise nothing. `docs/integration/health.md` has the table with its sources.
 */
const rules: readonly Rule[] = [
  {
    id: "stroke_signs",
    urgency: "critical",
    source: "NICE NG128 (FAST)",
    words:
      /\bstroke\b|facial? droop|slurred speech|hemipar\w+|\bAVC\b|bouche déviée|schlaganfall|hängender mundwinkel|sprachstörung|derrame cerebral|\bictus\b|cara caída|سكتة|تدلي الوجه|中风|卒中|口角歪斜|言语不清/iu,
  },
  {
    id: "chest_pain",
    urgency: "urgent",
    source: "NICE CG95",
    words:
      /chest (pain|pressure|tightness)|douleurs? (thoracique|dans la poitrine)|oppression thoracique|brustschmerz\w*|druck auf der brust|dolor (torácico|de pecho|en el pecho)|ألم في الصدر|ألم الصدر|胸痛|胸闷/iu,
  },
  {
    id: "breathing_trouble",
    urgency: "critical",
    source: "Resuscitation Council UK 2021 (ABCDE)",
    words:
      /(severe|acute) (shortness of breath|dyspn\w+)|cannot breathe|can'?t breathe|respiratory (distress|arrest)|blue lips|cyanosis|détresse respiratoire|ne peut pas respirer|cyanose|akute atemnot|schwere atemnot|blaue lippen|no puede respirar|dificultad respiratoria (grave|aguda)|cianosis|لا يستطيع التنفس|ضيق تنفس شديد|呼吸困难|无法呼吸|紫绀/iu,
  },
  {
    id: "status_epilepticus",
    urgency: "critical",
    source: "ILAE 2015 (Trinka et al.): 5 minutes",
    words:
      /status epilepticus|prolonged seizure|ongoing seizure|état de mal épileptique|crise prolongée|anhaltender (krampf)?anfall|estado epiléptico|crisis prolongada|حالة صرعية|نوبة مستمرة|癫痫持续状态|持续抽搐/iu,
  },
  {
    id: "anaphylaxis",
    urgency: "critical",
    source: "NICE CG134",
    words:
      /anaphyla\w+|throat (swelling|closing)|tongue swelling|choc anaphylactique|gonflement de la gorge|anaphylaktisch\w*|zungenschwellung|anafilaxia|hinchazón de (la )?garganta|تأق|تورم الحلق|过敏性休克|喉头水肿/iu,
  },
  {
    id: "unconscious",
    urgency: "critical",
    source: "Resuscitation Council UK 2021 (ABCDE)",
    words:
      /unconscious\b|unresponsive|loss of consciousness|inconscient\w*|perte de connaissance|bewusstlos\w*|inconsciente|pérdida d(e|el) conocimiento|فاقد الوعي|فقدان الوعي|昏迷|意识丧失/iu,
  },
  {
    id: "heavy_bleeding",
    urgency: "critical",
    source: "NICE NG39",
    words:
      /(heavy|severe|massive|uncontrolled) bleed\w*|h(a)?emorrhage|vomiting blood|hémorragie|saignement abondant|starke blutung|bluterbrechen|hemorragia|sangrado abundante|نزيف (شديد|حاد)|大出血|呕血/iu,
  },
  {
    id: "thunderclap_headache",
    urgency: "critical",
    source: "NICE CG150; Ottawa SAH rule (Perry 2013)",
    words:
      /thunderclap|worst headache|céphalée en coup de tonnerre|pire mal de tête|vernichtungskopfschmerz|donnerschlagkopfschmerz|peor dolor de cabeza|cefalea en trueno|أسوأ صداع|صداع مفاجئ شديد|雷击样头痛|最剧烈的头痛/iu,
  },
  {
    id: "meningism",
    urgency: "critical",
    source: "NICE NG240",
    words:
      /meningi\w+|stiff neck|non-?blanching rash|raideur de la nuque|méningite|purpura|nackensteif\w*|genickstarre|hirnhautentzündung|rigidez de nuca|تيبس الرقبة|التهاب السحايا|颈强直|脑膜炎/iu,
  },
  {
    id: "self_harm",
    urgency: "critical",
    source: "NICE NG225",
    words:
      /suicid\w+|self[- ]harm|(kill|hurt|harm)(ing)? (myself|himself|herself|themselves)|(want|wants|wish|wishes) to die|end(ing)? (my|his|her|their) (own )?li(fe|ves)|automutilation|me tuer|envie de mourir|mettre fin à (mes|ses) jours|selbstmord\w*|selbstverletz\w*|suizid\w*|(mich|sich) (selbst )?umbringen|(will|möchte) (nicht mehr leben|sterben)|das leben nehmen|autolesi\w+|matarme|quitarme la vida|quiero morir|انتحار|إيذاء النفس|أقتل نفسي|أنهي حياتي|أريد أن أموت|自杀|自残|不想活|想死|轻生/iu,
  },
  {
    id: "cauda_equina",
    urgency: "critical",
    source: "GIRFT Cauda Equina Pathway 2023",
    words:
      /cauda equina|saddle an(a)?esthesia|queue de cheval|anesthésie en selle|reithosenan\w+|kaudasyndrom|anestesia en silla|cola de caballo|ذنب الفرس|马尾综合征|鞍区麻木/iu,
  },
  {
    id: "sudden_vision_loss",
    urgency: "urgent",
    source: "NICE CKS, Red eye and loss of vision 2021",
    words:
      /sudden (vision loss|loss of vision|blindness)|perte soudaine de la vue|cécité soudaine|plötzliche(r)? (sehverlust|erblindung)|pérdida súbita de (la )?visión|فقدان مفاجئ للبصر|突然失明|视力突然/iu,
  },
  {
    id: "pregnancy_bleeding",
    urgency: "critical",
    source: "NICE NG126, NG133",
    words:
      /bleeding (in|during) pregnancy|pre-?eclampsia|\beclampsia|ectopic|saignement.{0,20}grossesse|prééclampsie|blutung.{0,20}schwangerschaft|präeklampsie|sangrado.{0,20}embarazo|preeclampsia|نزيف.{0,20}الحمل|تسمم الحمل|子痫|孕期出血|宫外孕/iu,
  },
];

/** Returns the red flags of a context: by its words, by its vital signs, and by age with fever. */
export function redFlags(context: JsonObject): RedFlag[] {
  const said = saidIn(context).join("\n");
  const byWords = rules.flatMap(({ id, urgency, source, words }) => {
    const found = words.exec(said)?.[0];
    return found === undefined ? [] : [{ id, urgency, source, found }];
  });
  return [...byWords, ...byVitals(context), ...byInfantFever(context)];
}

/** Returns names with underscores as words, texts unchanged; leaves structured denials out. */
function saidIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 32) return [];
  if (Array.isArray(value)) return value.flatMap((each) => saidIn(each, depth + 1));
  return Object.entries(value).flatMap(([name, inner]) => {
    const isDenied =
      inner === false ||
      inner === null ||
      inner === 0 ||
      /^(no|none|false|absent)$/i.test(String(inner));
    if (isDenied) return [];
    return [name.replaceAll(/[_-]+/g, " "), ...saidIn(inner, depth + 1)];
  });
}

/** NEWS2 of 7 or more is an emergency, 5 or more or a positive qSOFA is urgent (RCP 2017, chart 4). */
function byVitals(context: JsonObject): RedFlag[] {
  const vitals = vitalsIn(context);
  if (!vitals) return [];
  const age = numberIn(context, ["age_years", "age"]);
  const score = news2(vitals, omitUndefined({ ageYears: age }));
  const flags: RedFlag[] = [];
  if (score.score !== null && score.score >= 5) {
    const urgency = score.score >= 7 ? "critical" : "urgent";
    flags.push({
      id: "news2",
      urgency,
      found: `NEWS2 ${score.score}`,
      source: "RCP 2017, chart 4",
    });
  }
  const sepsis = qsofa(vitals);
  if (sepsis.score !== null && sepsis.positive) {
    const found = `qSOFA ${sepsis.score}`;
    flags.push({ id: "qsofa", urgency: "urgent", found, source: "Singer et al. 2016" });
  }
  const saturation = vitals.spo2_percent;
  if (saturation !== undefined && saturation < 92 && vitals.spo2_scale !== 2) {
    const found = `SpO₂ ${saturation} %`;
    flags.push({ id: "hypoxia", urgency: "critical", found, source: "BTS 2017 (< 92 %)" });
  }
  return flags;
}

/** Fever of 38 °C below three months of age (NICE NG143, table 1: red). */
function byInfantFever(context: JsonObject): RedFlag[] {
  const years = numberIn(context, ["age_years", "age"]);
  const months =
    numberIn(context, ["age_months"]) ?? (years === undefined ? undefined : years * 12);
  const celsius = numberIn(context, ["temperature_c"]) ?? celsiusOf(vitalsIn(context));
  if (months === undefined || months >= 3 || celsius === undefined || celsius < 38) return [];
  const found = `${celsius} °C, ${months} months`;
  return [{ id: "infant_fever", urgency: "critical", found, source: "NICE NG143, table 1" }];
}

function celsiusOf(vitals: Vitals | undefined): number | undefined {
  const { value, unit } = vitals?.temperature ?? {};
  if (value === undefined) return undefined;
  return unit === "F" ? ((value - 32) * 5) / 9 : value;
}

/** Returns `context.vitals` as far as its fields are those of the scores and within their bounds. */
function vitalsIn(context: JsonObject): Vitals | undefined {
  const vitals = context["vitals"];
  if (typeof vitals !== "object" || vitals === null || Array.isArray(vitals)) return undefined;
  const known = Object.entries(vitalsSchema.properties).filter(([name, schema]) => {
    const value = (vitals as Record<string, unknown>)[name];
    return value !== undefined && shapeProblem(schema, value) === null;
  });
  return Object.fromEntries(
    known.map(([name]) => [name, (vitals as Record<string, unknown>)[name]]),
  ) as Vitals;
}

function numberIn(context: JsonObject, names: readonly string[]): number | undefined {
  const found = names.map((name) => context[name]).find((value) => typeof value === "number");
  return typeof found === "number" ? found : undefined;
}
