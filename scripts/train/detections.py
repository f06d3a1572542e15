"""What a detection is, for every step: classes, input shape, letterbox, boxes, non-maximum suppression."""
import numpy as np
import cv2

CLASSES = ("person", "bicycle", "car", "motorcycle", "bus", "truck")
COCO_IDS = (0, 1, 2, 3, 5, 7)  # the same classes in COCO's 80
WHEELED = (2, 4, 5)  # car, bus, truck: one vehicle carries one box
INPUT_WIDTH, INPUT_HEIGHT = 416, 256  # multiples of 32; close to 16:9, so a camera's picture fills most of it
PAD_VALUE = 114
STRIDES = (8, 16, 32)


def letterbox(image, width=INPUT_WIDTH, height=INPUT_HEIGHT):
    """Scale `image` (H, W, 3 uint8) to fit width x height keeping its aspect, top-left anchored, padded with 114.

    Returns (canvas (height, width, 3) uint8, scale): a box of the canvas divided by scale is a box of the image.
    """
    h, w = image.shape[:2]
    scale = min(width / w, height / h)
    nw, nh = max(1, min(width, round(w * scale))), max(1, min(height, round(h * scale)))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    canvas = np.full((height, width, 3), PAD_VALUE, np.uint8)
    canvas[:nh, :nw] = cv2.resize(image, (nw, nh), interpolation=interpolation)
    return canvas, scale


def box_iou(a, b):
    """IoU of every box of a (N, 4) with every box of b (M, 4), x1 y1 x2 y2, as (N, M)."""
    a, b = np.asarray(a, np.float32).reshape(-1, 4), np.asarray(b, np.float32).reshape(-1, 4)
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = np.clip(high - low, 0, None).prod(-1)
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-9)


def kind_of(classes):
    """Class indices with bus and truck folded into car: boxes of one kind compete in suppression and merging."""
    classes = np.asarray(classes)
    return np.where(np.isin(classes, WHEELED), 2, classes)


def suppress(boxes, scores, classes, threshold=0.6, limit=200):
    """Indices kept by greedy suppression among boxes of one kind, best score first, at most `limit`."""
    order = np.argsort(-scores)[: limit * 5]
    overlap = box_iou(boxes[order], boxes[order])
    kinds = kind_of(classes[order])
    clash = (overlap > threshold) & (kinds[:, None] == kinds[None])
    alive = np.ones(len(order), bool)
    kept = []
    for i in range(len(order)):
        if not alive[i]:
            continue
        kept.append(order[i])
        if len(kept) == limit:
            break
        alive &= ~clash[i]
    return np.array(kept, int)


def grid_of(width, height, strides=STRIDES):
    """Grid cells (A, 2) as x, y and strides (A,) of every position, in the order of the YOLOX head: level, row, column."""
    cells, steps = [], []
    for stride in strides:
        ys, xs = np.mgrid[0 : -(-height // stride), 0 : -(-width // stride)]
        cells.append(np.stack([xs.ravel(), ys.ravel()], 1))
        steps.append(np.full(xs.size, stride))
    return np.concatenate(cells).astype(np.float32), np.concatenate(steps).astype(np.float32)


def decode_yolox(raw, width, height):
    """Boxes (A, 4) in input pixels and scores (A, classes) from one raw-grid output (A, 5 + classes)."""
    cells, steps = grid_of(width, height)
    centre = (raw[:, :2] + cells) * steps[:, None]
    size = np.exp(np.clip(raw[:, 2:4], -10, 8)) * steps[:, None]
    return np.concatenate([centre - size / 2, centre + size / 2], 1), raw[:, 4:5] * raw[:, 5:]
