import { computedEeg, drawnLesion } from "../health-samples.ts";

/** Nobody has these values: every number is made up. */
const vitals = {
  respiratory_rate: 22,
  spo2_percent: 94,
  on_oxygen: false,
  systolic_mmhg: 108,
  diastolic_mmhg: 66,
  pulse_bpm: 104,
  consciousness: "alert",
  temperature: { value: 38.4, unit: "C" },
};
const calm = { ...vitals, respiratory_rate: 15, spo2_percent: 98, pulse_bpm: 72 };
const patient = { age_years: 61, sex: "female" };
const context = { note: "made up for the demo" };

/** Returns a request for each clinical and neural operation, by its path, with data that no person has. */
export async function medicalBodies(): Promise<{ path: string; body: object }[]> {
  const picture = await drawnLesion();
  return Object.entries({
    "clinical/decision-support": {
      vitals,
      patient,
      labs: [{ name: "Glucose", value: 11.2, unit: "mmol/L", analyte: "glucose" }],
      question: "Which of these values need attention first?",
    },
    "clinical/risk": {
      patients: [
        { id: "bed-1", vitals, patient },
        { id: "bed-2", vitals: calm },
      ],
    },
    "clinical/adherence": {
      period: { from: "2026-01-01", to: "2026-03-31" },
      medications: [
        {
          name: "Metformin",
          fills: [
            { date: "2026-01-01", days_supply: 30 },
            { date: "2026-02-10", days_supply: 30 },
          ],
        },
      ],
    },
    "clinical/medication-check": {
      medications: [{ name: "Amoxicillin", ingredients: ["amoxicillin"] }, { name: "Ibuprofen" }],
      allergies: [{ substance: "amoxicillin", reaction: "rash" }],
    },
    "clinical/notes": {
      text: "S: Cough for three days. O: Temperature 38.4 °C, chest clear. A: Likely a cold. P: Fluids, rest, see again in a week.",
    },
    "clinical/research": {
      question: "How long does a common cold last?",
      sources: [
        {
          id: "leaflet",
          title: "Leaflet of the demo",
          text: "A common cold lasts about a week. A cough may last for three weeks.",
        },
      ],
    },
    "clinical/wellness": {
      phq9: [1, 0, 1, 1, 0, 0, 1, 0, 0],
      gad7: [1, 1, 0, 1, 0, 0, 0],
      who5: [3, 3, 4, 3, 4],
    },
    "clinical/scan": {
      input: { data: picture.toString("base64"), modality: "skin lesion (drawn)" },
      question: "Describe the picture",
    },
    "neural/decode": { signal_type: "eeg", data: computedEeg().toString("base64") },
  }).map(([path, body]) => ({
    path: `/api/v1/${path}`,
    body: { ...body, context },
  }));
}
