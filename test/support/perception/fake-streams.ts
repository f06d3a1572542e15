import type { ShownStream } from "../../../src/perception/streams/answers/shown-stream.ts";
import type { Streams } from "../../../src/perception/routes/surveillance-streams.ts";

export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

/** One stream, `gate`; `beforePicture` may refuse to give its pictures. */
export function fakeStreams(beforePicture: () => void = () => undefined): Streams {
  const stream = {
    record: {
      streamId: "gate",
      jobId: "job",
      source: { type: "rtsp", url: "rtsp://10.0.0.5/1" },
      settings: {
        alerts: {},
        delivery: [],
        motion: {},
        zones: {},
      },
      createdAtMs: 1_700_000_000_500,
      endedAtMs: null,
      lastError: null,
    },
    context: {
      resolved: { labels: [], behaviors: [], plans: [], warnings: [], calibration: null },
      deliveryWarnings: [],
      runner: undefined,
      isLive: true,
      nowMs: 0,
      defaultModel: "motion",
      installed: [],
    },
  } as unknown as ShownStream;
  const mine = (org: string, id: string): boolean => org === "default" && id === "gate";
  return {
    list: () => ({ items: [stream], total: 1, hasMore: false, nextCursor: null }),
    get: (org, id) => (mine(org, id) ? stream : undefined),
    patch: async (org, id) => (mine(org, id) ? stream : undefined),
    remove: async (org, id) => (mine(org, id) ? stream : undefined),
    snapshot: async (org, id) => {
      beforePicture();
      return mine(org, id) ? { jpeg } : undefined;
    },
    openLive: (org, id, { onJpeg, fps }) => {
      beforePicture();
      if (!mine(org, id)) return undefined;
      onJpeg(jpeg);
      const timer = setInterval(() => onJpeg(jpeg), 1000 / fps);
      return { close: () => clearInterval(timer) };
    },
    openVideo: (org, id, { sink }) => {
      beforePicture();
      if (!mine(org, id)) return undefined;
      const timer = setInterval(
        () => sink.onFragment({ key: true, bytes: jpeg, ptsSec: 0, wallMs: 0 }),
        20,
      );
      const close = (): void => clearInterval(timer);
      return {
        origin: { track: "main", generation: 1 } as const,
        header: Buffer.from("head"),
        mimeCodec: "avc1.64001f",
        burstBytes: 0,
        close,
      };
    },
    profiles: () => [{ name: "parking_lot", description: "", detect: [], behaviors: [] }],
  };
}
