/**
 * The worker thread of the body intake: one for the box, several bodies at a time. An uncaught error is a
 * defect and ends it; the intake starts another.
 */
import { closeSync, fsyncSync, openSync, readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { GatehouseError } from "../../base/core/errors.ts";
import { Extractor } from "./extractor.ts";
import type { IntakeAnswer, IntakeTask } from "./protocol.ts";

const bodies = new Map<number, { extractor: Extractor; dir: string }>();

function say(answer: IntakeAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(answer, transfer);
}

function work(task: IntakeTask): void {
  if (task.what === "open") {
    const { id, dir, blobFields, keyPath } = task;
    const key = keyPath === null ? null : readFileSync(keyPath);
    bodies.set(id, { extractor: new Extractor({ dir, blobFields, key }), dir });
    return;
  }
  if (task.what === "chunk") say({ what: "taken", id: task.id, bytes: task.bytes.length });
  const body = bodies.get(task.id);
  if (!body) return;
  try {
    if (task.what === "chunk") body.extractor.push(Buffer.from(task.bytes.buffer));
    else end(task.id, body, task.what === "end");
  } catch (error) {
    bodies.delete(task.id);
    body.extractor.drop();
    const coded = GatehouseError.find(error);
    if (!coded) throw error;
    say({ what: "refused", id: task.id, code: coded.code, message: coded.message });
  }
}

function end(id: number, body: { extractor: Extractor; dir: string }, isWhole: boolean): void {
  if (!isWhole) body.extractor.drop();
  else {
    const { json, blobs } = body.extractor.finish();
    if (blobs.length > 0) syncFolder(body.dir);
    // A copy of its own, as large as it is: the buffer behind it may be twice that.
    const bytes = new Uint8Array(json);
    say({ what: "whole", id, json: bytes, blobs }, [bytes.buffer]);
  }
  bodies.delete(id);
}

/** The names of finished files must be as durable as the files. */
function syncFolder(dir: string): void {
  const folder = openSync(dir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

parentPort!.on("message", work);
