import { randomUUID } from "node:crypto";
import { escapeXml, find, parseXml, type XmlElement } from "../onvif/xml.ts";

/** What others on the network learn of the device (WS-Discovery, April 2005, as ONVIF uses it). */
export interface DiscoveryFacts {
  /** UUID that stays over restarts. */
  id: string;
  scopes: readonly string[];
  /** Addresses of the device service, best first. */
  addresses: readonly string[];
  /** Unix seconds of the start: larger after each restart. */
  instance: number;
}

/** A search that somebody sent. */
export interface DiscoveryProbe {
  messageId: string;
  types: readonly string[];
  scopes: readonly string[];
}

const soap = "http://www.w3.org/2003/05/soap-envelope";
const addressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
const discovery = "http://schemas.xmlsoap.org/ws/2005/04/discovery";
const everyone = "urn:schemas-xmlsoap-org:ws:2005:04:discovery";
const types = "dn:NetworkVideoTransmitter tds:Device";
const knownTypes: ReadonlySet<string> = new Set(["NetworkVideoTransmitter", "Device"]);
/** Longest id of a message that is sent back. */
const maxIdChars = 200;

/** Reads a search; undefined for anything else. */
export function readProbe(text: string): DiscoveryProbe | undefined {
  const envelope = parsed(text);
  const probe = find(envelope, "Body", "Probe");
  const messageId = find(envelope, "Header", "MessageID")?.text ?? "";
  if (probe?.namespace !== discovery || messageId === "" || messageId.length > maxIdChars) {
    return undefined;
  }
  return { messageId, types: wordsOf(probe, "Types"), scopes: wordsOf(probe, "Scopes") };
}

function parsed(text: string): XmlElement | undefined {
  try {
    return parseXml(text);
  } catch {
    return undefined;
  }
}

function wordsOf(probe: XmlElement, name: string): string[] {
  return (find(probe, name)?.text ?? "").split(/\s+/).filter((word) => word !== "");
}

/** True when the device has all types and scopes that the search asks for; scopes match by segments (RFC 3986). */
export function isFound(probe: DiscoveryProbe, own: readonly string[]): boolean {
  const hasTypes = probe.types.every((type) => knownTypes.has(type.replace(/^.*:/, "")));
  return hasTypes && probe.scopes.every((scope) => own.some((each) => isPrefix(scope, each)));
}

function isPrefix(scope: string, of: string): boolean {
  const [short, long] = [scope.replace(/\/+$/, "").toLowerCase(), of.toLowerCase()];
  return long === short || long.startsWith(`${short}/`);
}

/** Returns the answer to a search. */
export function probeMatches({ messageId }: DiscoveryProbe, facts: DiscoveryFacts): string {
  const relation = `<a:RelatesTo>${escapeXml(messageId)}</a:RelatesTo>`;
  const match = `<d:ProbeMatches><d:ProbeMatch>${description(facts)}</d:ProbeMatch></d:ProbeMatches>`;
  const to = `${addressing}/role/anonymous`;
  return envelopeOf({ action: "ProbeMatches", to, header: relation, body: match }, facts);
}

/** Returns the message that the device has come. */
export function hello(facts: DiscoveryFacts): string {
  const body = `<d:Hello>${description(facts)}</d:Hello>`;
  return envelopeOf({ action: "Hello", to: everyone, header: "", body }, facts);
}

/** Returns the message that the device goes. */
export function bye(facts: DiscoveryFacts): string {
  const body = `<d:Bye>${endpoint(facts)}</d:Bye>`;
  return envelopeOf({ action: "Bye", to: everyone, header: "", body }, facts);
}

function description(facts: DiscoveryFacts): string {
  const { scopes, addresses } = facts;
  return (
    `${endpoint(facts)}<d:Types>${types}</d:Types><d:Scopes>${escapeXml(scopes.join(" "))}</d:Scopes>` +
    `<d:XAddrs>${escapeXml(addresses.join(" "))}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion>`
  );
}

function endpoint({ id }: DiscoveryFacts): string {
  return `<a:EndpointReference><a:Address>urn:uuid:${escapeXml(id)}</a:Address></a:EndpointReference>`;
}

function envelopeOf(
  message: { action: string; to: string; header: string; body: string },
  { instance }: DiscoveryFacts,
): string {
  const { action, to, header, body } = message;
  const namespaces = `xmlns:s="${soap}" xmlns:a="${addressing}" xmlns:d="${discovery}" xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${namespaces}><s:Header>` +
    `<a:MessageID>urn:uuid:${randomUUID()}</a:MessageID>${header}<a:To>${to}</a:To>` +
    `<a:Action>${discovery}/${action}</a:Action><d:AppSequence InstanceId="${instance}" MessageNumber="1"/>` +
    `</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  );
}
