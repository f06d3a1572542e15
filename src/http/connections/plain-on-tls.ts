import type { Server, Socket } from "node:net";

/** First byte of a TLS connection: the handshake's record (RFC 8446, section 5.1). */
const handshakeRecord = 0x16;
/** First letters of requests (RFC 9110, section 9). */
const isRequest = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/**
 * Reads the first byte of each connection to a TLS server before the handshake, so that a client
 * with plain HTTP gets the answer of `refuse` instead of an empty one. All other connections
 * continue unchanged. A connection that is silent for `silentMs` is dropped. Call the returned
 * function when the server closes: it drops the silent ones.
 */
export function meetPlainHttp(
  server: Server,
  { silentMs, refuse }: { silentMs: number; refuse: (socket: Socket) => void },
): () => void {
  const silent = new Set<Socket>();
  const handshakes = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    const drop = (): void => void socket.destroy();
    socket.setTimeout(silentMs, drop);
    // A reset by the peer is a regular end.
    socket.on("error", drop);
    socket.once("close", () => silent.delete(socket));
    socket.once("data", (first: Buffer) => {
      silent.delete(socket);
      socket.setTimeout(0, drop);
      if (isRequest(first[0] ?? handshakeRecord)) {
        refuse(socket);
        return;
      }
      socket.removeListener("error", drop);
      // Node's TLS reads the unshifted bytes before later ones.
      socket.pause();
      socket.unshift(first);
      for (const begin of handshakes) begin.call(server, socket);
    });
  });
  return () => {
    for (const socket of silent) socket.destroy();
  };
}
