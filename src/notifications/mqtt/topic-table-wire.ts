import type { TSchema } from "typebox";
import { type BusTopic, busTopics } from "./wire/mqtt.ts";

interface Schema {
  title?: string;
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** Payloads that the API documents too, by the title of their schema. */
const apiBodies: ReadonlySet<string> = new Set([
  "RobotCommandRequest",
  "RobotStopRequest",
  "RobotLeaseRequest",
  "ModeRequest",
]);

/** Returns the table of topics in `docs/integration/mqtt.md`, in Markdown. */
export function topicTable(): string {
  const head = "| topic | | QoS | what it is | message |\n|---|---|---|---|---|";
  return [head, ...busTopics.map(row)].join("\n");
}

function row({ topic, direction, qos, isRetained, payload, about }: BusTopic): string {
  const kind = direction === "in" ? "command" : isRetained ? "retained" : "event";
  const message = payload ? shape(payload) : topic.endsWith("/picture") ? "JPEG" : "a word";
  return `| \`${topic}\` | ${kind} | ${qos} | ${about.replaceAll("|", "\\|")} | ${message} |`;
}

function shape(schema: TSchema): string {
  const { title = "", properties } = schema as Schema;
  if (apiBodies.has(title)) return `\`${title}\` of the API`;
  if (!properties) return "object";
  const fields = Object.entries(properties).map(([name, field]) => {
    const isOptional = !(schema as Schema).required?.includes(name);
    return `${name}${isOptional ? "?" : ""}: ${typeOf(field)}`;
  });
  return fields.length === 0 ? "empty, or `{}`" : `\`{${fields.join(", ")}}\``;
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.join(" or ");
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(
      ([name, field]) => `${name}: ${typeOf(field)}`,
    );
    return `{${inner.join(", ")}}`;
  }
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (typeof schema.additionalProperties === "object") {
    return `object of ${typeOf(schema.additionalProperties)}`;
  }
  return schema.type ?? "anything";
}
