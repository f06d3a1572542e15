import { badSignature } from "./signatures.ts";

/** Looks into JSON of unknown shape without trusting any of it. */
export class Reader {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** Returns the value below the nested names. */
  at(...names: readonly string[]): Reader {
    let value = this.#value;
    for (const name of names) {
      const fields = typeof value === "object" && value !== null ? value : {};
      value = Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined;
    }
    return new Reader(value);
  }

  /** The text, at most `maxLength` of it; null where there is none. */
  text(maxLength = 200): string | null {
    const isText = typeof this.#value === "string" && this.#value !== "";
    return isText ? (this.#value as string).slice(0, maxLength) : null;
  }

  list(): Reader[] {
    return Array.isArray(this.#value) ? this.#value.map((each) => new Reader(each)) : [];
  }
}

/** The body of an event whose signature fits; one that is no JSON was never the provider's. */
export function readEvent(body: Buffer): Reader {
  try {
    return new Reader(JSON.parse(body.toString("utf8")));
  } catch {
    throw badSignature("the body is no JSON");
  }
}
