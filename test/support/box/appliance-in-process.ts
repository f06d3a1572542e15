import { LiveSettings } from "../../../src/base/settings/live-settings.ts";
import type { NewKeyWire } from "../../../src/base/keys/wire/key-answers.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import { Appliance } from "../../../src/appliance.ts";
import { loadConfig } from "../../../src/system/config/load.ts";
import type { SiteConfig } from "../../../src/system/config/site-config.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { StoreKey, StoreTransaction } from "../../../src/base/core/store.ts";

/** The real appliance in the process of the test, with its store at hand. */
export interface InProcessAppliance {
  readonly url: string;
  readonly key: string;
  readonly store: LmdbStore;
  readonly config: SiteConfig;
  readonly live: LiveSettings<SiteConfig>;
  stop(): Promise<void>;
}

/**
 * Starts it on a free port. `onPuts` gets the keys that each transaction of the store is about to write; where it
 * says `lose`, nothing of the transaction is kept although it resolves: as after a crash just before it.
 */
export async function startInProcess(options: {
  yaml: string;
  onPuts: (keys: readonly StoreKey[]) => "keep" | "lose";
}): Promise<InProcessAppliance> {
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-inside-"));
  const dataDir = join(dir, "data");
  const file = join(dir, "site.yaml");
  await writeFile(
    file,
    `version: 1\ndata_dir: ${dataDir}\nserver: { port: 0 }\nallow_loopback_cameras: true\n${options.yaml}\n`,
    {
      mode: 0o600,
    },
  );
  const { config, settings } = await loadConfig({ file, environment: {}, overrides: [] });
  const { store, restore } = watchStores(options.onPuts);
  const live = new LiveSettings(config);
  const appliance = new Appliance({
    config,
    live,
    settings,
    log: silentLogger,
    clock: systemClock,
    keepSecret: () => undefined,
    restart: () => undefined,
    onFatal: (error) => {
      throw error;
    },
  });
  await appliance.start(new AbortController().signal);
  const params = { org: "default", name: "test", preset: "admin" };
  const outcome = await askAppliance(dataDir, { method: "keys.create", params });
  if (!outcome.isRunning) throw new Error(`no appliance answers on ${dataDir}`);
  return {
    url: appliance.entrance().url,
    key: (outcome.result as NewKeyWire).key,
    store: store()!,
    config,
    live,
    async stop() {
      await appliance.stop();
      restore();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const lost = new Error("the transaction was lost");

/** Puts itself before the transactions of every store that this process opens. */
function watchStores(onPuts: (keys: readonly StoreKey[]) => "keep" | "lose") {
  let found: LmdbStore | undefined;
  // oxlint-disable-next-line typescript/unbound-method -- called with its store below
  const { transact } = LmdbStore.prototype;
  LmdbStore.prototype.transact = async function watched(work, how) {
    // oxlint-disable-next-line typescript/no-this-alias -- the store that the appliance opens
    found ??= this;
    const inside = (tx: StoreTransaction): ReturnType<typeof work> => {
      const keys: StoreKey[] = [];
      const put = (key: StoreKey, value: unknown): void => {
        keys.push(key);
        tx.put(key, value);
      };
      const result = work({ ...tx, put });
      if (onPuts(keys) === "lose") throw lost;
      return result;
    };
    return (await transact.call(this, inside, how).catch((error: unknown) => {
      if (error === lost) return undefined;
      throw error;
    })) as never;
  };
  const restore = (): void => {
    LmdbStore.prototype.transact = transact;
  };
  return { store: () => found, restore };
}
