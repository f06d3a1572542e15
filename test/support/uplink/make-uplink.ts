import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { FileBlobs } from "../../../src/adapters/files/file-blobs.ts";
import { makeEndpoint } from "../../../src/adapters/model-endpoints/make-endpoint.ts";
import {
  type Capability,
  capabilities,
  type DataClass,
  type EndpointKind,
} from "../../../src/uplink/uplink-terms.ts";
import { type Clock, systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { Budget } from "../../../src/uplink/budgets.ts";
import type { Endpoint } from "../../../src/uplink/endpoint-port.ts";
import type { EndpointSetup, RouteEntry } from "../../../src/uplink/lanes.ts";
import type { LineLimits } from "../../../src/uplink/submission-line.ts";
import { ModelUplink } from "../../../src/uplink/model-uplink.ts";

/** An endpoint of a test. */
export interface TestEndpoint {
  name: string;
  kind: EndpointKind;
  url: string;
  key: string;
  data?: DataClass[];
  limits?: LineLimits;
  timeoutSeconds?: number;
  resubmitUnknown?: boolean;
}

/** What `makeUplink` is told. */
export interface MakeUplinkOptions {
  dir: string;
  store: Store;
  clock?: Clock;
  endpoints: readonly TestEndpoint[];
  routes: Partial<Record<Capability, readonly (Partial<RouteEntry> & { endpoint: string })[]>>;
  budget?: Partial<Budget>;
  isJobLive?: (org: string, jobId: string) => boolean;
  /** Puts something around each endpoint. */
  wrap?: (endpoint: Endpoint) => Endpoint;
}

/** An uplink over real endpoints; not started, and stopped when the test has ended. */
export async function makeUplink(
  t: Pick<TestContext, "after">,
  options: MakeUplinkOptions,
): Promise<ModelUplink> {
  const { dir, store, clock = systemClock, routes, isJobLive = () => true } = options;
  const files = new FileBlobs({ dir: join(dir, "uplink") });
  const vault = new Vault({ path: join(dir, "uplink-key"), make: true });
  await vault.start();
  await files.start();
  const { wrap = (endpoint) => endpoint } = options;
  const endpoints = await Promise.all(
    options.endpoints.map(async (each) => {
      const setup = await setupOf(each, dir, clock);
      return { ...setup, endpoint: wrap(setup.endpoint) };
    }),
  );
  const entries = (capability: Capability): RouteEntry[] =>
    (routes[capability] ?? []).map((entry) => ({ model: null, costPerRequest: null, ...entry }));
  const budget = { requestsPerDay: null, costPerDay: null, ...options.budget };
  const uplink = new ModelUplink({
    store,
    files,
    vault,
    clock,
    log: silentLogger,
    endpoints,
    routes: Object.fromEntries(capabilities.map((each) => [each, entries(each)])) as Record<
      Capability,
      RouteEntry[]
    >,
    budgetOf: () => budget,
    egressRetention: { maxAgeMs: Infinity, maxCount: 100_000 },
    isJobLive,
    random: () => 0.5,
  });
  t.after(() => uplink.stop());
  return uplink;
}

async function setupOf(
  { name, kind, url, key, ...more }: TestEndpoint,
  dir: string,
  clock: Clock,
): Promise<EndpointSetup> {
  const keyPath = join(dir, `${name}.key`);
  await writeFile(keyPath, `${key}\n`);
  const { timeoutSeconds = 20, limits = { perSecond: 1000, parallel: 8 } } = more;
  return {
    endpoint: makeEndpoint({
      name,
      kind,
      url,
      keyPath,
      timeoutSeconds,
      keepSecret: () => {},
      wallMs: () => clock.wallMs(),
    }),
    data: more.data ?? ["media", "brand", "voice"],
    limits,
    resubmitUnknown: more.resubmitUnknown ?? false,
  };
}
