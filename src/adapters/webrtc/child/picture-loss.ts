/** Payload-specific feedback (RFC 4585 6.3), and its formats: picture loss, and full intra request (RFC 5104 4.3.1). */
const payloadFeedback = 206;
const askForPicture: ReadonlySet<number> = new Set([1, 4]);

/** True if a compound RTCP packet asks for a new picture. Reads no further than its bytes. */
export function asksForPicture(rtcp: Uint8Array): boolean {
  let at = 0;
  while (at + 4 <= rtcp.length) {
    const type = rtcp[at + 1]!;
    if (type === payloadFeedback && askForPicture.has(rtcp[at]! & 0x1f)) return true;
    at += 4 * (rtcp[at + 2]! * 256 + rtcp[at + 3]! + 1);
  }
  return false;
}
