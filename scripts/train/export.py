"""Writes the shipped model: ONNX, manifest and golden frame.

    export.py WEIGHTS --golden src/system/demo/scene.mp4 --at 12 [--models models]

Writes gatehouse-nano.onnx (opset 13, uint8 NHWC RGB in, raw grid out), gatehouse-nano.golden.png (one frame of the drawn
demo scene, letterboxed to the input) and gatehouse-nano.yaml (manifest with the checksum and the boxes expected on it).
"""
import argparse
import hashlib
import inspect
import quiet  # noqa: F401  before torch
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch

from detections import CLASSES, INPUT_HEIGHT, INPUT_WIDTH, PAD_VALUE, STRIDES, decode_yolox, letterbox, suppress
from net import Detector, Exported

NAME = "gatehouse-nano"
GOLDEN_MARGIN = 0.1  # a golden box scores at least this much above min_score
GOLDEN_TOLERANCE = 0.02  # of the picture's sides; half-precision executors move a box by less

MANIFEST = """\
# Written by scripts/train/export.py. What the model can and cannot do: {name}.md.
name: {name}
description: People and vehicles for fixed cameras, our own small net
licence: Apache-2.0
source: this repository, scripts/train
file: {name}.onnx
sha256: {sha256}
gmacs: 0.31
min_score: {threshold}
input:
  name: images
  width: {width}
  height: {height}
  layout: nhwc
  dtype: uint8
  colour: rgb
  fit: letterbox-topleft
  pad: {pad}
  batch: 8
head:
  # Rows of 5 + {count}: x, y, w, h, objectness, a score per class; strides in order, row by row.
  # Centre = ((x, y) + (column, row)) * stride, size = exp((w, h)) * stride, score = objectness * class.
  type: yolox
  strides: [{strides}]
  nms_iou: 0.6
labels: [{classes}]
groups: [[car, bus, truck]]
golden:
  image: {name}.golden.png
  tolerance: {tolerance}
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
def golden_lines(model, canvas, threshold):
    """The manifest's golden boxes, best first: label and box (fractions of the canvas) of what `model` finds clearly on a
    letterboxed BGR canvas."""
    raw = model(torch.from_numpy(canvas[:, :, ::-1].copy())[None])[0].numpy()
    boxes, scores = decode_yolox(raw, INPUT_WIDTH, INPUT_HEIGHT)
    best, names = scores.max(1), scores.argmax(1)
    keep = best >= threshold + GOLDEN_MARGIN
    boxes, best, names = boxes[keep], best[keep], names[keep]
    size = np.float32([INPUT_WIDTH, INPUT_HEIGHT] * 2)
    line = "    - {{ label: {}, box: [{}] }}"
    kept = suppress(boxes, best, names, threshold=0.4)
    return [line.format(CLASSES[names[i]], ", ".join(f"{v:.3f}" for v in (boxes[i] / size).clip(0, 1))) for i in kept]


def export_onnx(model, path):
    """Writes the model with a dynamic batch dimension and checks the file."""
    plain = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}  # PyTorch from 2.5 on
    torch.onnx.export(model, torch.zeros(1, INPUT_HEIGHT, INPUT_WIDTH, 3, dtype=torch.uint8), str(path), opset_version=13,
                      input_names=["images"], output_names=["output"], dynamic_axes={"images": {0: "N"}, "output": {0: "N"}}, **plain)
    onnx.checker.check_model(str(path))


def main():
    """Exports, writes the golden frame, writes the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--golden", type=Path, required=True)
    parser.add_argument("--at", type=float, default=12)
    parser.add_argument("--threshold", type=float, default=0.3, help="min_score of the manifest")
    args = parser.parse_args()
    detector = Detector()
    detector.load_state_dict(torch.load(args.weights, map_location="cpu")["average"])
    model = Exported(detector).eval()
    file, golden = args.models / f"{NAME}.onnx", args.models / f"{NAME}.golden.png"
    export_onnx(model, file)
    canvas, _ = letterbox(frame_at(args.golden, args.at))
    cv2.imwrite(str(golden), canvas, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    lines = golden_lines(model, canvas, args.threshold)
    if not lines:
        raise SystemExit("the model finds nothing clearly on the golden frame: choose another with --at")
    text = MANIFEST.format(
        name=NAME, sha256=sha256(file), width=INPUT_WIDTH, height=INPUT_HEIGHT, pad=PAD_VALUE, count=len(CLASSES),
        strides=", ".join(map(str, STRIDES)), classes=", ".join(CLASSES), threshold=args.threshold,
        tolerance=GOLDEN_TOLERANCE, boxes="\n".join(lines))
    (args.models / f"{NAME}.yaml").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
