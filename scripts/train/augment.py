"""Training views: every view is a function of (seed, index), whatever the number of workers."""
import cv2
import numpy as np
from torch.utils.data import Dataset

from close_ups import Objects, choose, crop_around, objects_of
from detections import INPUT_HEIGHT, INPUT_WIDTH, PAD_VALUE
from sources import is_empty, picture_weights
from synthetic import draw_scene
from targets import assign

KEPT = 8000  # decoded pictures in memory, about 0.35 MB each


def place(canvas, image, boxes, area, scale, rng):
    """Pastes `image` into the rectangle `area` (x0, y0, x1, y1) of `canvas`, at `scale` times its fitting size and a
    random offset; returns its boxes (N, 5) there, those cut to less than 35 % left out (ignore regions stay)."""
    x0, y0, x1, y1 = area
    fit = min((x1 - x0) / image.shape[1], (y1 - y0) / image.shape[0]) * scale
    nw, nh = max(8, round(image.shape[1] * fit)), max(8, round(image.shape[0] * fit))
    resized = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA if fit < 1 else cv2.INTER_LINEAR)
    ox = int(rng.integers(min(0, x1 - x0 - nw), max(0, x1 - x0 - nw) + 1))
    oy = int(rng.integers(min(0, y1 - y0 - nh), max(0, y1 - y0 - nh) + 1))
    sx, sy, dx, dy = max(0, -ox), max(0, -oy), max(0, ox), max(0, oy)
    w, h = min(nw - sx, x1 - x0 - dx), min(nh - sy, y1 - y0 - dy)
    canvas[y0 + dy : y0 + dy + h, x0 + dx : x0 + dx + w] = resized[sy : sy + h, sx : sx + w]
    moved = boxes[:, :5].copy()
    moved[:, [1, 3]] = moved[:, [1, 3]] * (nw / image.shape[1]) + ox + x0
    moved[:, [2, 4]] = moved[:, [2, 4]] * (nh / image.shape[0]) + oy + y0
    return cut(moved, area)


def cut(boxes, area):
    """Boxes clipped to `area`; those that keep less than 35 % of themselves become ignore regions."""
    x0, y0, x1, y1 = area
    size = (boxes[:, 3] - boxes[:, 1]) * (boxes[:, 4] - boxes[:, 2])
    boxes = boxes.copy()
    boxes[:, [1, 3]] = boxes[:, [1, 3]].clip(x0, x1)
    boxes[:, [2, 4]] = boxes[:, [2, 4]].clip(y0, y1)
    width, height = boxes[:, 3] - boxes[:, 1], boxes[:, 4] - boxes[:, 2]
    boxes[(width * height < 0.35 * size) | (width < 4) | (height < 4), 0] = -1
    return boxes[(width > 1) & (height > 1)]


def flip(image, boxes):
    """Mirror image and boxes."""
    boxes = boxes.copy()
    boxes[:, [1, 3]] = image.shape[1] - boxes[:, [3, 1]]
    return image[:, ::-1], boxes


def colours(image, rng):
    """Hue, saturation and value jitter, gamma, and now and then a colour cast."""
    gain = 1 + rng.uniform(-1, 1, 3) * [0.02, 0.5, 0.4]
    levels = np.arange(256)
    hue, saturation, value = (levels * gain[0]) % 180, (levels * gain[1]).clip(0, 255), (levels * gain[2]).clip(0, 255)
    table = np.stack([hue, saturation, value], 1).astype(np.uint8)[None]
    image = cv2.cvtColor(cv2.LUT(cv2.cvtColor(image, cv2.COLOR_BGR2HSV), table), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.3:
        table = (np.arange(256) / 255) ** rng.uniform(0.6, 1.8) * 255
        image = cv2.LUT(image, table.astype(np.uint8))
    return image


def night(image, rng):
    """Grey as an infrared camera at night: dark surroundings, a lit centre, sensor noise."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    h, w = grey.shape
    if rng.random() < 0.6:
        ys, xs = np.mgrid[0:h, 0:w]
        distance = np.hypot((xs - w * rng.uniform(0.3, 0.7)) / w, (ys - h * rng.uniform(0.3, 0.7)) / h)
        grey *= 1.1 - rng.uniform(0.3, 1.1) * distance
    grey = grey * rng.uniform(0.5, 1.1) + rng.normal(0, rng.uniform(1, 10), (h, w))
    return cv2.cvtColor(grey.clip(0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def blur(image, rng):
    """Defocus or motion."""
    size = int(rng.choice([3, 5, 7], p=[0.6, 0.3, 0.1]))
    if rng.random() < 0.5:
        return cv2.GaussianBlur(image, (size, size), 0)
    kernel = np.zeros((size, size), np.float32)
    kernel[size // 2] = 1 / size
    turn = cv2.getRotationMatrix2D((size // 2, size // 2), rng.uniform(0, 180), 1)
    kernel = cv2.warpAffine(kernel, turn, (size, size))
    return cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))


def rain(image, rng):
    """Slanted bright streaks and less contrast."""
    layer = np.zeros(image.shape[:2], np.uint8)
    slant = rng.uniform(-4, 4)
    for _ in range(int(rng.integers(40, 250))):
        x, y, length = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0]), rng.uniform(4, 16)
        cv2.line(layer, (int(x), int(y)), (int(x + slant), int(y + length)), 255, 1)
    layer = cv2.GaussianBlur(layer, (3, 3), 0)[..., None] / 255 * rng.uniform(0.2, 0.7)
    washed = image * rng.uniform(0.7, 0.95) + 20
    return (washed * (1 - layer) + 220 * layer).clip(0, 255).astype(np.uint8)


def degrade(image, rng):
    """Light, weather, lens and codec, each with its own probability."""
    image = colours(image, rng)
    if rng.random() < 0.15:
        image = night(image, rng)
    if rng.random() < 0.05:
        image = rain(image, rng)
    if rng.random() < 0.12:
        image = blur(image, rng)
    if rng.random() < 0.1:
        image = (image + rng.normal(0, rng.uniform(2, 10), image.shape)).clip(0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))]
        image = cv2.imdecode(cv2.imencode(".jpg", image, quality)[1], cv2.IMREAD_COLOR)
    return image


class Views(Dataset):
    """Training views of `records` (as prepare.py writes them), index by index without end.

    An item is (image (H, W, 3) uint8 RGB, targets of targets.assign, exact): exact is 1 for drawn scenes, whose boxes
    are complete, so that the dense teacher is not asked. Views are composed at the net's input size and scaled to `size`
    (width, height; multiples of 32) where that is smaller.
    """

    def __init__(self, records, seed, count, start=0, drawn=0.06, close=0.2, size=(INPUT_WIDTH, INPUT_HEIGHT)):
        self.records, self.seed, self.count, self.start, self.drawn, self.close = records, seed, count, start, drawn, close
        self.size = size
        weights = picture_weights(records)
        self.weights = np.cumsum(weights)
        self.pictures = {}
        self.objects = objects_of(records, weights)
        self.cuttable = Objects(records, weights, is_cuttable)

    def __len__(self):
        return self.count - self.start

    def __getitem__(self, index):
        rng = np.random.default_rng([self.seed, self.start + index])
        cv2.setNumThreads(0)
        if rng.random() < self.drawn:
            image, boxes, exact = *self.drawn_scene(rng), 1.0
        else:
            image, boxes = self.composed(rng)
            # Without labels made beforehand there is nothing to cut out.
            if rng.random() < 0.35 and len(self.cuttable) > 0:
                boxes = self.paste_objects(image, boxes, rng)
            exact = 0.0
        image = degrade(image, rng)
        if self.size != (INPUT_WIDTH, INPUT_HEIGHT):
            image = cv2.resize(image, self.size, interpolation=cv2.INTER_AREA)
            boxes = boxes * np.float32([1, *np.divide(self.size, (INPUT_WIDTH, INPUT_HEIGHT)).tolist() * 2])
        return np.ascontiguousarray(image[:, :, ::-1]), assign(boxes, *self.size), np.float32(exact)

    def picture(self, index):
        """A record's picture (longest side at most 480 px) and boxes; each worker keeps up to KEPT in memory."""
        if index in self.pictures:
            return self.pictures[index]
        record = self.records[index]
        image = cv2.imread(record["file"])
        boxes = np.float32([b[:5] for b in record["boxes"]]).reshape(-1, 5)
        scale = min(1, 480 / max(image.shape[:2]))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            boxes[:, 1:] *= scale
        if len(self.pictures) < KEPT:
            self.pictures[index] = image, boxes
        return image, boxes

    def load(self, index, rng):
        """Picture and boxes of a record, mirrored half of the time."""
        image, boxes = self.picture(index)
        return flip(image, boxes) if rng.random() < 0.5 else (image, boxes)

    def pick(self, rng):
        """A random record, by weight."""
        return self.load(int(np.searchsorted(self.weights, rng.random())), rng)

    def composed(self, rng):
        """A close-up, a mosaic or a single picture."""
        chosen = choose(self.objects, rng) if rng.random() < self.close else None
        if chosen:
            return self.close_up(*chosen, rng)
        return self.mosaic(rng) if rng.random() < 0.35 else self.single(rng)

    def close_up(self, i, j, rng):
        """A crop around object `j` of picture `i`, mirrored half of the time."""
        canvas = np.full((INPUT_HEIGHT, INPUT_WIDTH, 3), PAD_VALUE, np.uint8)
        image, boxes = crop_around(*self.picture(i), j, rng)
        boxes = cut(boxes, (0, 0, image.shape[1], image.shape[0]))
        if rng.random() < 0.5:
            image, boxes = flip(image, boxes)
        return canvas, place(canvas, image, boxes, (0, 0, INPUT_WIDTH, INPUT_HEIGHT), 1.0, rng)

    def single(self, rng):
        """One picture at 0.5 to 2.2 times its fitting size."""
        canvas = np.full((INPUT_HEIGHT, INPUT_WIDTH, 3), PAD_VALUE, np.uint8)
        scale = 1.0 if rng.random() < 0.25 else float(np.exp(rng.uniform(np.log(0.5), np.log(2.2))))
        image, boxes = self.pick(rng)
        return canvas, place(canvas, image, boxes, (0, 0, INPUT_WIDTH, INPUT_HEIGHT), scale, rng)

    def mosaic(self, rng):
        """Four pictures around a random centre."""
        canvas = np.full((INPUT_HEIGHT, INPUT_WIDTH, 3), PAD_VALUE, np.uint8)
        x, y = int(rng.uniform(0.25, 0.75) * INPUT_WIDTH), int(rng.uniform(0.25, 0.75) * INPUT_HEIGHT)
        parts = []
        for area in ((0, 0, x, y), (x, 0, INPUT_WIDTH, y), (0, y, x, INPUT_HEIGHT), (x, y, INPUT_WIDTH, INPUT_HEIGHT)):
            parts.append(place(canvas, *self.pick(rng), area, rng.uniform(0.9, 2.4), rng))
        return canvas, np.concatenate(parts)

    def drawn_scene(self, rng):
        """A drawn scene, on drawn ground or on a real picture without objects of ours."""
        background = None
        if rng.random() < 0.3:
            index = int(rng.integers(len(self.records)))
            image, boxes = self.picture(index)
            if not len(boxes) and is_empty(self.records[index]):
                background = cv2.resize(image, (INPUT_WIDTH, INPUT_HEIGHT))
        return draw_scene(rng, INPUT_WIDTH, INPUT_HEIGHT, background)

    def paste_objects(self, image, boxes, rng):
        """Pastes up to three objects that the teachers agreed on, cut with a soft edge, at 15 to 140 px height."""
        for _ in range(int(rng.integers(1, 4))):
            i, j = self.cuttable.pick(rng)
            source, objects = self.picture(i)
            name, x1, y1, x2, y2 = objects[j]
            patch = source[max(0, int(y1)) : int(y2) + 1, max(0, int(x1)) : int(x2) + 1]
            scale = float(np.exp(rng.uniform(np.log(15), np.log(140)))) / patch.shape[0]
            w, h = round(patch.shape[1] * scale), round(patch.shape[0] * scale)
            if not (4 <= w < INPUT_WIDTH - 2 and 8 <= h < INPUT_HEIGHT - 2):
                continue
            x, y = int(rng.integers(0, INPUT_WIDTH - w)), int(rng.integers(0, INPUT_HEIGHT - h))
            patch = cv2.resize(patch, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
            blend(image, patch, x, y)
            boxes = hide(boxes, (x, y, x + w, y + h))
            boxes = np.concatenate([boxes, np.float32([[name, x, y, x + w, y + h]])])
        return boxes


def blend(image, patch, x, y):
    """Puts `patch` on `image` at (x, y), its edge fading over a tenth of its size."""
    h, w = patch.shape[:2]
    mask = np.zeros((h, w), np.float32)
    cv2.ellipse(mask, (w // 2, h // 2), (max(1, int(w * 0.52)), max(1, int(h * 0.55))), 0, 0, 360, 1, -1)
    mask = cv2.blur(mask, (max(1, w // 8), max(1, h // 8)))[..., None]
    region = image[y : y + h, x : x + w]
    region[:] = (patch * mask + region * (1 - mask)).astype(np.uint8)


def hide(boxes, cover):
    """Boxes of which `cover` (x1, y1, x2, y2) hides more than half become ignore regions."""
    low, high = np.maximum(boxes[:, 1:3], cover[:2]), np.minimum(boxes[:, 3:5], cover[2:])
    hidden = np.clip(high - low, 0, None).prod(1)
    boxes = boxes.copy()
    boxes[hidden > 0.5 * (boxes[:, 3] - boxes[:, 1]) * (boxes[:, 4] - boxes[:, 2]), 0] = -1
    return boxes


def is_cuttable(box):
    """True for a box that two teachers see clearly and that is large enough to be cut out."""
    return box[0] >= 0 and box[6] >= 2 and box[5] >= 0.6 and box[4] - box[2] >= 32 and box[3] - box[1] >= 14
