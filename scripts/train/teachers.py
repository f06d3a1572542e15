"""The COCO teachers: boxes for pseudo-labels, and the dense outputs that the student copies."""
from pathlib import Path

import cv2
import numpy as np
import torch

from detections import COCO_IDS, box_iou, decode_yolox, grid_of, kind_of, letterbox, suppress
from net import BLOCKS
from onnx_torch import OnnxGraph

try:
    import onnxruntime
except ImportError:  # Debian has no package of it
    onnxruntime = None

FILES = {
    "yolox_nano": "yolox_nano_416.onnx",
    "picodet_s": "picodet_s_416.onnx",
    "nanodet_plus": "nanodetplus_m_384x640.onnx",
}


def distribution_boxes(raw, cells, steps, offset):
    """Boxes (A, 4) from distribution focal regression `raw` (A, 32): four sides, eight bins each."""
    bins = raw.reshape(-1, 4, 8)
    weight = np.exp(bins - bins.max(-1, keepdims=True))
    sides = (weight * np.arange(8)).sum(-1) / weight.sum(-1) * steps[:, None]
    centre = (cells + offset) * steps[:, None]
    return np.concatenate([centre - sides[:, :2], centre + sides[:, 2:]], 1)


def tensor_from(image, mean=(0, 0, 0), std=(1, 1, 1)):
    """An image (H, W, 3) as a normalised tensor (1, 3, H, W) in channels-last memory."""
    array = (image.astype(np.float32) - np.float32(mean)) / np.float32(std)
    return torch.from_numpy(array).permute(2, 0, 1)[None].contiguous(memory_format=torch.channels_last)


class RuntimeGraph:
    """A detector's outputs for one image, computed by ONNX Runtime with as many threads as PyTorch has."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = torch.get_num_threads(), 3
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def __call__(self, tensor):
        """The outputs (tensors) for an input (1, 3, H, W)."""
        image = np.ascontiguousarray(tensor.numpy())
        return [torch.from_numpy(out) for out in self.session.run(None, {self.session.get_inputs()[0].name: image})]


class Teacher:
    """One detector by name; `detect` gives its boxes of our classes on one BGR image. Runs in ONNX Runtime where Python has
    it (three times as fast as PyTorch on one thread)."""

    def __init__(self, name, folder):
        self.name = name
        self.graph = (RuntimeGraph if onnxruntime else OnnxGraph)(Path(folder) / FILES[name])

    def detect(self, image, threshold=0.05):
        """Boxes (N, 4) in image pixels, scores (N,), classes (N,) above `threshold`, after suppression."""
        boxes, scores = getattr(self, "run_" + self.name)(image)
        scores = scores[:, list(COCO_IDS)]
        best = scores.max(1)
        keep = best > threshold
        boxes, best, classes = boxes[keep], best[keep], scores[keep].argmax(1)
        boxes = boxes.clip(0, np.float32([image.shape[1], image.shape[0]] * 2))
        kept = suppress(boxes, best, classes)
        return boxes[kept], best[kept], classes[kept]

    def run_yolox_nano(self, image):
        """Raw boxes and COCO scores of YOLOX-nano, 416 x 416 letterboxed top-left."""
        canvas, scale = letterbox(image, 416, 416)
        raw = self.graph(tensor_from(canvas))[0][0].numpy()
        boxes, scores = decode_yolox(raw, 416, 416)
        return boxes / scale, scores

    def run_picodet_s(self, image):
        """Raw boxes and COCO scores of PicoDet-S, 416 x 416 stretched, RGB."""
        stretched = cv2.resize(image, (416, 416), interpolation=cv2.INTER_AREA)[:, :, ::-1]
        out = self.graph(tensor_from(stretched, (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)))
        cells, steps = grid_of(416, 416, (8, 16, 32, 64))
        scores = np.concatenate([o[0].numpy() for o in out[:4]])
        boxes = distribution_boxes(np.concatenate([o[0].numpy() for o in out[4:]]), cells, steps, 0.5)
        return boxes * np.float32([image.shape[1], image.shape[0]] * 2) / 416, scores

    def run_nanodet_plus(self, image):
        """Raw boxes and COCO scores of NanoDet-Plus, 640 x 384 letterboxed in the centre with zeros."""
        scale = min(640 / image.shape[1], 384 / image.shape[0])
        nw, nh = round(image.shape[1] * scale), round(image.shape[0] * scale)
        left, top = (640 - nw) // 2, (384 - nh) // 2
        canvas = np.zeros((384, 640, 3), np.uint8)
        canvas[top : top + nh, left : left + nw] = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA)
        raw = self.graph(tensor_from(canvas, (103.53, 116.28, 123.675), (57.375, 57.12, 58.395)))[0][0].numpy().T
        cells, steps = grid_of(640, 384, (8, 16, 32, 64))
        boxes = distribution_boxes(raw[:, 80:], cells, steps, 0.0)
        return (boxes - np.float32([left, top] * 2)) / scale, 1 / (1 + np.exp(-raw[:, :80]))


def merge(results, image_shape):
    """Joins several teachers' detections into labels.

    Boxes of one kind that overlap (IoU > 0.5) form a cluster. A cluster becomes a label where at least two teachers
    see it with a mean score of 0.3, or one alone with 0.6; otherwise, from a best score of 0.15, it is an ignore
    region: neither an object nor background. Returns rows [class or -1, x1, y1, x2, y2, score, votes].
    """
    boxes = np.concatenate([r[0] for r in results])
    scores = np.concatenate([r[1] for r in results])
    classes = np.concatenate([r[2] for r in results]).astype(int)
    source = np.concatenate([np.full(len(r[1]), i) for i, r in enumerate(results)])
    usable = scores > 0.15
    boxes, scores, classes, source = boxes[usable], scores[usable], classes[usable], source[usable]
    overlap = (box_iou(boxes, boxes) > 0.5) & (kind_of(classes)[:, None] == kind_of(classes)[None])
    free = np.ones(len(boxes), bool)
    rows = []
    for i in np.argsort(-scores):
        if not free[i]:
            continue
        members = np.where(overlap[i] & free)[0]
        free[members] = False
        rows.append(label_of(boxes[members], scores[members], classes[members], source[members], len(results)))
    return [row for row in rows if row[3] - row[1] >= 3 and row[4] - row[2] >= 3]


def label_of(boxes, scores, classes, source, teachers):
    """One merged row of a cluster; the class with the greatest sum of scores names it."""
    votes = len(set(source.tolist()))
    mean = float(sum(scores[source == s].max() for s in set(source.tolist())) / teachers)
    box = (boxes * scores[:, None]).sum(0) / scores.sum()
    name = int(np.bincount(classes, scores).argmax())
    certain = (votes >= 2 and mean >= 0.3) or scores.max() >= 0.6
    return [name if certain else -1, *[round(float(v), 1) for v in box], round(mean, 3), votes]


class DenseTeacher:
    """YOLOX-nano as a source of targets for every position of the student's grid."""

    def __init__(self, folder, device="cpu"):
        self.graph = OnnxGraph(Path(folder) / FILES["yolox_nano"], device)
        self.levels = [n.input[0] for n in self.graph.nodes if n.op_type == "Reshape"]
        convolutions = [n for n in self.graph.nodes if n.op_type == "Conv"]
        self.features = [self.graph.consumers(convolutions[i].output[0])[0].output[0] for i in BLOCKS]

    @torch.no_grad()
    def __call__(self, views):
        """For views (N, 3, H, W) RGB 0..1: box (N, A, 4) raw grid form, objectness (N, A), class scores (N, A, 6), and
        the feature maps at the end of every block of BLOCKS. Objectness counts only the share of our classes."""
        outputs = self.graph(views.flip(1) * 255, tuple(self.levels + self.features))
        raw = torch.cat([o.flatten(2) for o in outputs[:3]], 2).transpose(1, 2).float()
        ours = raw[..., [5 + i for i in COCO_IDS]]
        share = ours.amax(-1) / raw[..., 5:].amax(-1).clamp(min=1e-6)
        return raw[..., :4], raw[..., 4] * share.clamp(max=1), ours, outputs[3:]
