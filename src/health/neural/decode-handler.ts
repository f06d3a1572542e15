import { fail } from "../../contract/fail.ts";
import type { JobHandler } from "../../jobs/operation.ts";
import type { NetVerdict, SignalInput } from "../compute-port.ts";
import type { HealthParts } from "../health-parts.ts";
import { payloadBytes } from "../payload.ts";
import { snakeCase } from "../snake-case.ts";
import { textsFor } from "../texts/texts.ts";
import type { DecodeInput } from "./decode-operation.ts";

/** Decode jobs at once. */
const concurrency = 4;

/** Measures neural signals on the box; a configured model decodes them, and nothing else does. */
export function decodeHandler(parts: HealthParts): JobHandler {
  return {
    type: "neural.decode",
    concurrency,
    async run(context) {
      const { signalType, data } = context.input as unknown as DecodeInput;
      const { decoder: net, mainsHz } = parts.settings;
      await context.update({ phase: "measure" });
      const { analysis, verdict, netProblem } = await parts.compute.signals(
        await signalOf(data, context),
        { signalType, mainsHz, ...(net ? { net } : {}) },
      );
      if ("file" in data) checkSaid(data.said, analysis.channels);
      const reason = verdict ? null : (netProblem ?? "no decoder is configured");
      const setting = "health.neural_decoder";
      return {
        payload: {
          output: {
            decoded: verdict && decodedOf(verdict),
            reason,
            signal: snakeCase(analysis),
            disclaimer: textsFor(parts.siteLocale).texts.disclaimer,
          },
          missing: reason === null ? [] : [{ part: "decoded", reason, setting }],
        },
      };
    },
  };
}

/** A file with other channels than its caller believes may be another recording. */
function checkSaid(
  { channelCount, sampleRateHz }: Extract<DecodeInput["data"], { file: unknown }>["said"],
  channels: readonly { sampleRateHz: number }[],
): void {
  const count = channels.length;
  if (channelCount !== undefined && channelCount !== count) {
    const message = `channel_count is ${channelCount}, and the file has ${count} signals besides annotations`;
    throw fail("input_unreadable", message);
  }
  const rates = [...new Set(channels.map((each) => each.sampleRateHz))];
  const isKnown = rates.some((rate) => Math.abs(rate - (sampleRateHz ?? rate)) <= 0.001 * rate);
  if (isKnown) return;
  const shown = rates.slice(0, 5).join(", ");
  throw fail("input_unreadable", `sample_rate_hz is ${sampleRateHz}, and the file has ${shown}`);
}

async function signalOf(
  data: DecodeInput["data"],
  context: Parameters<JobHandler["run"]>[0],
): Promise<SignalInput> {
  if ("file" in data) return { file: await payloadBytes(data.file, context) };
  const { labels, ...facts } = data.raw;
  const raw = { ...facts, ...(labels ? { labels } : {}) };
  if ("lists" in data) return { raw: { ...raw, data: data.lists } };
  return { raw: { ...raw, data: await payloadBytes(data.floats, context) } };
}

/** The class of the highest score. */
function decodedOf({ scores, fromSec, windows, note }: NetVerdict) {
  const [label, score] = Object.entries(scores).toSorted((a, b) => b[1] - a[1])[0]!;
  return { label, score, scores, from_sec: fromSec, windows, model: note };
}
