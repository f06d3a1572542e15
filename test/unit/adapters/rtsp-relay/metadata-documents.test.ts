import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { MetadataDocuments } from "../../../../src/adapters/rtsp-relay/metadata/metadata-documents.ts";
import { pickMetadata } from "../../../../src/adapters/rtsp-relay/metadata/metadata-sdp.ts";

function packet(payload: string, rtpTime: number, isMarked = false): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = 107 | (isMarked ? 0x80 : 0);
  head.writeUInt32BE(rtpTime, 4);
  return Buffer.concat([head, Buffer.from(payload)]);
}

function setUp() {
  const told: string[] = [];
  const documents = new MetadataDocuments({
    onDocument: (xml, rtpTime) => told.push(`${xml.toString().slice(0, 20)}@${rtpTime}`),
    onDrop: (reason) => told.push(reason),
  });
  return { told, documents };
}

suite("documents of a metadata track", () => {
  test("end with the marker, and with another time where the camera leaves the marker out", () => {
    const { told, documents } = setUp();
    documents.push(packet("<a>", 1), 0);
    documents.push(packet("</a>", 1, true), 0);
    documents.push(packet("<b/>", 2), 0);
    documents.push(packet("<c/>", 3, true), 0);
    documents.push(Buffer.from("short"), 0);
    assert.deepEqual(told, ["<a></a>@1", "<b/>@2", "<c/>@3"]);
  });

  test("a document of more than 256 KiB is dropped as a whole, and the next one is read", () => {
    const { told, documents } = setUp();
    for (let each = 0; each < 300; each += 1) documents.push(packet("x".repeat(1000), 1), 0);
    documents.push(packet("x", 1, true), 0);
    documents.push(packet("<d/>", 2, true), 0);
    assert.deepEqual(told, ["tooLarge", "<d/>@2"]);
  });

  test("a camera that floods loses documents, and one of 30 short documents a second none", () => {
    const calm = setUp();
    for (let each = 0; each < 300; each += 1)
      calm.documents.push(packet("x".repeat(8000), each, true), each * 33);
    assert.equal(calm.told.includes("tooMany"), false);
    const flood = setUp();
    for (let each = 0; each < 1000; each += 1)
      flood.documents.push(packet("<e/>", each, true), each);
    const dropped = flood.told.filter((one) => one === "tooMany").length;
    assert.ok(dropped > 600 && dropped < 900, `${dropped}`);
  });
});

test("the metadata track of a description is the first in plain XML", () => {
  const head = "v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n";
  const track = (type: number, name: string): string =>
    `m=application 0 RTP/AVP ${type}\r\na=rtpmap:${type} ${name}\r\na=control:t${type}\r\n`;
  assert.deepEqual(pickMetadata(head), { lack: "absent" });
  const packed = head + track(98, "vnd.onvif.metadata.gzip/90000");
  assert.deepEqual(pickMetadata(packed), { lack: "unsupported" });
  assert.deepEqual(pickMetadata(packed + track(107, "vnd.onvif.metadata/90000")), {
    rateHz: 90_000,
    control: "t107",
  });
  assert.deepEqual(pickMetadata(head + track(99, "VND.ONVIF.METADATA/0")), {
    rateHz: 90_000,
    control: "t99",
  });
  assert.deepEqual(pickMetadata(head + track(97, "smpte336m/90000")), { lack: "absent" });
});
