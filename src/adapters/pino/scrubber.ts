import { withoutAddressSecrets } from "../../base/secrets/address-secrets.ts";

/** The log's replacement for a secret. */
export const redacted = "[redacted]";

/** Below this a known secret would blank out half of the log, e.g. the password `1`. */
const shortestSecret = 4;
/** Deeper values than this are cut: log fields are flat by habit. */
const maxDepth = 6;

const patterns: readonly [RegExp, string][] = [
  // User info of a URL: rtsp://user:password@host, also with the password unescaped.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/"'<>]*@/gi, `$1${redacted}@`],
  // The whole rest of the line: a Digest header has its secrets in quoted parts.
  [/\b(authorization["']?\s*[:=]\s*).+/gi, `$1${redacted}`],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${redacted}`],
  [/\bsvk_[A-Za-z0-9]{12}_[A-Za-z0-9_-]+/g, `svk_${redacted}`],
  [/([?&](?:sig|token|password|ticket)=)[^&\s"']+/gi, `$1${redacted}`],
];

/** Fields whose value is always a secret. */
const secretFields = /^(?:.*password|secret|token|authorization|cookie|apikey|api_key)$/i;

/**
 * Removes secrets from everything that is logged: credentials in URLs, Authorization values, API
 * keys, and the values registered with `know` (camera passwords of the configuration and of
 * requests). Bounded: at most 10 000 known values, the oldest are forgotten first.
 */
export class Scrubber {
  readonly #known = new Set<string>();

  /** Registers secret values; those under four characters are left to the patterns. */
  know(...secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (secret.length < shortestSecret) continue;
      for (const form of new Set([secret, encodeURIComponent(secret)])) this.#known.add(form);
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= 10_000) break;
      this.#known.delete(oldest);
    }
  }

  /** `text` without secrets. */
  text(text: string): string {
    let clean = text;
    for (const secret of this.#known) clean = clean.replaceAll(secret, redacted);
    if (clean.includes("://")) clean = withoutAddressSecrets(clean);
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    return clean;
  }

  /** A copy of plain data without secrets; errors become name, code, message and stack. */
  value(value: unknown): unknown {
    return this.#clean(value, 0);
  }

  #clean(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= maxDepth) return "[deep]";
    if (value instanceof Error) return this.#clean(plainError(value), depth + 1);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return value.map((each) => this.#clean(each, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        this.text(name),
        secretFields.test(name) && typeof inner === "string"
          ? redacted
          : this.#clean(inner, depth + 1),
      ]),
    );
  }
}

function plainError(error: Error): Record<string, unknown> {
  const code = "code" in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: error.cause };
  return { name: error.name, ...code, message: error.message, stack: error.stack, ...cause };
}
