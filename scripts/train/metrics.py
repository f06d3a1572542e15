"""Average precision at IoU 0.5 and recall at one false box per picture."""
import numpy as np

from detections import box_iou


def match(detections, truth, ignored):
    """Marks detections (boxes (N, 4), scores (N,)), best first, against boxes `truth` (M, 4): rows (score, hit).

    A detection that fits no free true box but lies on an ignored one (IoU 0.3, or half of it inside) is left out.
    """
    boxes, scores = detections
    rows, taken = [], set()
    overlap, loose = box_iou(boxes, truth), box_iou(boxes, ignored)
    for i in np.argsort(-scores):
        free = [j for j in range(len(truth)) if j not in taken and overlap[i, j] >= 0.5]
        if free:
            taken.add(max(free, key=lambda j: overlap[i, j]))
            rows.append((scores[i], True))
        elif not (len(ignored) and (loose[i].max() >= 0.3 or covered(boxes[i], ignored) >= 0.5)):
            rows.append((scores[i], False))
    return rows


def covered(box, others):
    """Largest share of `box` that one of `others` covers."""
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    return (np.clip(high - low, 0, None).prod(1) / max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)).max()


def score(pictures):
    """AP50 and recall at one false box per picture over `pictures`: [(detections, truth, ignored)]; None without truth."""
    count = sum(len(truth) for _, truth, _ in pictures)
    if not count:
        return None
    rows = sorted((row for picture in pictures for row in match(*picture)), key=lambda row: -row[0])
    hits = np.cumsum([hit for _, hit in rows]) if rows else np.zeros(1)
    misses = np.cumsum([not hit for _, hit in rows]) if rows else np.zeros(1)
    recall, precision = hits / count, hits / np.maximum(hits + misses, 1)
    steps = [precision[recall >= r].max(initial=0) for r in np.linspace(0, 1, 101)]
    allowed = misses <= len(pictures)
    return {"objects": count, "ap50": float(np.mean(steps)), "recall": float(recall[allowed].max(initial=0))}


def best_score(pictures):
    """The score at which F1 over `pictures` is highest, and that F1."""
    count = sum(len(truth) for _, truth, _ in pictures)
    rows = sorted((row for picture in pictures for row in match(*picture)), key=lambda row: -row[0])
    hits = np.cumsum([hit for _, hit in rows])
    f1 = 2 * hits / (np.arange(1, len(rows) + 1) + count)
    return float(rows[int(f1.argmax())][0]), float(f1.max())
