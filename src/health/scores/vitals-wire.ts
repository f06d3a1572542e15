import { type Static, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";

/** The vital signs that scores use; the bounds are those of a living person, wide enough for every monitor. */
export const vitalsSchema = Type.Object(
  {
    respiratory_rate: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 120, description: "Breaths per minute" }),
    ),
    spo2_percent: Type.Optional(
      Type.Integer({ minimum: 30, maximum: 100, description: "Oxygen saturation in percent" }),
    ),
    spo2_scale: Type.Optional(
      Type.Unsafe<1 | 2>({
        type: "integer",
        enum: [1, 2],
        description:
          "Scale of NEWS2. Use 2 only if a clinician prescribed 88–92 % (hypercapnic failure). The default is 1",
      }),
    ),
    on_oxygen: Type.Optional(
      Type.Boolean({ description: "True if the patient gets supplemental oxygen" }),
    ),
    systolic_mmhg: Type.Optional(Type.Integer({ minimum: 20, maximum: 350 })),
    diastolic_mmhg: Type.Optional(Type.Integer({ minimum: 10, maximum: 250 })),
    pulse_bpm: Type.Optional(Type.Integer({ minimum: 0, maximum: 350 })),
    consciousness: Type.Optional(
      Type.Unsafe<"alert" | "confusion" | "voice" | "pain" | "unresponsive">({
        type: "string",
        enum: ["alert", "confusion", "voice", "pain", "unresponsive"],
        description: "Consciousness by ACVPU. `confusion` means new confusion",
      }),
    ),
    gcs: Type.Optional(
      Type.Integer({ minimum: 3, maximum: 15, description: "Glasgow Coma Scale" }),
    ),
    temperature: Type.Optional(
      Type.Object(
        {
          value: Type.Number({
            minimum: 20,
            maximum: 117,
            description: "The temperature, 20 to 47 °C or 68 to 117 °F",
          }),
          unit: Type.Unsafe<"C" | "F">({ type: "string", enum: ["C", "F"] }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** Vital signs on the wire. */
export type Vitals = Static<typeof vitalsSchema>;

/** Bounds of a living person's temperature by unit. */
const temperatures = { C: { low: 20, high: 47 }, F: { low: 68, high: 117 } } as const;

/**
 * Refuses a temperature that its unit makes impossible with `invalid_request_body`; `at` is the path of the
 * vitals.
 */
export function checkVitals({ temperature }: Vitals, at: string): void {
  if (!temperature) return;
  const { value, unit } = temperature;
  const { low, high } = temperatures[unit];
  if (value >= low && value <= high) return;
  const param = `${at}.temperature.value`;
  const message = `${param}: is out of the range of ${unit}. Send a value from ${low} to ${high}`;
  throw fail("invalid_request_body", message, { param });
}
