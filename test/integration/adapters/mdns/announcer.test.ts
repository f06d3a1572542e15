import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { before, test } from "node:test";
import multicastDns, { type MulticastDNS } from "multicast-dns";
import { MdnsAnnouncer } from "../../../../src/adapters/mdns/mdns-announcer.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { until } from "../../../support/box/wait.ts";

/** Whether loopback carries multicast here; a container may have none. */
async function hasMulticast(): Promise<boolean> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  try {
    socket.bind(0);
    await once(socket, "listening");
    socket.addMembership("224.0.0.251", "127.0.0.1");
    socket.setMulticastInterface("127.0.0.1");
    const heard = once(socket, "message", { signal: AbortSignal.timeout(5000) });
    socket.send("probe", socket.address().port, "224.0.0.251");
    await heard;
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

let skip: string | false = false;
before(async () => {
  if (!(await hasMulticast())) skip = "loopback carries no multicast here";
});

/** A name that no other test run on this machine asks for. */
const name = `gh-${process.pid}`;

function announcer(): MdnsAnnouncer {
  return new MdnsAnnouncer({
    hostNames: [name, `${name}-2`],
    instance: `Hall ${process.pid}`,
    port: 8480,
    isTls: true,
    txt: { id: "box1", path: "/" },
    on: ["127.0.0.1"],
    clock: systemClock,
    log: silentLogger,
  });
}

type Answer = { name: string; type: string; data?: unknown };

/** Another machine, with a library of its own. */
function stranger(t: { after(run: () => Promise<void>): void }): MulticastDNS {
  const mdns = multicastDns({ interface: "127.0.0.1", bind: "0.0.0.0", loopback: true });
  t.after(() => new Promise((resolve) => mdns.destroy(() => resolve())));
  return mdns;
}

async function ask(mdns: MulticastDNS, question: string, type: "A" | "PTR"): Promise<Answer[]> {
  const found: Answer[] = [];
  const take = ({ answers, additionals }: { answers: Answer[]; additionals: Answer[] }): void => {
    if (answers.some((each) => each.name === question)) found.push(...answers, ...additionals);
  };
  mdns.on("response", take);
  let askedMs = 0;
  await until(
    () => {
      // A datagram may be lost, and a responder may keep quiet for a second after its last answer.
      if (Date.now() - askedMs > 1500) {
        askedMs = Date.now();
        mdns.query(question, type);
      }
      return found.length > 0;
    },
    { what: `an answer about ${question}` },
  );
  mdns.removeListener("response", take);
  return found;
}

test("the box answers for its name, announces its page, and leaves a name to who has it", async (t) => {
  if (skip) {
    t.skip(skip);
    return;
  }
  const other = stranger(t);
  const box = announcer();
  t.after(() => box.stop());
  box.start();
  await until(() => box.state().host !== null, { what: "the claim of a name" });
  assert.deepEqual(box.state(), { host: `${name}.local`, problem: null });
  const addresses = await ask(other, `${name}.local`, "A");
  assert.ok(addresses.some(({ type, data }) => type === "A" && data === "127.0.0.1"));
  const found = await ask(other, "_gatehouse._sub._https._tcp.local", "PTR");
  const instance = `Hall ${process.pid}._https._tcp.local`;
  assert.ok(found.some(({ type, data }) => type === "PTR" && data === instance));
  const service = found.find((each) => each.type === "SRV")?.data as {
    port: number;
    target: string;
  };
  assert.deepEqual([service.port, service.target], [8480, `${name}.local`]);
  const facts = found.find(({ type }) => type === "TXT")?.data as Buffer[];
  assert.ok(facts.map(String).includes("id=box1"));
  await box.stop();

  // Now the other machine has the name: it answers whoever asks for it.
  other.on("query", ({ questions }: { questions: { name: string }[] }) => {
    if (!questions.some((each) => each.name.toLowerCase() === `${name}.local`)) return;
    other.respond([{ name: `${name}.local`, type: "A", ttl: 120, data: "127.0.0.9", flush: true }]);
  });
  const second = announcer();
  t.after(() => second.stop());
  second.start();
  await until(() => second.state().host !== null, { what: "the claim of another name" });
  assert.equal(second.state().host, `${name}-2.local`);

  // In the middle of a claim.
  const third = announcer();
  third.start();
  await third.stop();
  assert.equal(third.state().host, null);
});
