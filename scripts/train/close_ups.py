"""Close-ups: crops around one object, so that large objects and ones cut by the picture's edge are seen often."""
import numpy as np

from detections import INPUT_HEIGHT, INPUT_WIDTH

KINDS = ((0,), (1, 3), (2, 4, 5))  # people, two-wheelers, vehicles
SHARES = (0.5, 0.25, 0.25)  # of the close-ups
SMALLEST = 32  # px of height below which an object is too coarse to be enlarged
TALLEST = 1.6  # an object's height in the crop's heights, at most; at least a third of it


class Objects:
    """Rows (record, box) of the boxes for which `wanted` is true, picked at random: a picture by its weight, then one of
    its boxes."""

    def __init__(self, records, weights, wanted):
        found = [(i, j, weights[i]) for i, r in enumerate(records) for j, b in enumerate(r["boxes"]) if wanted(b)]
        counts = np.bincount([i for i, _, _ in found], minlength=len(records)) if found else []
        self.rows = [(i, j) for i, j, _ in found]
        self.bounds = np.cumsum([weight / counts[i] for i, _, weight in found])

    def __len__(self):
        return len(self.rows)

    def pick(self, rng):
        """A random (record, box)."""
        return self.rows[min(len(self.rows) - 1, int(np.searchsorted(self.bounds, rng.random() * self.bounds[-1])))]


def objects_of(records, weights):
    """For every kind the Objects that are large enough."""
    large = lambda kind: lambda box: box[0] in kind and box[4] - box[2] >= SMALLEST
    return [Objects(records, weights, large(kind)) for kind in KINDS]


def choose(objects, rng):
    """A random (record, box) of objects_of(): the kind by its share, then one of it; None where there is no object."""
    shares = np.array(SHARES) * [len(rows) > 0 for rows in objects]
    if not shares.any():
        return None
    return objects[int(rng.choice(len(KINDS), p=shares / shares.sum()))].pick(rng)


def crop_around(image, boxes, j, rng):
    """A crop of `image` in the input's aspect around object `j`, and `boxes` (N, 5) in its pixels, not yet clipped. The
    object is a third to 1.6 times as high as the crop; a random point of it lies near the crop's centre."""
    x1, y1, x2, y2 = boxes[j, 1:]
    height = (y2 - y1) / float(np.exp(rng.uniform(np.log(TALLEST / 5), np.log(TALLEST))))
    height = min(max(height, SMALLEST), image.shape[0])
    width = min(height * INPUT_WIDTH / INPUT_HEIGHT, image.shape[1])
    left = x1 + rng.random() * (x2 - x1) - width * rng.uniform(0.3, 0.7)
    top = y1 + rng.random() * (y2 - y1) - height * rng.uniform(0.3, 0.7)
    left, top = int(np.clip(left, 0, image.shape[1] - width)), int(np.clip(top, 0, image.shape[0] - height))
    moved = boxes.copy()
    moved[:, [1, 3]] -= left
    moved[:, [2, 4]] -= top
    return image[top : top + max(8, round(height)), left : left + max(8, round(width))], moved
