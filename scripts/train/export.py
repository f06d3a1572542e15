"""Writes the shipped model: ONNX, manifest and golden frame.

    export.py WEIGHTS --golden src/demo/scene.mp4 --at 12 [--models models]

Writes gatehouse-nano.onnx (opset 13, uint8 NHWC RGB in, raw grid out), gatehouse-nano.golden.png (one frame of the drawn
demo scene, letterboxed to the input) and gatehouse-nano.yaml (manifest with the checksums and the boxes expected on it).
"""
import argparse
import hashlib
import quiet  # noqa: F401  before torch
from pathlib import Path

import cv2
import onnx
import torch

from detections import CLASSES, INPUT_HEIGHT, INPUT_WIDTH, PAD_VALUE, STRIDES, decode_yolox, letterbox, suppress
from net import Detector, Exported

NAME = "gatehouse-nano"
GOLDEN_SCORE = 0.4

MANIFEST = """\
# Written by scripts/train/export.py. The model card is {name}.md.
name: {name}
description: People and vehicles for fixed cameras; our own small detector.
license: Apache-2.0
source: scripts/train (this repository)
file: {name}.onnx
sha256: {sha256}
bytes: {size}
opset: 13
parameters: {parameters}
input:
  name: images
  shape: [N, {height}, {width}, 3]
  width: {width}
  height: {height}
  layout: NHWC
  type: uint8
  colour: rgb
  # Scale to fit with the aspect kept, top-left anchored, the rest filled.
  resize: letterbox
  anchor: top-left
  pad: {pad}
output:
  name: output
  shape: [N, {positions}, {columns}]
head: yolox
# Row: x, y, w, h, objectness, one score per class. Position order: stride, row, column.
# Centre = ((x, y) + (column, row)) * stride; size = exp((w, h)) * stride; score = objectness * class.
# Objectness and class scores are probabilities already.
strides: [{strides}]
scores: sigmoid-applied
classes: [{classes}]
# One vehicle can look like a car and a truck: suppress overlaps across these classes.
suppress_together: [[car, bus, truck]]
threshold: {threshold}
iou: 0.6
golden:
  image: {name}.golden.png
  sha256: {golden_sha256}
  # In px of the image, which already has the input's size. A right answer has every box with this IoU and this score.
  min_iou: 0.9
  score_tolerance: 0.05
  boxes:
{boxes}
"""


def sha256(path):
    """SHA-256 of a file, hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def frame_at(clip, seconds):
    """The frame of a clip at `seconds`, BGR."""
    video = cv2.VideoCapture(str(clip))
    for _ in range(round(seconds * video.get(cv2.CAP_PROP_FPS)) + 1):
        more, image = video.read()
        if not more:
            raise SystemExit(f"{clip} has no frame at {seconds} s")
    return image


@torch.no_grad()
def boxes_on(model, canvas, threshold):
    """Lines of the manifest: class, score and box of what `model` finds on a letterboxed BGR canvas."""
    raw = model(torch.from_numpy(canvas[:, :, ::-1].copy())[None])[0].numpy()
    boxes, scores = decode_yolox(raw, INPUT_WIDTH, INPUT_HEIGHT)
    best, names = scores.max(1), scores.argmax(1)
    keep = best >= threshold
    boxes, best, names = boxes[keep], best[keep], names[keep]
    line = "    - {{ class: {}, score: {:.3f}, box: [{}] }}"
    kept = suppress(boxes, best, names)
    return [line.format(CLASSES[names[i]], best[i], ", ".join(f"{v:.1f}" for v in boxes[i])) for i in kept]


def export_onnx(model, path):
    """Writes the model with a dynamic batch dimension and checks the file."""
    torch.onnx.export(model, torch.zeros(1, INPUT_HEIGHT, INPUT_WIDTH, 3, dtype=torch.uint8), str(path), opset_version=13,
                      input_names=["images"], output_names=["output"], dynamic_axes={"images": {0: "N"}, "output": {0: "N"}})
    onnx.checker.check_model(str(path))


def main():
    """Exports, writes the golden frame, writes the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--golden", type=Path, required=True)
    parser.add_argument("--at", type=float, default=12)
    parser.add_argument("--threshold", type=float, default=0.35)
    args = parser.parse_args()
    detector = Detector()
    detector.load_state_dict(torch.load(args.weights, map_location="cpu")["average"])
    model = Exported(detector).eval()
    file, golden = args.models / f"{NAME}.onnx", args.models / f"{NAME}.golden.png"
    export_onnx(model, file)
    canvas, _ = letterbox(frame_at(args.golden, args.at))
    cv2.imwrite(str(golden), canvas, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    boxes = boxes_on(model, canvas, GOLDEN_SCORE)
    positions = sum((INPUT_WIDTH // s) * (INPUT_HEIGHT // s) for s in STRIDES)
    text = MANIFEST.format(
        name=NAME, sha256=sha256(file), size=file.stat().st_size, parameters=sum(p.numel() for p in detector.parameters()),
        width=INPUT_WIDTH, height=INPUT_HEIGHT, pad=PAD_VALUE, positions=positions, columns=5 + len(CLASSES),
        strides=", ".join(map(str, STRIDES)), classes=", ".join(CLASSES), threshold=args.threshold,
        golden_sha256=sha256(golden), boxes="\n".join(boxes))
    (args.models / f"{NAME}.yaml").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
