import { createSocket } from "node:dgram";
import { once } from "node:events";
import { systemCode } from "../../../base/core/errors.ts";
import type { WebrtcProblem } from "./protocol.ts";

/**
 * Returns why the UDP port of all viewers cannot be used, or null; port 0 always can. The library aborts its process
 * if the port is taken, so call this before the first connection.
 */
export async function portProblem(port: number): Promise<WebrtcProblem | null> {
  if (port === 0) return null;
  const socket = createSocket({ type: "udp4" });
  try {
    socket.bind({ address: "0.0.0.0", port, exclusive: true });
    await once(socket, "listening");
    return null;
  } catch (error) {
    const code = systemCode(error);
    const message =
      code === "EADDRINUSE"
        ? `webrtc.port: another program uses UDP port ${port}. Stop that program, or choose another port`
        : `webrtc.port: the box cannot open UDP port ${port} (${code}). Choose another port`;
    return { code: "overloaded", message };
  } finally {
    socket.close();
  }
}
