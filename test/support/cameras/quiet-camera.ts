import { type Appliance, startAppliance } from "../box/appliance.ts";
import { type RtspServer, startRtspServer } from "./rtsp-server.ts";

/** The stream of `startQuietCamera`. */
export const quietStream = "/api/v1/surveillance/streams/quiet";

/** An appliance that decodes every frame of a 720p15 camera in which only noise moves. */
export async function startQuietCamera(): Promise<{ camera: RtspServer; box: Appliance }> {
  const camera = await startRtspServer({
    pattern: "color=c=gray",
    filter: "noise=alls=4:allf=t",
    size: "1280x720",
    fps: 15,
    gop: 30,
  });
  const box = await startAppliance();
  await box.post("/api/v1/surveillance/streams", {
    stream_id: "quiet",
    source: { type: "rtsp", url: camera.url, fps_cap: 5 },
    model: "motion",
    motion: { mode: "always" },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
  });
  return { camera, box };
}
