import { randomUUID } from "node:crypto";
import { GatehouseError } from "../../base/core/errors.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { CameraEvent } from "../../cameras/events/camera-event.ts";
import { readEvents } from "./event-topics.ts";
import { namespaces } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";
import { escapeXml, find, textOf, type XmlElement } from "./xml.ts";

const addressing = "http://www.w3.org/2005/08/addressing";
const notification = "http://docs.oasis-open.org/wsn/b-2";
const manager = "http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager";

/** The time that a subscription lasts without news from the box: a box that dies leaves it this long. */
const lifetimeMs = 60_000;
/** Cameras may grant more; a longer time counts as this. */
const maxLifetimeMs = 3_600_000;
/** A camera answers a question at the latest after this. Some end the connection after 10 s (TP-Link Tapo). */
const pullSec = 8;
/** The camera's answer may take this much longer. */
const pullGraceMs = 7000;
/** Cameras state times in whole seconds. */
const clockGrainMs = 2000;
/** Longest wait for the camera's farewell. */
const closeMs = 2000;
/** Reports that one answer may carry. */
const messageLimit = 64;
/** Longest address and longest reference that the box sends back to the camera. */
const maxReference = 4096;
/** Words of faults about an operation that the camera does not have. */
const missing: ReadonlySet<string> = new Set([
  "ActionNotSupported",
  "OptionalActionNotImplemented",
  "NoSuchService",
]);

/** The parts of a pull point beside the camera. */
export interface PullPointParts {
  client: SoapClient;
  /** Path of the event service. */
  path: string;
  /** Monotonic milliseconds. */
  monoMs: () => number;
  wallMs: () => number;
}

/** True if the camera says that it does not have the operation. */
export function isMissing(error: unknown): boolean {
  const { code, details = [] } = GatehouseError.find(error) ?? {};
  return code === "onvif_refused" && details.some(({ rule }) => missing.has(rule));
}

/**
 * One subscription of a camera (ONVIF Core Specification 9.1, real-time pull point). All times are relative, so that
 * the camera's clock does not matter. Throws the coded errors of the client.
 */
export class PullPoint {
  readonly #parts: PullPointParts;
  /** Path of the subscription at the camera. */
  readonly #path: string;
  /** The camera's own address of it, which some compare. */
  readonly #to: string;
  /** The reference parameters, which the camera wants back in each header. */
  readonly #reference: string;
  #port: number | undefined;
  #grantedMs = lifetimeMs;
  #endsAtMonoMs: number;
  /** True while each answer moves the end, as the specification wants it. */
  #isExtended = false;
  #mayRenew = true;

  private constructor(parts: PullPointParts, answer: XmlElement) {
    this.#parts = parts;
    const reference = find(answer, "SubscriptionReference");
    const address = (find(reference, "Address")?.text ?? "").slice(0, maxReference);
    const url = URL.parse(address);
    this.#path = url ? `${url.pathname}${url.search}` : parts.path;
    this.#to = url ? address : parts.client.urlOf(parts.path);
    this.#reference = referenceOf(find(reference, "ReferenceParameters"));
    this.#port = url ? portOf(url, parts.client.hostname) : undefined;
    this.#endsAtMonoMs = 0;
    this.#grant(answer);
  }

  /** Subscribes. Tries the forms of the time limit that cameras accept, one after the other. */
  static async open(parts: PullPointParts): Promise<PullPoint> {
    const { client, path, wallMs } = parts;
    const endsAt = new Date(wallMs() + client.clockOffsetMs + lifetimeMs).toISOString();
    const relative = `PT${lifetimeMs / 1000}S`;
    const limits = [relative, endsAt.replace(/\.\d+/, ""), null];
    for (;;) {
      const limit = limits.shift()!;
      const element = "InitialTerminationTime";
      const body = limit === null ? "" : `<o:${element}>${limit}</o:${element}>`;
      const action = `${namespaces.events}/EventPortType/CreatePullPointSubscriptionRequest`;
      try {
        const answer = await client.call({
          path,
          namespace: namespaces.events,
          operation: "CreatePullPointSubscription",
          body,
          action,
          header: headerOf(action, client.urlOf(path)),
        });
        return new PullPoint(parts, answer);
      } catch (error) {
        const isForm = GatehouseError.find(error)?.code === "onvif_refused" && !isMissing(error);
        if (!isForm || limits.length === 0) throw error;
      }
    }
  }

  /** Asks the camera to repeat the present states; not all know how. */
  async synchronise(): Promise<void> {
    const action = `${namespaces.events}/PullPointSubscription/SetSynchronizationPointRequest`;
    try {
      await this.#call({
        namespace: namespaces.events,
        operation: "SetSynchronizationPoint",
        action,
      });
    } catch (error) {
      if (GatehouseError.find(error)?.code !== "onvif_refused") throw error;
    }
  }

  /** Waits for events, at most 15 s. */
  async pull(): Promise<CameraEvent[]> {
    const answer = await this.#call({
      namespace: namespaces.events,
      operation: "PullMessages",
      action: `${namespaces.events}/PullPointSubscription/PullMessagesRequest`,
      body: `<o:Timeout>PT${pullSec}S</o:Timeout><o:MessageLimit>${messageLimit}</o:MessageLimit>`,
      timeoutMs: pullSec * 1000 + pullGraceMs,
    });
    const leftMs = leftOf(answer);
    if (leftMs !== null) {
      const endsAtMonoMs = this.#parts.monoMs() + leftMs;
      this.#isExtended = endsAtMonoMs > this.#endsAtMonoMs + clockGrainMs;
      this.#endsAtMonoMs = endsAtMonoMs;
    }
    return readEvents(answer);
  }

  /** Renews a subscription that nears its end. False if only another subscription helps. */
  async keep(): Promise<boolean> {
    const leftMs = this.#endsAtMonoMs - this.#parts.monoMs();
    if (this.#isExtended || leftMs > this.#grantedMs / 2) return true;
    if (!this.#mayRenew) return leftMs > pullSec * 1000 + clockGrainMs;
    try {
      const limit = `PT${lifetimeMs / 1000}S`;
      const answer = await this.#call({
        namespace: notification,
        operation: "Renew",
        action: `${manager}/RenewRequest`,
        body: `<o:TerminationTime>${limit}</o:TerminationTime>`,
      });
      this.#grant(answer);
    } catch (error) {
      if (GatehouseError.find(error)?.code !== "onvif_refused") throw error;
      this.#mayRenew = false;
    }
    return true;
  }

  /** Ends the subscription at the camera, if it still answers. Never rejects. */
  async close(): Promise<void> {
    try {
      const action = `${manager}/UnsubscribeRequest`;
      // Also after the end of the client's own signal: cameras allow only a few subscriptions.
      const signal = timeLimit(closeMs);
      await this.#call({ namespace: notification, operation: "Unsubscribe", action, signal });
    } catch {
      // The camera forgets it after its lifetime.
    }
  }

  async #call(request: {
    namespace: string;
    operation: string;
    action: string;
    body?: string;
    timeoutMs?: number;
    signal?: AbortSignal;
  }): Promise<XmlElement> {
    const { client } = this.#parts;
    const header = headerOf(request.action, this.#to) + this.#reference;
    const port = this.#port;
    try {
      return await client.call({
        ...request,
        path: this.#path,
        header,
        ...omitUndefined({ port }),
      });
    } catch (error) {
      // Cameras name a port that does not answer (Tapo, Home Assistant issue 91661): their usual one does.
      if (port === undefined || GatehouseError.find(error)?.code !== "stream_unreachable")
        throw error;
      this.#port = undefined;
      return await client.call({ ...request, path: this.#path, header });
    }
  }

  #grant(answer: XmlElement): void {
    this.#grantedMs = leftOf(answer) ?? lifetimeMs;
    this.#endsAtMonoMs = this.#parts.monoMs() + this.#grantedMs;
  }
}

/** Returns how long the subscription lasts, by the camera's own clock; null where the camera states nonsense. */
function leftOf(answer: XmlElement): number | null {
  const now = Date.parse(textOf(answer, "CurrentTime") ?? "");
  const end = Date.parse(textOf(answer, "TerminationTime") ?? "");
  const leftMs = Math.min(end - now, maxLifetimeMs);
  return leftMs > 0 ? leftMs : null;
}

/** A port that the camera names counts only with its own host; behind NAT both are wrong. */
function portOf(url: URL, hostname: string): number | undefined {
  if (url.hostname !== hostname) return undefined;
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

function headerOf(action: string, to: string): string {
  const a = `xmlns:a="${addressing}"`;
  return (
    `<a:Action ${a}>${action}</a:Action><a:MessageID ${a}>urn:uuid:${randomUUID()}</a:MessageID>` +
    `<a:ReplyTo ${a}><a:Address>${addressing}/anonymous</a:Address></a:ReplyTo>` +
    `<a:To ${a}>${escapeXml(to)}</a:To>`
  );
}

/** The reference parameters as elements of a header; nothing when they are too long. */
function referenceOf(parameters: XmlElement | undefined): string {
  const text = (parameters?.children ?? []).map((child) => written(child, true)).join("");
  return text.length > maxReference ? "" : text;
}

function written(element: XmlElement, isTop: boolean): string {
  const { name, namespace, text, children } = element;
  const mark = isTop ? ` xmlns:a="${addressing}" a:IsReferenceParameter="true"` : "";
  const inner = escapeXml(text) + children.map((child) => written(child, false)).join("");
  return `<r:${name} xmlns:r="${escapeXml(namespace)}"${mark}>${inner}</r:${name}>`;
}
