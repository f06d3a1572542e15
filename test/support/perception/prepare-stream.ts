import type { PreparedJob } from "../../../src/base/jobs/operation.ts";
import type { SourceSpec } from "../../../src/cameras/source.ts";
import type { IncidentReceivers } from "../../../src/perception/incidents/incident-receivers.ts";
import type { SettingsContext } from "../../../src/perception/settings/resolve-settings.ts";
import { SettingsResolver } from "../../../src/perception/settings/settings-resolver.ts";
import { streamOperation } from "../../../src/perception/streams/stream-operation.ts";
import { callerOf, noReceivers, requestOf, settingsContext } from "./perception-fixtures.ts";

let context: Promise<SettingsContext> | undefined;

/** Prepares a request of the stream operation as the API does; rejects with what it refuses. */
export async function prepareStream(
  body: unknown,
  check: (source: SourceSpec) => Promise<SourceSpec> = (source) => Promise.resolve(source),
  receivers: Partial<IncidentReceivers> = {},
): Promise<PreparedJob> {
  context ??= settingsContext();
  const operation = streamOperation({
    resolver: new SettingsResolver(await context, { addTo: (_stream, _settings, own) => own }),
    clock: { wallMs: () => 1_790_000_000_000 },
    checkSource: check,
    receivers: { ...noReceivers, ...receivers },
    isJobLive: () => true,
  });
  return await operation.prepare(requestOf(body) as never, callerOf());
}
