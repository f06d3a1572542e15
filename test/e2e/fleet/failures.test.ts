import { test } from "node:test";
import { isLong, onlyLong } from "../../support/box/long-form.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import { noNamespaces, playSite } from "../../support/fleet/site-world.ts";
import { noBroker } from "../../support/notifications/mosquitto.ts";

const skip = noNats || noBroker || noNamespaces || onlyLong;
const seed = Number(process.env["FUZZ_SEED"] ?? (isLong ? Date.now() % 1_000_000 : 1));

test(
  "three boxes lose no job, command no robot twice and go on watching while one fails and the network is cut",
  { skip, timeout: 400_000 },
  async (t) => {
    const faults = ["kill a box", "partition a box", "cut everything"];
    await playSite(t, { boxes: 3, faults, seed, outageMs: 10_000 });
  },
);

test(
  "five boxes do the same through random faults, one after the other",
  { skip, timeout: 2_000_000 },
  async (t) => {
    await playSite(t, { boxes: 5, faults: 14, seed, outageMs: 60_000 });
  },
);
