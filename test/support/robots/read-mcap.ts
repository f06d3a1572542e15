import assert from "node:assert/strict";
import { zstdDecompressSync } from "node:zlib";
import * as officialSchemas from "@foxglove/schemas/jsonschema.js";
import { McapStreamReader } from "@mcap/core";
import Ajv from "ajv";

/** A message of a file. */
export interface ReadMessage {
  topic: string;
  schema: string;
  atMs: number;
  data: Record<string, unknown>;
}

const ajv = new Ajv.Ajv({ strict: false });
const official = new Map(
  Object.values(officialSchemas as unknown as Record<string, { title?: string }>)
    .filter(({ title }) => String(title).startsWith("foxglove."))
    .map((schema) => [String(schema.title), ajv.compile(schema)]),
);

/**
 * Reads a file with the reader of MCAP's makers, all checksums checked, and holds each message against the schema in the
 * file and against Foxglove's own schema of that name.
 */
export function readMcap(file: Uint8Array): ReadMessage[] {
  const reader = new McapStreamReader({
    validateCrcs: true,
    decompressHandlers: { zstd: (bytes) => zstdDecompressSync(bytes) },
  });
  reader.append(file);
  const schemas = new Map<number, { name: string; check: (value: unknown) => boolean }>();
  const channels = new Map<number, { topic: string; schemaId: number }>();
  const messages: ReadMessage[] = [];
  for (let record = reader.nextRecord(); record; record = reader.nextRecord()) {
    if (record.type === "Schema") {
      assert.equal(record.encoding, "jsonschema");
      const schema = JSON.parse(Buffer.from(record.data).toString()) as object;
      schemas.set(record.id, { name: record.name, check: ajv.compile(schema) });
    }
    if (record.type === "Channel") {
      assert.equal(record.messageEncoding, "json");
      channels.set(record.id, record);
    }
    if (record.type !== "Message") continue;
    const { topic, schemaId } = channels.get(record.channelId)!;
    const { name, check } = schemas.get(schemaId)!;
    const data = JSON.parse(Buffer.from(record.data).toString()) as Record<string, unknown>;
    assert.ok(check(data), `${topic}: ${JSON.stringify(data).slice(0, 300)}`);
    assertKnown(name, data);
    messages.push({ topic, schema: name, atMs: Number(record.logTime / 1_000_000n), data });
  }
  assert.equal(reader.done(), true);
  return messages;
}

/** Fails for a message that Foxglove's own schema of that name refuses. */
export function assertKnown(name: string, data: unknown): void {
  if (!name.startsWith("foxglove.")) return;
  const check = official.get(name);
  assert.ok(check, `Foxglove knows no ${name}`);
  assert.ok(check(data), `${name}: ${JSON.stringify(check.errors)}`);
}
