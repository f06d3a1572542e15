import { type IWritable, McapWriter } from "@mcap/core";
import type { LinkedEntry } from "../../robots/commands/chain.ts";
import type { TracedSample } from "../../robots/fleet/robot-trace.ts";
import type { McapFormat, RobotTrace } from "../../robots/fleet/mcap-port.ts";
import { channels, type TraceTopic } from "./schemas.ts";

interface TraceMessage {
  topic: TraceTopic;
  atMs: number;
  data: Record<string, unknown>;
}

/** Levels of `foxglove.Log`. */
const level = { info: 2, warning: 3 } as const;

/** Writes MCAP files with JSON messages (https://mcap.dev/spec). */
export class McapFiles implements McapFormat {
  async write({ robotId, samples, entries }: RobotTrace): Promise<Uint8Array> {
    const file = new MemoryFile();
    const writer = new McapWriter({ writable: file });
    await writer.start({ profile: "", library: "gatehouse" });
    await writer.addMetadata({ name: "gatehouse", metadata: new Map([["robot_id", robotId]]) });
    const ids = await register(writer);
    const messages = [...samples.flatMap(ofSample), ...entries.flatMap(ofEntry)];
    let sequence = 0;
    for (const { topic, atMs, data } of messages.toSorted((a, b) => a.atMs - b.atMs)) {
      const logTime = BigInt(Math.round(atMs)) * 1_000_000n;
      const bytes = Buffer.from(JSON.stringify({ timestamp: timeOf(atMs), ...data }));
      const channelId = ids.get(topic)!;
      await writer.addMessage({
        channelId,
        sequence: (sequence += 1),
        logTime,
        publishTime: logTime,
        data: bytes,
      });
    }
    await writer.end();
    return file.bytes();
  }
}

async function register(writer: McapWriter): Promise<Map<TraceTopic, number>> {
  const ids = new Map<TraceTopic, number>();
  for (const topic of Object.keys(channels) as TraceTopic[]) {
    const { name, schema } = channels[topic];
    const data = Buffer.from(JSON.stringify({ title: name, ...schema }));
    const schemaId = await writer.registerSchema({ name, encoding: "jsonschema", data });
    const channel = { topic, schemaId, messageEncoding: "json", metadata: new Map() };
    ids.set(topic, await writer.registerChannel(channel));
  }
  return ids;
}

function ofSample({ atMs, sample }: TracedSample): TraceMessage[] {
  const { pose, velocity, battery, mode, isEmergencyStopped: stop } = sample;
  const found: TraceMessage[] = [];
  if (pose) {
    const half = pose.yawRad / 2;
    const orientation = { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) };
    const position = { x: pose.xM, y: pose.yM, z: 0 };
    const data = { frame_id: pose.frame, pose: { position, orientation } };
    found.push({ topic: "/pose", atMs: atMs - (sample.poseAgeMs ?? 0), data });
  }
  if (velocity) {
    const data = { linear_mps: velocity.linearMps, angular_radps: velocity.angularRadps };
    found.push({ topic: "/velocity", atMs, data });
  }
  if (battery) {
    const data = { percent: battery.percent, is_charging: battery.isCharging };
    found.push({ topic: "/battery", atMs, data });
  }
  if (mode !== undefined || stop !== undefined) {
    found.push({ topic: "/state", atMs, data: { mode: mode ?? null, e_stop: stop ?? null } });
  }
  return found;
}

/** Each entry is there twice: as it is, and as a line of Foxglove's log. */
function ofEntry({ atMs, seq, event, commandId, who, why, detail, hash }: LinkedEntry) {
  const isRefused = event.includes("refused");
  const message = [event, why, JSON.stringify(detail)].filter(Boolean).join(": ");
  const priority = who?.priority ?? null;
  const data = { seq, event, command_id: commandId, priority, why, detail, hash };
  const line = {
    level: isRefused ? level.warning : level.info,
    message,
    name: "gatehouse",
    file: "",
    line: 0,
  };
  return [
    { topic: "/record", atMs, data },
    { topic: "/log", atMs, data: line },
  ] satisfies TraceMessage[];
}

function timeOf(ms: number): { sec: number; nsec: number } {
  const sec = Math.floor(ms / 1000);
  return { sec, nsec: Math.round((ms - sec * 1000) * 1e6) };
}

/** A file in memory: a trace is at most a few MiB. */
class MemoryFile implements IWritable {
  readonly #chunks: Uint8Array[] = [];
  #position = 0n;

  async write(buffer: Uint8Array): Promise<void> {
    // The writer uses its buffer again.
    this.#chunks.push(buffer.slice());
    this.#position += BigInt(buffer.length);
  }

  position(): bigint {
    return this.#position;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}
