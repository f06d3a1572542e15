import type { PerceptionRouteParts } from "../../../src/perception/routes/perception-routes.ts";

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
    ptz: async (org, id) => (mine(org, id) ? { preset: null, stopsAtMs: null } : undefined),
  };
}
