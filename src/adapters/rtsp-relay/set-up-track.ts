import type { CameraConnection } from "./camera-connection.ts";
import { isProblem } from "./is-problem.ts";
import { header, statusOf } from "./rtsp-message.ts";

/** ffmpeg sets up the video on channels 0 and 1. */
const firstFreeChannel = 2;

/**
 * Sets up one more track in the RTSP session that `sessionHeader` names, and returns the channel of its packets, which
 * the camera chooses; undefined where the camera refuses it.
 */
export async function setUpTrack(
  camera: CameraConnection,
  sessionHeader: string,
  track: { uri: string; firstChannel: number },
): Promise<number | undefined> {
  const range = `${track.firstChannel}-${track.firstChannel + 1}`;
  const answer = await camera.request({
    method: "SETUP",
    uri: track.uri,
    headers: [
      ["Session", sessionHeader],
      ["Transport", `RTP/AVP/TCP;unicast;interleaved=${range}`],
    ],
    lenient: true,
  });
  if (isProblem(answer) || (statusOf(answer) ?? 500) >= 300) return undefined;
  const channel = /interleaved=(\d+)/i.exec(header(answer, "transport") ?? "")?.[1];
  return channel === undefined || Number(channel) < firstFreeChannel ? undefined : Number(channel);
}
