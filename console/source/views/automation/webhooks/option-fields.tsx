import type { Webhook } from "../../../../../client/source/generated.ts";
import { nameOf } from "../../../cameras/camera-name.ts";
import { useStreams } from "../../../cameras/streams.ts";
import { ChoicesField } from "../../../parts/choices-field.tsx";
import { CheckField, SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { ListField } from "../../../parts/list-field.tsx";
import { words } from "../../../words/words.ts";

/** The options of a webhook as a person types them. */
export interface WebhookOptions {
  /** One header in each line. */
  headers: string;
  /** Delays with commas between. */
  delays: string;
  types: readonly string[];
  leastSeverity: "" | "info" | "warning" | "critical";
  streamIds: readonly string[];
  isOrdered: boolean;
}

/** Returns the options of a webhook; those of a new one without `webhook`. */
export function optionsOf(webhook?: Webhook): WebhookOptions {
  const {
    types = [],
    min_severity: least = "",
    stream_ids: streamIds = [],
  } = webhook?.filter ?? {};
  return {
    headers: (webhook?.headers ?? [])
      .map(({ name, value }) => (value === null ? name : `${name}: ${value}`))
      .join("\n"),
    delays: webhook?.retry_delays_seconds.join(", ") ?? "",
    types,
    leastSeverity: least,
    streamIds,
    isOrdered: webhook?.ordering === "camera",
  };
}

/** Returns the fields of a request. A header that was shown with its value stays no secret. */
export function requestOf(options: WebhookOptions, before?: Webhook) {
  const { headers, delays, types, leastSeverity, streamIds, isOrdered } = options;
  const named = types.filter((type) => type !== "");
  const filter: NonNullable<Webhook["filter"]> = {
    ...(named.length > 0 && { types: named }),
    ...(leastSeverity !== "" && { min_severity: leastSeverity }),
    ...(streamIds.length > 0 && { stream_ids: [...streamIds] }),
  };
  const seconds = delays.split(/[,\s]+/).filter((each) => each !== "");
  return {
    headers: headers
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => headerOf(line, before)),
    filter: Object.keys(filter).length === 0 ? null : filter,
    ordering: isOrdered ? ("camera" as const) : ("none" as const),
    retry_delays_seconds: seconds.length === 0 ? null : seconds.map(Number),
  };
}

function headerOf(line: string, before?: Webhook) {
  const at = line.indexOf(":");
  const name = (at < 0 ? line : line.slice(0, at)).trim();
  const value = at < 0 ? {} : { value: line.slice(at + 1).trim() };
  const known = before?.headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return { name, ...value, is_secret: known?.is_secret ?? true };
}

/** Fields about which events a webhook receives, in which order, and with what. */
export function WebhookOptionFields(props: {
  value: WebhookOptions;
  onChange: (value: WebhookOptions) => void;
}) {
  const { value, onChange } = props;
  const { webhooks: own, rules, nav, incidents, cameraSettings, common } = words.value;
  const { streams = [] } = useStreams();
  const ids = new Set([...streams.map(({ stream_id: id }) => id), ...value.streamIds]);
  const set = (change: Partial<WebhookOptions>): void => onChange({ ...value, ...change });
  return (
    <>
      <div class="fields">
        <SelectField
          label={cameraSettings.minSeverity}
          value={value.leastSeverity}
          onChange={(leastSeverity) => set({ leastSeverity })}
          options={[
            ["", common.all],
            ["info", incidents.severities.info],
            ["warning", incidents.severities.warning],
            ["critical", incidents.severities.critical],
          ]}
        />
        <ListField
          label={own.incidentTypes}
          hint={rules.noneMeansAll}
          value={value.types}
          onChange={(types) => set({ types: types ?? [] })}
        />
      </div>
      <ChoicesField
        legend={nav.cameras}
        hint={rules.noneMeansAll}
        value={value.streamIds}
        onChange={(streamIds) => set({ streamIds })}
        options={[...ids].map((id) => [id, nameOf(id)])}
      />
      <CheckField
        label={own.ordered}
        hint={own.orderedHint}
        value={value.isOrdered}
        onChange={(isOrdered) => set({ isOrdered })}
      />
      <TextAreaField
        label={own.headers}
        hint={own.headersHint}
        value={value.headers}
        onChange={(headers) => set({ headers })}
        placeholder="X-Token: …"
      />
      <TextField
        label={own.delays}
        hint={own.delaysHint}
        dir="ltr"
        pattern="[0-9,\s]*"
        value={value.delays}
        onChange={(delays) => set({ delays })}
      />
    </>
  );
}
