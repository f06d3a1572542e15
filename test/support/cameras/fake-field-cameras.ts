import type { PerceptionRouteParts } from "../../../src/perception/routes/perception-routes.ts";

/** The stream `gate` has a loudspeaker; nobody can talk. */
export function fakeTalks(): PerceptionRouteParts["talks"] {
  const has = (org: string, id: string): boolean => org === "default" && id === "gate";
  return {
    has,
    describe: async (org, id) =>
      has(org, id) ? { state: "offered", codec: "pcmu", talker: null } : undefined,
    open: async () => undefined,
  };
}

/** No camera anywhere; the stream `gate` can be moved. */
export function fakeFieldCameras(): PerceptionRouteParts["fieldCameras"] {
  const mine = (org: string, id: string): boolean => org === "default" && id === "gate";
  return {
    probe: async () => ({
      stream: null,
      onvif: {
        url: "http://10.0.0.9/onvif/device_service",
        answer: { code: "stream_unreachable", message: "Nothing answers." },
      },
      isReachable: false,
      credentials: "unknown",
      advice: [],
    }),
    discover: async () => [],
    ptzState: async (org, id) =>
      mine(org, id)
        ? {
            continuous: true,
            absolute: false,
            relative: false,
            home: false,
            position: null,
            presets: [],
          }
        : undefined,
    ptz: async (org, id) =>
      mine(org, id) ? { preset: null, stopsAtMs: null, moveId: "1" } : undefined,
  };
}
