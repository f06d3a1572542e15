"""Labels as targets of grid positions, and the loss of a batch."""
import numpy as np
import torch
import torch.nn.functional as F

from detections import CLASSES, STRIDES, grid_of

SMALLEST = 9  # px of height below which a label becomes an ignore region
BEST_SIZE = (0, 30, 84, 1e9)  # a level takes objects whose root area, in px, lies between its bound and the next


def assign(boxes, width, height):
    """Targets (A, 6) float32 of boxes (N, 5) [class or -1, x1..y2] in input px: [state, class, x1, y1, x2, y2].

    State 1 marks a position that answers for an object: within 1.2 strides of its centre and inside it, on the level of
    its size; -1 one in an ignore region; 0 background. Where objects compete the smaller one wins.
    """
    cells, steps = grid_of(width, height)
    centres = (cells + 0.5) * steps[:, None]
    target = np.zeros((len(steps), 6), np.float32)
    area = (boxes[:, 3] - boxes[:, 1]) * (boxes[:, 4] - boxes[:, 2])
    boxes = boxes.copy()
    boxes[boxes[:, 4] - boxes[:, 2] < SMALLEST, 0] = -1
    order = np.argsort(-area)
    for name, x1, y1, x2, y2 in boxes[order][boxes[order][:, 0] < 0]:
        target[inside(centres, x1, y1, x2, y2), 0] = -1
    for i in order[boxes[order][:, 0] >= 0]:
        name, x1, y1, x2, y2 = boxes[i]
        size = max(area[i], 1) ** 0.5
        level = next(k for k in range(3) if size < BEST_SIZE[k + 1])
        near = np.abs(centres - [(x1 + x2) / 2, (y1 + y2) / 2]).max(1) < 1.2 * steps
        chosen = near & inside(centres, x1, y1, x2, y2) & (steps == STRIDES[level])
        if not chosen.any():
            chosen = near & (steps == STRIDES[level])
        target[chosen] = [1, name, x1, y1, x2, y2]
    return target


def inside(points, x1, y1, x2, y2):
    """Mask of points (A, 2) inside a box."""
    return (points[:, 0] > x1) & (points[:, 0] < x2) & (points[:, 1] > y1) & (points[:, 1] < y2)


def generalised_iou(a, b):
    """Generalised IoU of boxes a and b (..., 4), pair by pair."""
    low, high = torch.max(a[..., :2], b[..., :2]), torch.min(a[..., 2:], b[..., 2:])
    inter = (high - low).clamp(min=0).prod(-1)
    size = lambda t: (t[..., 2:] - t[..., :2]).clamp(min=0).prod(-1)
    union = size(a) + size(b) - inter + 1e-6
    hull = (torch.max(a[..., 2:], b[..., 2:]) - torch.min(a[..., :2], b[..., :2])).prod(-1) + 1e-6
    return inter / union - (hull - union) / hull


class Loss:
    """Loss against labels and the dense teacher; `device` holds the grid of the input shape."""

    def __init__(self, width, height, device, map_weight=1.0):
        cells, steps = grid_of(width, height)
        self.cells, self.steps = torch.from_numpy(cells).to(device), torch.from_numpy(steps).to(device)[:, None]
        self.map_weight = map_weight

    def boxes(self, raw):
        """Raw boxes (..., A, 4) as x1 y1 x2 y2 in input px."""
        centre = (raw[..., :2] + self.cells) * self.steps
        size = raw[..., 2:4].clamp(-4, 5).exp() * self.steps
        return torch.cat([centre - size / 2, centre + size / 2], -1)

    def unseen(self, target, objectness_t, boxes_t):
        """Mask (N, A) of labelled positions whose object the teacher sees nowhere: no box of it with an objectness of 0.3
        overlaps the label by half."""
        missed = target[..., 0] > 0
        for i in range(len(target)):
            labelled = missed[i].nonzero()[:, 0]
            found = boxes_t[i][objectness_t[i] > 0.3]
            if len(labelled) and len(found):
                overlap = generalised_iou(target[i, labelled, None, 2:], found[None])
                missed[i, labelled] = overlap.amax(1) < 0.5
        return missed

    def targets(self, target, exact, teacher):
        """Objectness (N, A), classes (N, A, C), boxes (N, A, 4) and weights of the objectness (N, A), from both sources:
        the teacher's values, and the labels where it saw nothing (0.5; 0.8 in drawn scenes, where it is not asked)."""
        raw_t, objectness_t, classes_t = teacher
        objectness_t = objectness_t * (1 - exact)[:, None]
        boxes_t = self.boxes(raw_t)
        missed = self.unseen(target, objectness_t, boxes_t)
        floor = (0.5 + 0.3 * exact)[:, None].expand_as(objectness_t)
        objectness = torch.where(missed, torch.max(objectness_t, floor), objectness_t)
        one_hot = F.one_hot(target[..., 1].long().clamp(min=0), len(CLASSES)).float() * 0.9
        classes = torch.where(missed[..., None], one_hot, classes_t)
        boxes = torch.where(missed[..., None], target[..., 2:], boxes_t)
        weight = 1 - ((target[..., 0] < 0) & (exact > 0)[:, None]).float()
        return objectness, classes, boxes, weight

    def __call__(self, raw, maps, target, exact, teacher):
        """The parts of a batch's loss: objectness, classes, boxes, maps; each a scalar tensor."""
        *dense, maps_t = teacher
        objectness, classes, boxes, weight = self.targets(target, exact, dense)
        positive = objectness > 0.05
        share = objectness[positive]
        total = objectness.sum().clamp(min=4)
        loss_o = (F.binary_cross_entropy_with_logits(raw[..., 4], objectness, reduction="none") * weight).sum() / total
        loss_c = F.binary_cross_entropy_with_logits(raw[..., 5:][positive], classes[positive], reduction="none").sum(1)
        loss_b = 1 - generalised_iou(self.boxes(raw)[positive], boxes[positive])
        kept = 1 - exact[:, None, None, None]
        loss_m = sum((((s - t) ** 2) * kept).mean() / t.var().clamp(min=1e-4) for s, t in zip(maps, maps_t))
        return loss_o, (loss_c * share).sum() / total, 5 * (loss_b * share).sum() / total, self.map_weight * loss_m
