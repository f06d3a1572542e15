import { systemClock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { silentLogger } from "../../base/core/logger.ts";
import { PeerProcess } from "./peer-process.ts";

/**
 * Starts the process of WebRTC for a moment; resolves with the reason why it serves no viewers, or null. `port`: UDP
 * port to try; 0 for none. Never rejects, and takes at most 6 s.
 */
export async function tryWebrtc(port: number): Promise<string | null> {
  const child = new PeerProcess({ clock: systemClock, log: silentLogger, port });
  try {
    await child.ready();
    return null;
  } catch (error) {
    return GatehouseError.find(error)?.message ?? String(error);
  } finally {
    await child.stop();
  }
}
