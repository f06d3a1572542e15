import assert from "node:assert/strict";
import { test } from "node:test";
import { NatsWork } from "../../../src/adapters/nats/nats-work.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Parts } from "../../../src/fleet/jobs/parts.ts";
import {
  type OfferDocument,
  readWork,
  type ResultDocument,
} from "../../../src/fleet/jobs/work-document.ts";
import type { Question } from "../../../src/fleet/jobs/work-port.ts";
import { until } from "../../support/box/wait.ts";
import { startFleetBox } from "../../support/fleet/fleet-box.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import { endOf, jobOf, sharingBoxes, submitPicture } from "../../support/fleet/sharing-boxes.ts";

const need = "image-media";
const boxId = "late";

const result: ResultDocument = {
  v: 1,
  outcome: { kind: "completed" },
  payload: { output: { made_by: boxId } },
  resultUrl: null,
  assets: [],
};

test("a late result of an earlier attempt is refused", { skip: noNats }, async (t) => {
  const site = await sharingBoxes(t);
  const owner = await site.start("none");
  // The parts of a box that takes jobs, in the hands of the test.
  const { link, table, membership } = await startFleetBox(t, boxId, { servers: [site.nats.url] });
  const work = new NatsWork({ link, fleet: "test", boxId, log: silentLogger });
  await until(() => work.isUp() && membership.isListening(), { what: "the taker" });
  await table.write(`needs.${boxId}`, JSON.stringify({ v: 1, needs: [need] }), "any");
  const tokens: number[] = [];
  const parts = new Parts(() => Promise.resolve(Buffer.from(JSON.stringify(result))));
  work.answer((_name, body) => {
    const read = readWork.read(body)!;
    tokens.push(read.token);
    return parts.piece(read);
  });
  const ask = async (name: Question["name"], offer: OfferDocument, token: number) => {
    const about = { v: 1, org: offer.org, job: offer.job, token, box: boxId };
    const body = JSON.stringify(name === "beat" ? { ...about, isEnded: true } : about);
    const answer = await work.ask(offer.owner, { name, body, withinMs: 5000 });
    return JSON.parse(Buffer.from(answer!).toString()) as { token: number; over: string | null };
  };
  const nextOffer = async (): Promise<OfferDocument> => {
    let offer: OfferDocument | undefined;
    const take = async () => {
      const received = await work.next(need, 1000);
      received?.done();
      offer = received && readWork.offer(received.text);
      return offer !== undefined;
    };
    await until(take, { what: "an offer" });
    return offer!;
  };

  const submitted = async () => await submitPicture(owner, "An umbrella").catch(() => undefined);
  let id: string | undefined;
  await until(async () => (id = await submitted()) !== undefined, { what: "the taker's endpoint" });
  const first = await nextOffer();
  assert.equal(first.job, id);
  assert.equal((await ask("claim", first, first.token)).token, first.token);
  assert.equal((await ask("claim", first, first.token)).token, 0, "nobody gets it twice");
  const isLost = async () =>
    (await jobOf(owner, first.job)).expanded.diagnostics.attempts[0]?.error_code === "lease_lost";
  await until(isLost, { what: "the end of the lease" });

  const second = await nextOffer();
  assert.deepEqual([second.job, second.token], [first.job, first.token + 1]);
  assert.equal((await ask("beat", first, first.token)).over, "lease_lost");
  assert.equal((await ask("claim", second, second.token)).token, second.token);
  assert.equal((await ask("beat", first, first.token)).over, "lease_lost", "with a newer attempt");
  assert.equal((await ask("claim", first, first.token)).token, 0);
  assert.deepEqual(tokens, [], "nothing was read of the late result");
  assert.equal((await jobOf(owner, first.job)).status, "processing");
  assert.equal((await ask("beat", second, second.token)).over, null);
  const job = await endOf(owner, first.job);
  assert.equal(job.status, "completed", JSON.stringify(job));
  assert.equal(job.payload.output.made_by, boxId);
  assert.deepEqual([...new Set(tokens)], [second.token]);
  assert.equal((await ask("beat", second, second.token)).over, "lease_lost", "it has its end");
});
