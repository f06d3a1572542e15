import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { find, parseXml } from "../../../src/adapters/onvif/xml.ts";

/** Answers to a search: a template with `{id}`, or bytes as they are. */
export interface DiscoveryResponder {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens for searches like a device; `answersTo` gives the datagrams for the id of a search. */
export async function startDiscoveryResponder(
  answersTo: (messageId: string) => readonly (string | Buffer)[],
  where: { port?: number; group?: { address: string; interfaces: readonly string[] } } = {},
): Promise<DiscoveryResponder> {
  const socket: Socket = createSocket({ type: "udp4", reuseAddr: true });
  socket.on("message", (bytes, from) => {
    const probe = parseXml(bytes.toString("utf8"));
    const types = find(probe, "Body", "Probe", "Types")?.text ?? "";
    const id = find(probe, "Header", "MessageID")?.text ?? "";
    if (!types.endsWith(":NetworkVideoTransmitter")) return;
    for (const answer of answersTo(id)) socket.send(answer, from.port, from.address);
  });
  socket.bind(where.port ?? 0, where.group ? undefined : "127.0.0.1");
  await once(socket, "listening");
  for (const address of where.group?.interfaces ?? []) {
    socket.addMembership(where.group!.address, address);
  }
  return {
    port: socket.address().port,
    async stop() {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** A device's answer to the search `messageId`. */
export function probeMatch(messageId: string, addresses: string, scopes = ""): string {
  const d = "http://schemas.xmlsoap.org/ws/2005/04/discovery";
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="${d}"><s:Header><a:RelatesTo>${messageId}</a:RelatesTo></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>`;
}
