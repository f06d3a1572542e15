import { fail } from "../../../src/base/contract/fail.ts";
import type { PerceptionRouteParts } from "../../../src/perception/routes/perception-routes.ts";

/** Ten bytes of video of the stream `gate` and of one incident. */
export function fakeRecordings(incidentId: string): PerceptionRouteParts["recordings"] {
  const mine = (org: string, id: string): boolean =>
    org === "default" && (id === incidentId || id === "gate");
  const bytes = Buffer.from("0123456789");
  const video = {
    contentType: 'video/mp4; codecs="avc1.64001f"',
    sizeBytes: bytes.length,
    isFinal: true,
    parts: 1,
    read: async function* (start: number, end: number) {
      yield bytes.subarray(start, end + 1);
    },
  };
  const evidence = (isProtected: boolean) => ({
    incident: { id: incidentId, streamId: "gate", isProtected },
    snapshotUrl: null,
    plainSnapshotUrl: null,
    clip: null,
  });
  return {
    list: (org, id) =>
      mine(org, id) ? { items: [], total: 0, hasMore: false, nextCursor: null } : undefined,
    play: async (org, id) => (mine(org, id) ? video : undefined),
    clip: async (org, id) => (mine(org, id) ? video : undefined),
    evidence: async (org, id) => (mine(org, id) ? evidence(false) : undefined),
    protect: async (org, id, isProtected) => (mine(org, id) ? evidence(isProtected) : undefined),
    preview: async (org, id, atMs) => (mine(org, id) ? { jpeg: bytes, atMs } : undefined),
    timeLapse: async (org, id) =>
      mine(org, id)
        ? { mimeCodec: "avc1.64001f", frames: 1, read: () => video.read(0, 9) }
        : undefined,
    exportSpan: async (org, { streamIds }) => {
      if (!mine(org, streamIds[0]!)) throw fail("not_found", "from: nothing is recorded there");
      return video.read(0, bytes.length - 1);
    },
    export: async (org, ids) => {
      if (!mine(org, ids[0]!)) throw fail("not_found", "There is no such incident");
      return video.read(0, bytes.length - 1);
    },
  };
}
