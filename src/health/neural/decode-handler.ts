import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { fail } from "../../base/contract/fail.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import type { MeasuredSignals, SignalInput } from "../compute-port.ts";
import type { HealthParts } from "../health-parts.ts";
import { payloadBytes } from "../payload.ts";
import { snakeCase } from "../snake-case.ts";
import { textsFor } from "../texts/texts.ts";
import { decodeElsewhere, type DecodeOutcome, elsewhereNeed } from "./decode-elsewhere.ts";
import type { DecodeInput } from "./decode-operation.ts";

/** Concurrent decode jobs. */
const concurrency = 4;
/** Name of the need of these jobs among the boxes of a fleet. */
const decoding = "neural-decode";

/** Measures neural signals on the box; only a configured model decodes them. */
export function decodeHandler(parts: HealthParts): JobHandler {
  const { decoder: net, mainsHz } = parts.settings;
  const uplink = !net && parts.uplink?.forwards(elsewhereNeed) ? parts.uplink : null;
  const gate = uplink?.gate(() => elsewhereNeed);
  const away = uplink?.share([elsewhereNeed], () => elsewhereNeed);
  return {
    type: "neural.decode",
    concurrency,
    ...omitUndefined({ gate }),
    share: {
      needOf: () => decoding,
      needs: () => (net || uplink ? [decoding] : []),
      isOpen: (_need, org) => net !== null || (away?.isOpen(away.needs()[0] ?? "", org) ?? false),
      // Without a decoder anywhere, the box measures alone.
      isOptional: true,
    },
    async run(context: JobContext<DecodeInput>) {
      const { signalType, data } = context.input;
      await context.update({ phase: "measure" });
      const input = await signalOf(data, context);
      const measured = await parts.compute.signals(input, {
        signalType,
        mainsHz,
        ...(net ? { net } : {}),
      });
      if ("file" in data) checkSaid(data.said, measured.analysis.channels);
      if (uplink) await context.update({ phase: "decode" });
      const outcome = uplink
        ? await decodeElsewhere({ ...parts, uplink }, context, { input, signalType })
        : decodedHere(measured);
      const [decoded, reason] =
        "decoded" in outcome ? [outcome.decoded, null] : [null, outcome.reason];
      const setting = "health.neural_decoder";
      return {
        payload: {
          output: {
            decoded,
            reason,
            signal: snakeCase(measured.analysis),
            disclaimer: textsFor(parts.siteLocale).texts.disclaimer,
          },
          missing: reason === null ? [] : [{ part: "decoded", reason, setting }],
        },
      };
    },
  };
}

/** The class of the highest score. */
function decodedHere({ verdict, netProblem }: MeasuredSignals): DecodeOutcome {
  if (!verdict) return { reason: netProblem ?? "no decoder is configured" };
  const { scores, fromSec, windows, note } = verdict;
  const [label, score] = Object.entries(scores).toSorted((a, b) => b[1] - a[1])[0]!;
  return { decoded: { label, score, scores, from_sec: fromSec, windows, model: note } };
}

/** A file whose channels differ from the caller's description may be another recording. */
function checkSaid(
  { channelCount, sampleRateHz }: Extract<DecodeInput["data"], { file: unknown }>["said"],
  channels: readonly { sampleRateHz: number }[],
): void {
  const count = channels.length;
  if (channelCount !== undefined && channelCount !== count) {
    const message = `channel_count: is ${channelCount}, and the file has ${count} signals besides annotations. Send the right count`;
    throw fail("input_unreadable", message);
  }
  const rates = [...new Set(channels.map((each) => each.sampleRateHz))];
  const isKnown = rates.some((rate) => Math.abs(rate - (sampleRateHz ?? rate)) <= 0.001 * rate);
  if (isKnown) return;
  const listed = rates.slice(0, 5).join(", ");
  throw fail(
    "input_unreadable",
    `sample_rate_hz: is ${sampleRateHz}, and the file has ${listed}. Send the right rate`,
  );
}

async function signalOf(data: DecodeInput["data"], context: JobContext): Promise<SignalInput> {
  if ("file" in data) return { file: await payloadBytes(data.file, context) };
  const { labels, ...facts } = data.raw;
  const raw = { ...facts, ...(labels ? { labels } : {}) };
  if ("lists" in data) return { raw: { ...raw, data: data.lists } };
  return { raw: { ...raw, data: await payloadBytes(data.floats, context) } };
}
