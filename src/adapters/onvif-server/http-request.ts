import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Entrance } from "./service.ts";
import { SoapFault } from "./soap-fault.ts";

/** Longest message that is read; those of ONVIF clients have a few kilobytes. */
export const maxMessageBytes = 64 * 1024;

/** A name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
const hostPattern = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/;

/** Returns the path of a request without its query. */
export function urlPath({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0]!;
}

/**
 * Returns how the client reaches the box: by the header `Host`, which is right behind a forwarded port too, or else by
 * the address of the connection. The client alone sees what it sent.
 */
export function entranceOf({ headers, socket }: IncomingMessage): Entrance {
  const scheme = (socket as Partial<TLSSocket>).encrypted === true ? "https" : "http";
  const localAddress = (socket.localAddress ?? "127.0.0.1").replace(/^::ffff:(?=\d+\.)/, "");
  const named = hostPattern.exec(headers.host ?? "");
  const host = named?.[1] ?? (localAddress.includes(":") ? `[${localAddress}]` : localAddress);
  const port = named ? named[2] : String(socket.localPort);
  return { origin: `${scheme}://${host}${port ? `:${port}` : ""}`, host, localAddress };
}

/** Resolves with the message. Rejects with a fault for one that is longer than 64 KiB, or not UTF-8. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > maxMessageBytes) throw tooLong();
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    const parts = { code: "Sender", subcodes: ["ter:WellFormed"] } as const;
    throw new SoapFault(parts, "message: is not UTF-8. Send UTF-8");
  }
}

function tooLong(): SoapFault {
  const parts = { code: "Sender", subcodes: ["ter:WellFormed"], status: 413 } as const;
  return new SoapFault(parts, "message: is longer than 64 KiB. Send a shorter one");
}
