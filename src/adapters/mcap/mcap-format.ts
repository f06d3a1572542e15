import { setImmediate as turn } from "node:timers/promises";
import { zstdCompressSync } from "node:zlib";
import { type IWritable, McapWriter } from "@mcap/core";
import type { McapFormat, RobotTrace } from "../../robots/fleet/mcap-port.ts";
import {
  type FoxgloveMessage,
  type MessageKind,
  ofEntry,
  ofIncident,
  ofPicture,
  ofSample,
  ofScan,
  ofVideo,
} from "../foxglove/messages.ts";
import { annexB } from "./annex-b.ts";

/** Messages that are written in one turn, so that a long file holds nobody up. */
const perTurn = 100;
const chunkBytes = 256 * 1024;

/** Writes MCAP files with JSON messages, compressed with Zstandard (https://mcap.dev/spec). */
export class McapFiles implements McapFormat {
  async write(trace: RobotTrace): Promise<Uint8Array> {
    const file = new MemoryFile();
    const writer = new McapWriter({
      writable: file,
      chunkSize: chunkBytes,
      compressChunk: (bytes) => ({
        compression: "zstd",
        compressedData: zstdCompressSync(bytes),
      }),
    });
    const { robotId } = trace;
    await writer.start({ profile: "", library: "gatehouse" });
    await writer.addMetadata({ name: "gatehouse", metadata: new Map([["robot_id", robotId]]) });
    const ids = await register(writer);
    let sequence = 0;
    for (const { atMs, make } of inOrder(trace)) {
      for (const { kind, data, atMs: ownMs } of make()) {
        const logTime = BigInt(Math.round(Math.max(atMs, ownMs))) * 1_000_000n;
        await writer.addMessage({
          channelId: ids.get(kind)!,
          sequence: (sequence += 1),
          logTime,
          publishTime: logTime,
          data: Buffer.from(JSON.stringify(data)),
        });
        if (sequence % perTurn === 0) await turn();
      }
    }
    await writer.end();
    return file.bytes();
  }
}

interface Pending {
  atMs: number;
  /** Written as late as possible: a scan in JSON is five times as large as in memory. */
  make(): FoxgloveMessage[];
}

function inOrder(trace: RobotTrace): Pending[] {
  const { robotId, samples, scans, pictures, entries, incidents, video = [] } = trace;
  const pending: Pending[] = [
    ...samples.flatMap((each) =>
      ofSample(robotId, each).map((message) => ({ atMs: message.atMs, make: () => [message] })),
    ),
    ...scans.map((each) => ({ atMs: each.atMs, make: () => [ofScan(robotId, each)] })),
    ...pictures.map((each) => ({ atMs: each.atMs, make: () => [ofPicture(robotId, each)] })),
    ...video.flatMap(annexB).map(({ atMs, make }) => ({
      atMs,
      make: () => [ofVideo(robotId, make())],
    })),
    ...entries.map((each) => ({ atMs: each.atMs, make: () => ofEntry(each) })),
    ...incidents.map((each) => ({ atMs: each.atMs, make: () => [ofIncident(each)] })),
  ];
  return pending.toSorted((a, b) => a.atMs - b.atMs);
}

async function register(writer: McapWriter): Promise<Map<MessageKind, number>> {
  // Only a box that makes files loads the schemas.
  const { channels } = await import("../foxglove/channels.ts");
  const ids = new Map<MessageKind, number>();
  for (const kind of Object.keys(channels) as MessageKind[]) {
    const { name, schema } = channels[kind];
    const data = Buffer.from(JSON.stringify(schema));
    const schemaId = await writer.registerSchema({ name, encoding: "jsonschema", data });
    const channel = {
      topic: `/${kind}`,
      schemaId,
      messageEncoding: "json",
      metadata: new Map(),
    };
    ids.set(kind, await writer.registerChannel(channel));
  }
  return ids;
}

/** A file in memory: a trace is at most some 40 MiB, most of it video. */
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
