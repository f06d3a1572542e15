import { join } from "node:path";
import type { TestContext } from "node:test";
import { BoxClient } from "../../../src/adapters/box-client/box-client.ts";
import { ed25519 } from "../../../src/adapters/signatures/ed25519.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { FleetIdentity } from "../../../src/fleet/identity/fleet-identity.ts";
import { CallTokens, type PeerCaller } from "../../../src/fleet/peers/call-tokens.ts";
import { FleetPeers } from "../../../src/fleet/peers/fleet-peers.ts";
import { tempDir } from "../box/temp-dir.ts";
import { makeStore } from "../store/make-store.ts";
import { type FleetBox, startFleetBox } from "./fleet-box.ts";

/** A box of a fleet that asks the others, without an API of its own. */
export interface PeerBox extends FleetBox {
  identity: FleetIdentity;
  tokens: CallTokens;
  peers: FleetPeers;
}

/** A caller with the scopes that reading needs. */
export const reader: PeerCaller = {
  org: "default",
  keyId: "key-of-another-box",
  scopes: ["surveillance:read", "robots:read", "jobs:read", "events:read", "system:read"],
};

/** Starts the box `boxId` of the fleet `site` with the real connection, keys and client. */
export async function startPeerBox(
  t: TestContext,
  boxId: string,
  settings: { servers: readonly string[] },
): Promise<PeerBox> {
  const keys = { store: await makeStore(t), keyFile: join(await tempDir(t), "key") };
  let identity!: FleetIdentity;
  const box = await startFleetBox(t, boxId, {
    bucket: "gatehouse-site",
    ...settings,
    async beforeStart(table) {
      const about = { table, clock: systemClock, log: silentLogger, signatures: ed25519, boxId };
      identity = new FleetIdentity({ ...about, ...keys });
      await identity.start();
      t.after(() => identity.stop());
    },
  });
  const { membership } = box;
  const tokens = new CallTokens({ boxId, identity, membership });
  const transport = new BoxClient();
  const parts = { membership, identity, tokens, transport, isPlainAllowed: false };
  const peers = new FleetPeers(parts);
  t.after(() => peers.stop());
  return { ...box, identity, tokens, peers };
}
