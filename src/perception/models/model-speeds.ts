import type { Store, StoreKey } from "../../base/core/store.ts";
import type { ModelManifest } from "./model-manifest.ts";

/** Frames a second of one camera on which `camerasAt` counts: the site's default rate. */
const looksPerSec = 5;
/** Share of the time that models may take; decoders and everything else need the rest. */
const netShare = 0.8;

interface SpeedRecord {
  v: 1;
  sha256: string;
  ms: number;
}

function keyOf(name: string): StoreKey {
  return ["box", "model_speeds", name];
}

/** Returns how many cameras a model of `ms` milliseconds a frame can serve; the box runs one model at a time. */
export function camerasAt(ms: number): number {
  return Math.floor((netShare * 1000) / (looksPerSec * ms));
}

/** Milliseconds a frame of installed models on this box, stored over restarts. */
export class ModelSpeeds {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined for a model whose file was never measured. */
  of({ name, sha256 }: Pick<ModelManifest, "name" | "sha256">): number | undefined {
    const record = this.#store.get<SpeedRecord>(keyOf(name));
    return record?.sha256 === sha256 ? record.ms : undefined;
  }

  /** Rejects like `Store.transact`. */
  async keep({ name, sha256 }: Pick<ModelManifest, "name" | "sha256">, ms: number): Promise<void> {
    const record: SpeedRecord = { v: 1, sha256, ms };
    await this.#store.transact((tx) => tx.put(keyOf(name), record));
  }

  /** Forgets a removed model. Rejects like `Store.transact`. */
  async forget(name: string): Promise<void> {
    await this.#store.transact((tx) => tx.remove(keyOf(name)));
  }
}
