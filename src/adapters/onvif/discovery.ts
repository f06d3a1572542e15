import { randomUUID } from "node:crypto";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { networkInterfaces } from "node:os";
import type { FoundCamera } from "../../cameras/onvif-port.ts";
import { all, find, parseXml, textOf, type XmlElement } from "./xml.ts";
import { percentDecoded } from "../../base/core/percent-decoded.ts";

/** The address at which devices listen (WS-Discovery 1.1, 3.1.1). */
const group = { host: "239.255.255.250", port: 3702 } as const;
/** Devices in one answer list. */
const maxFound = 256;
/** Answers read in one search: what floods is not read any further. */
const maxAnswers = 4096;
const maxAnswerBytes = 16 * 1024;
const discoveryNs = "http://schemas.xmlsoap.org/ws/2005/04/discovery";
/** UDP may lose it: sent again after this long, under the same id. */
const repeatMs = 400;

/** The options of a search. */
export interface DiscoveryOptions {
  waitMs: number;
  signal: AbortSignal;
  /** True when a camera at this address could be used. */
  mayUse(ip: string): boolean;
  /** The address of the query; the multicast group when absent. */
  target?: { host: string; port: number };
  /** Interfaces to ask on, by address; all with IPv4 when absent. */
  interfaces?: readonly string[];
}

/**
 * Asks for network video transmitters on every interface and collects who answers within `waitMs`.
 * An answer counts for the address that it came from, whatever it claims; what cannot be read is
 * dropped. Never rejects: an interface that cannot send finds nothing.
 */
export async function discover(options: DiscoveryOptions): Promise<FoundCamera[]> {
  const found = new Map<string, FoundCamera>();
  const id = `urn:uuid:${randomUUID()}`;
  let answers = 0;
  const onAnswer = (bytes: Buffer, from: RemoteInfo): void => {
    answers += 1;
    if (answers > maxAnswers || bytes.length > maxAnswerBytes || found.size >= maxFound) return;
    if (!options.mayUse(from.address)) return;
    const camera = readAnswer(bytes.toString("utf8"), id, from.address);
    if (camera && !found.has(camera.url)) found.set(camera.url, camera);
  };
  const sockets = (options.interfaces ?? ownAddresses()).map((address) =>
    ask({ address, message: probeMessage(id), onAnswer, target: options.target ?? group }),
  );
  await elapsed(options.waitMs, options.signal);
  for (const socket of sockets) socket.close();
  return [...found.values()].toSorted((a, b) =>
    a.url.localeCompare(b.url, "en", { numeric: true }),
  );
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === "IPv4")
    .map(({ address }) => address);
}

function ask(question: {
  address: string;
  message: Buffer;
  onAnswer: (bytes: Buffer, from: RemoteInfo) => void;
  target: { host: string; port: number };
}): { close(): void } {
  const { address, message, onAnswer, target } = question;
  const socket: Socket = createSocket({ type: "udp4", reuseAddr: true });
  let timer: NodeJS.Timeout | undefined;
  // An interface without a route cannot send; the others still find cameras.
  socket.on("error", () => clearInterval(timer));
  socket.on("message", onAnswer);
  socket.bind(0, address, () => {
    try {
      socket.setMulticastTTL(1);
      if (target.host === group.host) socket.setMulticastInterface(address);
    } catch {
      return;
    }
    const send = (): void => socket.send(message, target.port, target.host, () => undefined);
    send();
    timer = setInterval(send, repeatMs);
  });
  return {
    close: () => {
      clearInterval(timer);
      socket.close();
    },
  };
}

function elapsed(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener("abort", finish, { once: true });
    if (signal.aborted) finish();
  });
}

function probeMessage(id: string): Buffer {
  const addressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>` +
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${addressing}" xmlns:d="${discoveryNs}" xmlns:dn="http://www.onvif.org/ver10/network/wsdl">` +
      `<s:Header><a:MessageID>${id}</a:MessageID><a:ReplyTo><a:Address>${addressing}/role/anonymous</a:Address></a:ReplyTo>` +
      `<a:To s:mustUnderstand="1">urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>` +
      `<a:Action s:mustUnderstand="1">${discoveryNs}/Probe</a:Action></s:Header>` +
      `<s:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`,
  );
}

function readAnswer(text: string, id: string, ip: string): FoundCamera | undefined {
  let envelope: XmlElement;
  try {
    envelope = parseXml(text);
  } catch {
    return undefined;
  }
  if (textOf(envelope, "Header", "RelatesTo") !== id) return undefined;
  const matches = find(envelope, "Body", "ProbeMatches");
  if (matches?.namespace !== discoveryNs) return undefined;
  const match = all(matches, "ProbeMatch")[0];
  const url = serviceAt(find(match, "XAddrs")?.text ?? "", ip);
  if (!url) return undefined;
  const scopes = (find(match, "Scopes")?.text ?? "").slice(0, 4096).split(/\s+/);
  const scope = (name: string): string | null => {
    const prefix = `onvif://www.onvif.org/${name}/`;
    const value = scopes.find((each) => each.startsWith(prefix))?.slice(prefix.length);
    return value === undefined || value === "" ? null : percentDecoded(value).slice(0, 100);
  };
  const [name, hardware, location] = [scope("name"), scope("hardware"), scope("location")];
  return { url, ip, name, hardware, location };
}

/** The address of the device service at the peer that answered; a device may list several. */
function serviceAt(addresses: string, ip: string): string | undefined {
  const urls = addresses
    .slice(0, 4096)
    .split(/\s+/)
    .map((each) => URL.parse(each))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol));
  const url = urls.find((each) => each!.hostname === ip) ?? urls[0];
  if (!url) return undefined;
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${ip}${port}${url.pathname}`.slice(0, 2048);
}
