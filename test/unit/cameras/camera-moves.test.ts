import assert from "node:assert/strict";
import { test } from "node:test";
import { CameraMoves } from "../../../src/cameras/camera-moves.ts";

test("a move is known for every stream of the camera, and for no other camera", () => {
  const moves = new CameraMoves();
  assert.equal(moves.ptzMovedAt("rtsp://10.0.0.9/main"), undefined);
  moves.note("rtsp://10.0.0.9/main", 5000);
  assert.equal(moves.ptzMovedAt("rtsp://10.0.0.9:8554/sub"), 5000);
  assert.equal(moves.ptzMovedAt("rtsp://10.0.0.10/main"), undefined);
});

test("a shorter move does not hide the end of a longer one", () => {
  const moves = new CameraMoves();
  moves.note("rtsp://cam/1", 9000);
  moves.note("rtsp://cam/1", 6000);
  assert.equal(moves.ptzMovedAt("rtsp://cam/1"), 9000);
});

test("memory is bounded: the camera that moved longest ago is forgotten", () => {
  const moves = new CameraMoves();
  for (let at = 0; at <= 1000; at += 1) moves.note(`rtsp://cam-${at}/1`, at);
  assert.equal(moves.ptzMovedAt("rtsp://cam-0/1"), undefined);
  assert.equal(moves.ptzMovedAt("rtsp://cam-1/1"), 1);
});
