import { createHash, randomBytes } from "node:crypto";
import { fail } from "../../base/contract/fail.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { OnvifAddress } from "../../cameras/onvif-port.ts";
import { type AuthChallenge, authorize, chooseChallenge } from "../rtsp-relay/rtsp-auth.ts";
import type { DialOptions } from "../rtsp-relay/dial.ts";
import { type HttpReply, httpPost } from "./http-post.ts";
import { escapeXml, find, parseXml, textOf, type XmlElement } from "./xml.ts";

const soap = "http://www.w3.org/2003/05/soap-envelope";
const wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const tokenProfile =
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0";

/** One request to a service of the camera. */
export interface SoapRequest {
  /** Path and query of the service; the host is always the camera's. */
  path: string;
  namespace: string;
  /** Name of the operation; the answer is `<operation>Response`. */
  operation: string;
  /** Content of the operation's element; `tt:` is bound to the ONVIF schema. */
  body?: string;
  /** Asked before the camera's clock is known: without a token. */
  isOpen?: boolean;
  /** The action of the request (WS-Addressing); without it, namespace and operation. */
  action?: string;
  /** Further content of the header. */
  header?: string;
  /** Port of the camera's host; the device service's when absent. */
  port?: number;
  /** Longest time for the answer; default 5 s. */
  timeoutMs?: number;
  /** Ends the request in place of the client's own signal. */
  signal?: AbortSignal;
}

/**
 * Talks SOAP 1.2 to one camera. Signs with a WS-UsernameToken in the camera's own time (Core
 * Specification 5.9.2) and, when the camera asks for it, with HTTP Digest instead. Throws coded
 * errors: those of `httpPost`, `stream_auth_failed`, `onvif_broken`, `onvif_refused`.
 */
export class SoapClient {
  readonly #base: URL;
  readonly #address: OnvifAddress;
  readonly #options: DialOptions & { signal: AbortSignal };
  readonly #wallMs: () => number;
  #challenge: AuthChallenge | undefined;
  #uses = 0;
  /** The camera's clock minus ours. */
  clockOffsetMs = 0;

  constructor(
    address: OnvifAddress,
    options: DialOptions & { signal: AbortSignal },
    wallMs: () => number,
  ) {
    this.#address = address;
    this.#base = new URL(address.url);
    this.#options = options;
    this.#wallMs = wallMs;
  }

  /** Path of the device service. */
  get devicePath(): string {
    return `${this.#base.pathname}${this.#base.search}`;
  }

  get hostname(): string {
    return this.#base.hostname;
  }

  /** The address of `path` at the camera, for people and headers. */
  urlOf(path: string): string {
    return `${this.#base.origin}${path}`;
  }

  /** The element of the answer. */
  async call(request: SoapRequest): Promise<XmlElement> {
    let reply = await this.#post(request);
    if (reply.status === 401) {
      this.#learn(reply);
      reply = await this.#post(request);
      if (reply.status === 401) throw this.#refused();
    }
    if (reply.status >= 300 && reply.status < 400) {
      throw fail(
        "onvif_broken",
        `camera: ${this.#base.host} redirects to another address. Use that address if it is right`,
      );
    }
    if (reply.status === 404 || (reply.status !== 200 && !reply.body.includes("Envelope"))) {
      throw this.#notOnvif(`HTTP ${reply.status}`);
    }
    return this.#read(reply, request);
  }

  /** Takes a new challenge; throws when it cannot be answered, or was answered before. */
  #learn(reply: HttpReply): void {
    const challenge = chooseChallenge(reply.challenges);
    // Basic would send the password in the clear.
    const isPlain = challenge?.scheme === "basic" && this.#base.protocol === "http:";
    if (isPlain || (!challenge && reply.challenges.length > 0)) {
      throw unknownAuth(this.#base.host);
    }
    const isAgain = this.#challenge !== undefined && this.#challenge.nonce === challenge?.nonce;
    if (!challenge || isAgain || this.#address.username === undefined) throw this.#refused();
    this.#challenge = challenge;
    this.#uses = 0;
  }

  #read(reply: HttpReply, { namespace, operation }: SoapRequest): XmlElement {
    const envelope = parseXml(reply.body);
    if (envelope.name !== "Envelope" || envelope.namespace !== soap) {
      throw this.#notOnvif(`<${envelope.name.slice(0, 40)}>`);
    }
    const body = find(envelope, "Body");
    const fault = find(body, "Fault");
    if (fault) throw this.#fault(fault, operation);
    const answer = find(body, `${operation}Response`);
    if (answer?.namespace !== namespace) throw this.#notOnvif(`no ${operation}Response`);
    return answer;
  }

  #fault(fault: XmlElement, operation: string) {
    const codes: string[] = [];
    for (let at = find(fault, "Code"); at && codes.length < 5; at = find(at, "Subcode")) {
      codes.push(textOf(at, "Value") ?? "");
    }
    const local = codes.map((code) => code.replace(/^.*:/, ""));
    if (local.some((code) => ["NotAuthorized", "FailedAuthentication"].includes(code))) {
      return this.#refused();
    }
    const reason = textOf(fault, "Reason", "Text") ?? local.at(-1) ?? "no reason given";
    // A camera may repeat its input; the password is never sent in the clear.
    const message = `camera: refuses ${operation} (${reason}). Check its settings`;
    const details = local.map((rule) => ({ path: "", rule, message: rule }));
    return fail("onvif_refused", message, { details });
  }

  #refused() {
    const { host } = this.#base;
    return this.#address.username === undefined
      ? fail("stream_auth_failed", `camera: ${host} needs a user name and password. Set both`)
      : fail(
          "stream_auth_failed",
          `camera: ${host} refuses the user name or password for ONVIF. Check its ONVIF users, which some cameras keep apart from others`,
        );
  }

  #notOnvif(what: string) {
    return fail(
      "onvif_broken",
      `camera: ${this.#base.host} does not speak ONVIF (${what}). Check port and path, and that ONVIF is switched on`,
    );
  }

  async #post(request: SoapRequest): Promise<HttpReply> {
    // Set by parts: a path that begins with two slashes would name another host.
    const url = new URL(this.#base);
    const [pathname = "/", search = ""] = request.path.split("?", 2);
    url.pathname = pathname;
    url.search = search;
    if (request.port !== undefined) url.port = String(request.port);
    const { username, password = "" } = this.#address;
    const isDigest = this.#challenge !== undefined;
    const token =
      username === undefined || request.isOpen || isDigest ? "" : this.#token(username, password);
    const { namespace, operation, action = `${namespace}/${operation}`, header = "" } = request;
    const body =
      `<?xml version="1.0" encoding="UTF-8"?>` +
      `<s:Envelope xmlns:s="${soap}" xmlns:o="${namespace}" xmlns:tt="http://www.onvif.org/ver10/schema">` +
      `<s:Header>${header}${token}</s:Header><s:Body><o:${operation}>${request.body ?? ""}</o:${operation}></s:Body></s:Envelope>`;
    const contentType = `application/soap+xml; charset=utf-8; action="${action}"`;
    const post = { body, contentType, ...omitUndefined({ timeoutMs: request.timeoutMs }) };
    const options = { ...this.#options, ...omitUndefined({ signal: request.signal }) };
    if (!isDigest || username === undefined) return await httpPost(url, post, options);
    const use = { method: "POST", uri: `${url.pathname}${url.search}`, count: (this.#uses += 1) };
    const authorization = authorize(this.#challenge!, { username, password }, use);
    return await httpPost(url, { ...post, authorization }, options);
  }

  /** WS-Security UsernameToken Profile 1.0, 3.1: SHA-1 over nonce, time and password. */
  #token(username: string, password: string): string {
    const nonce = randomBytes(16);
    const created = new Date(this.#wallMs() + this.clockOffsetMs).toISOString();
    const digest = createHash("sha1")
      .update(nonce)
      .update(created + password)
      .digest("base64");
    return (
      `<w:Security xmlns:w="${wsse}" xmlns:u="${wsu}" s:mustUnderstand="1"><w:UsernameToken>` +
      `<w:Username>${escapeXml(username)}</w:Username>` +
      `<w:Password Type="${tokenProfile}#PasswordDigest">${digest}</w:Password>` +
      `<w:Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">${nonce.toString("base64")}</w:Nonce>` +
      `<u:Created>${created}</u:Created></w:UsernameToken></w:Security>`
    );
  }
}

function unknownAuth(host: string) {
  return fail(
    "stream_auth_failed",
    `camera: ${host} supports neither Digest nor UsernameToken. Allow one of them in the camera`,
  );
}
