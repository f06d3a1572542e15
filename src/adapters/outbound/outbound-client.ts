import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import type { Dispatcher } from "undici";
import { fail } from "../../base/contract/fail.ts";
import type { Part } from "../../base/core/parts.ts";
import type {
  Outbound,
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
  AddressRefusal,
} from "../../notifications/webhooks/outbound-port.ts";
import { AddressRules } from "./address-rules.ts";
import { blockedMessage, failureOf, type Progress, KnownFailure } from "./failure.ts";
import { guardedConnector } from "./guarded-connect.ts";
import { type Resolve, systemResolve } from "./resolve.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";
import { interfaceAddresses } from "../../base/core/guarded-dial.ts";

/** The rules and limits of outbound connections. */
export interface OutboundOptions {
  /** Networks in CIDR form that may be reached beside the internet. */
  allowedNetworks: readonly string[];
  /** File in PEM with certificate authorities that are trusted beside the public ones. */
  caFile?: string;
  /** Ports of this appliance, on whatever address of the machine. */
  ownPorts(): readonly number[];
  /** In place of the system's resolver. */
  resolve?: Resolve;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxHeaderBytes = 16 * 1024;
const maxUrlLength = 2048;

/**
 * The client for all addresses that callers name. Each request looks its name up once, checks all of the
 * addresses, connects to one of those, and is bounded in time and bytes. Only `https`; certificates are
 * always checked. No connection is kept.
 */
export class OutboundClient implements Outbound, Part {
  readonly #options: OutboundOptions;
  readonly #rules: AddressRules;
  readonly #resolve: Resolve;
  #trusted: SecureContext | undefined;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#resolve = options.resolve ?? systemResolve();
    this.#rules = new AddressRules({
      allowedNetworks: () => options.allowedNetworks,
      ownPorts: () => options.ownPorts(),
      ownAddresses: interfaceAddresses,
    });
  }

  /** Reads the site's authorities; fails with `config_invalid` when the file holds none. */
  async start(): Promise<void> {
    const { caFile } = this.#options;
    if (caFile === undefined) return;
    let pem: string;
    try {
      pem = await readFile(caFile, "utf8");
    } catch (error) {
      throw fail(
        "config_invalid",
        `webhooks.ca_file: ${caFile} cannot be read. Check the path and its permissions`,
        { cause: error },
      );
    }
    if (!pem.includes("-----BEGIN CERTIFICATE-----")) {
      throw fail(
        "config_invalid",
        `webhooks.ca_file: ${caFile} holds no certificate. Give a file in PEM`,
      );
    }
    this.#trusted = createSecureContext({ ca: [...rootCertificates, pem] });
  }

  refusal(text: string): AddressRefusal | null {
    // Parsers drop or rewrite blanks: the stored address would differ from the called one.
    if (text.length > maxUrlLength || /\s/.test(text) || !URL.canParse(text)) {
      return form("is no URL");
    }
    const url = new URL(text);
    if (url.protocol !== "https:") return form("must be an https URL");
    if (url.username !== "" || url.password !== "") {
      return form("must hold no user name or password");
    }
    const host = hostOf(url);
    const literal = /(^|\.)localhost\.?$/.test(host) ? "127.0.0.1" : host;
    const port = portOf(url);
    const isPossible =
      isIP(literal) === 0
        ? this.#rules.canNameReach(port)
        : this.#rules.networkOf(literal, port) !== null;
    return isPossible ? null : { kind: "address", message: blockedMessage };
  }

  async request(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure> {
    const signal = timeLimit(request.deadlineMs, request.signal);
    let url = request.url;
    for (let left = request.maxRedirects ?? 0; ; left -= 1) {
      const progress: Progress = { network: null, isConnected: false, isLate: false };
      try {
        const answer = await this.#once(url, request, { signal, progress });
        const location = redirects.has(answer.status) ? answer.headers["location"] : undefined;
        if (location === undefined || !request.maxRedirects) return answer;
        if (left === 0)
          throw new KnownFailure("redirect", "there are too many redirects", "reached");
        url = nextUrl(url, location);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        progress.isLate = signal.aborted;
        return failureOf(error, progress);
      }
    }
  }

  async #once(
    address: string,
    request: OutboundRequest,
    way: { signal: AbortSignal; progress: Progress },
  ): Promise<OutboundAnswer> {
    const why = this.refusal(address);
    if (why !== null) throw new KnownFailure("blocked_address", why.message);
    const url = new URL(address);
    const secureContext = (this.#trusted ??= createSecureContext());
    const parts = { rules: this.#rules, resolve: this.#resolve, secureContext };
    // Loaded with the first request: it would take a tenth of the start.
    const { Client } = await import("undici");
    const client = new Client(url.origin, {
      connect: guardedConnector(parts, way),
      maxHeaderSize: maxHeaderBytes,
      // The deadline of the whole request is what ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const answer = await client.request({
        path: url.pathname + url.search,
        method: request.method,
        headers: { ...request.headers, connection: "close" },
        body: request.body ?? null,
        signal: way.signal,
      });
      const { bytes, isCut } = await readUpTo(answer.body, request.maxReadBytes);
      return {
        ok: true,
        url: address,
        status: answer.statusCode,
        headers: firstOfEach(answer.headers),
        body: bytes,
        isCut,
        network: way.progress.network ?? "public",
      };
    } finally {
      await client.destroy();
    }
  }
}

async function readUpTo(
  body: Dispatcher.ResponseData["body"],
  maxBytes: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes };
}

function firstOfEach(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first]];
    }),
  );
}

function nextUrl(from: string, location: string): string {
  if (!URL.canParse(location, from)) {
    throw new KnownFailure("redirect", "the redirect leads to no URL", "reached");
  }
  return new URL(location, from).href;
}

function form(message: string): AddressRefusal {
  return { kind: "form", message };
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function portOf(url: URL): number {
  return url.port === "" ? 443 : Number(url.port);
}
