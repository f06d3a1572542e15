import assert from "node:assert/strict";
import { test } from "node:test";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { residentBytes } from "../../../support/box/memory-bytes.ts";
import { until } from "../../../support/box/wait.ts";
import { browserOffer } from "../../../support/cameras/webrtc/browser-offer.ts";
import { startWebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";

const isLong = process.env["TEST_LONG"] === "1";
const offers = isLong ? 100_000 : 1000;
/** Until the pools of the allocator have their size. */
const warmUp = isLong ? 16_000 : 500;
const atOnce = 16;
/** The noise of the allocator. */
const growthBytes = 24 * 1024 * 1024;

test(`${offers} mutated offers are answered or refused with a code, end no session and leave no memory behind`, async (t) => {
  const { view, open, peers, child } = await startWebrtcRig(t, { hasTone: true });
  const { viewer } = await view();
  await until(() => viewer.packets.length > 20, { what: "video" });
  const random = numbers(23);
  const sample = Buffer.from(browserOffer());
  const mutant = (): string => {
    const bytes = Buffer.from(sample);
    for (let changes = 1 + Math.floor(random() * 6); changes > 0; changes -= 1) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    return bytes.toString("utf8");
  };
  const codes = new Map<string, number>();
  const send = async (): Promise<void> => {
    let code = "answered";
    try {
      (await open(mutant())).close();
    } catch (error) {
      code = GatehouseError.find(error)?.code ?? String(error);
    }
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  const sendMany = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, send));
    }
  };
  await sendMany(warmUp);
  const before = residentBytes(child.pid!);
  await sendMany(offers - warmUp);
  const allowed = ["answered", "codec_not_playable", "invalid_request_body"];
  assert.deepEqual([...codes.keys()].toSorted(), allowed, JSON.stringify([...codes]));
  assert.equal(child.restarts, 0);
  assert.deepEqual(peers.counts(), { connected: 1, halfOpen: 0 });
  t.diagnostic(JSON.stringify(Object.fromEntries(codes)));
  const grown = residentBytes(child.pid!) - before;
  t.diagnostic(`the process has grown by ${grown} bytes`);
  assert.ok(grown < growthBytes, `the process has grown by ${grown} bytes`);
  const packets = viewer.packets.length;
  await until(() => viewer.packets.length > packets + 10, { what: "more video" });
});
