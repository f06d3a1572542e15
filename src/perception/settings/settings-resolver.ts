import type { StreamRef } from "../../base/core/stream-ref.ts";
import {
  type ResolvedSettings,
  resolveSettings,
  resolveTolerantly,
  type SettingsContext,
  type StreamPolicies,
} from "./resolve-settings.ts";
import type { StreamSettings } from "./stream-settings.ts";

/** Streams whose resolved settings are kept; beyond it the cache drops the oldest. */
const maxKept = 2000;

interface CachedSettings {
  /** The settings as JSON: a change of them invalidates the entry. */
  text: string;
  /** Without policies. */
  own: ResolvedSettings;
  withPolicies: ResolvedSettings | undefined;
}

/**
 * Resolves settings of streams against profiles, models and policies, and caches the result until the
 * settings change or `forget` is called.
 */
export class SettingsResolver {
  readonly context: SettingsContext;
  readonly #policies: StreamPolicies;
  readonly #cached = new Map<string, CachedSettings>();

  constructor(context: SettingsContext, policies: StreamPolicies) {
    this.context = context;
    this.#policies = policies;
  }

  /** The settings of a new or changed stream, without policies. Throws as `resolveSettings`. */
  check(stream: StreamRef, settings: StreamSettings): ResolvedSettings {
    const own = resolveSettings(settings, this.context);
    this.#keep(stream, JSON.stringify(settings), own);
    return own;
  }

  /** The settings of a stored stream, without policies. Never throws: see `resolveTolerantly`. */
  own(stream: StreamRef, settings: StreamSettings): ResolvedSettings {
    return this.#entry(stream, settings).own;
  }

  /**
   * Resolves the settings that a stored stream runs with: its own, and the policies that cover it. Never
   * throws.
   */
  effective(stream: StreamRef, settings: StreamSettings): ResolvedSettings {
    const entry = this.#entry(stream, settings);
    entry.withPolicies ??= this.#policies.addTo(stream, settings, entry.own);
    return entry.withPolicies;
  }

  /**
   * Forgets results after a change of the models, the default model, or (with `org`) the policies of an
   * organisation.
   */
  forget(org?: string): void {
    if (org === undefined) this.#cached.clear();
    const prefix = `${org}\0`;
    for (const [key, entry] of this.#cached) {
      if (key.startsWith(prefix)) entry.withPolicies = undefined;
    }
  }

  #entry(stream: StreamRef, settings: StreamSettings): CachedSettings {
    const text = JSON.stringify(settings);
    const cached = this.#cached.get(keyOf(stream));
    if (cached?.text === text) return cached;
    return this.#keep(stream, text, resolveTolerantly(settings, this.context));
  }

  #keep(stream: StreamRef, text: string, own: ResolvedSettings): CachedSettings {
    const entry: CachedSettings = { text, own, withPolicies: undefined };
    const key = keyOf(stream);
    this.#cached.delete(key);
    this.#cached.set(key, entry);
    if (this.#cached.size > maxKept) this.#cached.delete(this.#cached.keys().next().value!);
    return entry;
  }
}

function keyOf({ org, streamId }: StreamRef): string {
  return `${org}\0${streamId}`;
}
