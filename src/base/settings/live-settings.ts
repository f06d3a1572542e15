import { isDeepStrictEqual } from "node:util";
import type { Part } from "../core/parts.ts";

/** Starts a part and owns it from then on. */
type StartPart = <P extends Part>(name: string, part: P) => Promise<P>;

/** A part that `LiveSettings.part` replaces. */
interface PartPlan<C, S, P extends Part> {
  name: string;
  /** The settings that the part is built from, as plain data. */
  select: (config: C) => S;
  /** Builds the part, not yet started; undefined where the settings ask for none. */
  make: (settings: S) => P | undefined | Promise<P | undefined>;
}

interface View<C> {
  derive(config: C): object;
  target: object;
  /** Fields of `target` that do not come from settings. */
  fixed: object;
}

interface Follower<C> {
  select(config: C): unknown;
  change(config: C): Promise<void>;
}

/** The former settings could not be restored whole: the box needs a restart. */
export class RestoreFailure extends Error {
  override readonly name = "RestoreFailure";
}

/**
 * The settings that change while the box runs. Modules take settings through it, so that a changed site file needs
 * no restart: values by `view`, whole parts by `part`, other work by `follow`.
 */
export class LiveSettings<C extends object> {
  #config: C;
  readonly #views: View<C>[] = [];
  readonly #followers: Follower<C>[] = [];

  /** `config` is in force from the start. */
  constructor(config: C) {
    this.#config = config;
  }

  /**
   * Returns what `derive` makes of the settings. Its fields change in place when settings are applied, those of inner
   * plain objects too: read them when you need them, and do not copy them. The caller may not change them. `derive`
   * returns plain data; `fixed` adds fields that stay as they are.
   */
  view<T extends object, F extends object = object>(derive: (config: C) => T, fixed?: F): T & F {
    const target = Object.assign(thawed(derive(this.#config)) as T, fixed) as T & F;
    this.#views.push({ derive, target, fixed: fixed ?? {} });
    return target;
  }

  /** Calls `change` when applied settings differ in what `select` returns. A rejection takes the settings back. */
  follow(select: (config: C) => unknown, change: (config: C) => void | Promise<void>): void {
    this.#followers.push({ select, change: async (config) => await change(config) });
  }

  /**
   * Starts a part and replaces it when its settings change. Returns an object that has the present part, or
   * undefined where the settings ask for none.
   */
  async part<S, P extends Part>(
    start: StartPart,
    { name, select, make }: PartPlan<C, S, P>,
  ): Promise<{ readonly current: P | undefined }> {
    const abort = new AbortController();
    const slot = {
      current: undefined as P | undefined,
      async start(): Promise<void> {},
      async stop(): Promise<void> {
        abort.abort();
        await slot.current?.stop?.();
      },
    };
    const replace = async (config: C): Promise<void> => {
      await slot.current?.stop?.();
      slot.current = undefined;
      const part = await make(select(config));
      if (!part) return;
      try {
        await part.start?.(abort.signal);
      } catch (error) {
        await part.stop?.();
        throw error;
      }
      slot.current = part;
    };
    await start(name, slot);
    await replace(this.#config);
    this.follow(select, replace);
    return slot;
  }

  /** Number of views, parts and followers for which `next` differs from the settings in force. */
  affected(next: C): number {
    const differs = (read: (config: C) => unknown): boolean =>
      !isDeepStrictEqual(read(this.#config), read(next));
    return (
      this.#views.filter(({ derive }) => differs(derive)).length +
      this.#followers.filter(({ select }) => differs(select)).length
    );
  }

  /**
   * Puts `next` in force. When a part fails, everything returns to the former settings, and the call rejects with the
   * error of the part; with `RestoreFailure` when a part cannot return to them. Not to be called twice at once.
   */
  async apply(next: C): Promise<void> {
    const former = this.#config;
    // What throws here has changed nothing.
    const commit = this.#prepared(next);
    const due = this.#followers.filter(
      ({ select }) => !isDeepStrictEqual(select(former), select(next)),
    );
    commit();
    const begun: Follower<C>[] = [];
    try {
      for (const follower of due) {
        begun.push(follower);
        await follower.change(next);
      }
    } catch (error) {
      await this.#restore(former, begun, error);
      throw error;
    }
  }

  /** Derives everything; the returned function puts it in force and cannot fail. */
  #prepared(next: C): () => void {
    const fresh = this.#views.map((view) => ({ ...view, value: view.derive(next) }));
    return () => {
      this.#config = next;
      for (const { target, value, fixed } of fresh) settle(target, value, fixed);
    };
  }

  async #restore(former: C, begun: readonly Follower<C>[], cause: unknown): Promise<void> {
    this.#prepared(former)();
    try {
      for (const follower of begun.toReversed()) await follower.change(former);
    } catch {
      throw new RestoreFailure("The former settings could not be restored", { cause });
    }
  }
}

/**
 * Returns an object that always does what the present part does, for modules that keep one part for good. Fails with
 * the error of a missing part only when it is used.
 */
export function standIn<P extends object>(slot: { readonly current: P | undefined }): P {
  return new Proxy({} as P, {
    get(_target, name) {
      const part = slot.current!;
      const value: unknown = Reflect.get(part, name, part);
      return typeof value === "function" ? (value.bind(part) as unknown) : value;
    },
  });
}

type Fields = Record<string, unknown>;

function isPlain(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Copies frozen plain objects, which are parts of a configuration, so that their fields can change. */
function thawed(value: unknown): unknown {
  if (!isPlain(value)) return value;
  if (!Object.isFrozen(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const own = thawed(inner);
      if (own !== inner) value[name] = own;
    }
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, thawed(inner)]));
}

/** Makes `target` like `fresh` without replacing its plain objects; fields of `fixed` stay. */
function settle(target: object, fresh: object, fixed: object = {}): void {
  const fields = target as Fields;
  for (const name of Object.keys(fields)) {
    if (!(name in fresh) && !(name in fixed)) delete fields[name];
  }
  for (const [name, value] of Object.entries(fresh)) {
    const present = fields[name];
    if (present === value) continue;
    if (isPlain(present) && isPlain(value)) settle(present, value);
    else fields[name] = thawed(value);
  }
}
