/** A way to send packets that a client asks for in `Transport` (RFC 2326 12.39). */
export type TransportRequest =
  | { kind: "interleaved"; rtpChannel: number; rtcpChannel: number }
  | { kind: "udp"; rtpPort: number; rtcpPort: number };

/** Returns the first way of the list that the server knows; undefined when it knows none. */
export function chooseTransport(
  value: string,
  { isUdpAllowed }: { isUdpAllowed: boolean },
): TransportRequest | undefined {
  for (const text of value.split(",")) {
    const request = readTransport(text);
    if (request && (request.kind === "interleaved" || isUdpAllowed)) return request;
  }
  return undefined;
}

function readTransport(text: string): TransportRequest | undefined {
  const [protocol = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters = new Map(rest.map(splitParameter));
  if (parameters.has("multicast") || isRecording(parameters.get("mode"))) return undefined;
  if (/^RTP\/AVP\/TCP$/i.test(protocol)) {
    const [rtpChannel, rtcpChannel] = pair(parameters.get("interleaved") ?? "0-1", 255) ?? [];
    if (rtpChannel === undefined || rtcpChannel === undefined) return undefined;
    return { kind: "interleaved", rtpChannel, rtcpChannel };
  }
  if (!/^RTP\/AVP(\/UDP)?$/i.test(protocol)) return undefined;
  const [rtpPort, rtcpPort] = pair(parameters.get("client_port") ?? "", 65_535) ?? [];
  // Ports of the system's own services are never a player's.
  if (rtpPort === undefined || rtcpPort === undefined || rtpPort < 1024) return undefined;
  return { kind: "udp", rtpPort, rtcpPort };
}

function splitParameter(part: string): [string, string] {
  const at = part.indexOf("=");
  return at < 0 ? [part.toLowerCase(), ""] : [part.slice(0, at).toLowerCase(), part.slice(at + 1)];
}

/** Returns `a-b`, or `a` with the number after it. */
function pair(text: string, max: number): [number, number] | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const second = match[2] === undefined ? first + 1 : Number(match[2]);
  return first > max || second > max || first === second ? undefined : [first, second];
}

function isRecording(mode: string | undefined): boolean {
  return mode !== undefined && !/^"?PLAY"?$/i.test(mode);
}
