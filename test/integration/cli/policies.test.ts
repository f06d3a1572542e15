import type { ReplayWire } from "../../../src/perception/wire/policy-answers.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { AdminServer } from "../../../src/system/admin/admin-server.ts";
import { makeAccounts } from "../../../src/base/people/accounts.ts";
import { SimpleWebAuthn } from "../../../src/adapters/webauthn/simple-webauthn.ts";
import { PeopleAdmin } from "../../../src/system/admin/people-admin.ts";
import { KeyAdmin } from "../../../src/system/admin/key-admin.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { ApiKeys } from "../../../src/base/keys/api-keys.ts";
import { AuditLog } from "../../../src/base/keys/audit-log.ts";
import { EgressLog } from "../../../src/uplink/egress-log.ts";
import { Organisations } from "../../../src/base/keys/organisations.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { FakeVision } from "../../support/perception/fake-vision.ts";
import { PerceptionRig } from "../../support/perception/perception-rig.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { visitor, yardRequest } from "../../support/page/visitor.ts";
import { until } from "../../support/box/wait.ts";
import { egressPage } from "../../../src/uplink/egress-wire.ts";
import type { LogPageQuery } from "../../../src/base/events/numbered-log.ts";

/** A box whose stream was watched for twelve seconds, with its socket. */
async function box(t: TestContext): Promise<{ rig: PerceptionRig; where: string[] }> {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  await rig.submit({ ...yardRequest, behaviors: [] });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  await rig.play(12);
  const dataDir = await tempDir(t);
  const { store } = rig.parts;
  const parts = { store, clock: rig.clock };
  const keys = new ApiKeys(parts);
  const orgs = new Organisations(parts);
  const retention = { maxAgeMs: 86_400_000, maxCount: 1000 };
  const audit = new AuditLog({ ...parts, log: silentLogger, retention });
  const egress = new EgressLog({ ...parts, log: silentLogger, retention });
  const people = new PeopleAdmin({
    accounts: makeAccounts({ ...parts, verifier: new SimpleWebAuthn() }),
    audit,
  });
  const list = (org: string, query: LogPageQuery) => egressPage(egress, org, query);
  const server = new AdminServer({
    dataDir,
    keys: new KeyAdmin({ keys, orgs, audit, egressPage: list, people, clock: rig.clock }),
    policies: {
      list: (org) => rig.policyService.list(org),
      replay: rig.policyReplay,
    },
    status: () => ({ url: "http://127.0.0.1:1", streams: 1 }),
    log: silentLogger,
  });
  await server.start();
  t.after(() => server.stop());
  return { rig, where: ["--data-dir", dataDir] };
}

test("`policies list` and `policies replay` show what a rule would have raised", async (t) => {
  const { rig, where } = await box(t);
  const rule = { name: "Yard", type: "intrusion", condition: { zone: "yard" }, enabled: false };
  const { id } = await rig.policies.create("default", rule);
  const listed = await gatehouse(["policies", "list", ...where]);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, new RegExp(`${id} +Yard +intrusion +all +off`));

  const endMs = rig.clock.wallMs();
  const at = (ms: number): string => new Date(ms).toISOString();
  const span = ["--from", at(endMs - 60_000), "--to", at(endMs)];
  const shown = await gatehouse(["policies", "replay", "Yard", ...span, ...where]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /yard-cam +critical .*A person in zone “yard”/);
  const asked = ["policies", "replay", id, ...span, "--stream", "yard-cam", "--json", ...where];
  const { incidents } = JSON.parse((await gatehouse(asked)).stdout) as ReplayWire;
  assert.ok(incidents.length > 0);
  assert.deepEqual(rig.told(), [], "nothing is raised by it");
});

test("a replay of nothing, or of no time, is refused in words", async (t) => {
  const { rig, where } = await box(t);
  await rig.policies.create("default", { name: "Twice", type: "intrusion" });
  await rig.policies.create("default", { name: "Twice", type: "fall" });
  for (const [args, says] of [
    [["replay", "Nobody", "--from", "1h"], /policy: there is no Nobody. Choose from Twice, Twice/],
    [["replay", "Twice", "--from", "1h"], /policy: several are called Twice. Give an id/],
    [["replay", "Twice", "--from", "soon"], /Give a time such as/],
  ] as const) {
    const ended = await gatehouse(["policies", ...args, ...where]);
    assert.notEqual(ended.code, 0, args.join(" "));
    assert.match(ended.stderr, says);
  }
  const off = await gatehouse(["policies", "list", "--data-dir", await tempDir(t)]);
  assert.notEqual(off.code, 0);
  assert.match(off.stderr, /no appliance runs/);
});
