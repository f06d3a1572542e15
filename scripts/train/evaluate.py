"""Measures detectors on scenes that training never saw: AP50 and recall at one false box per picture.

    evaluate.py DATA [--out ~/.cache/gatehouse-train] [--weights OUT/nano/last.pt] [--beside models/gatehouse-nano.onnx]
                [--markdown FILE]

Truth is the given labels for the labelled sets (DATA/images) and the teachers' agreement elsewhere (pictures.json); a
comparison on the latter favours YOLOX-nano and PicoDet-S, which took part in it. Car, bus and truck count as `vehicle`
as well. --beside adds an exported model, such as the shipped one. The last columns count only objects taller than 6 % of the picture. The score proposed for the manifest's
min_score comes from training pictures, not from these scenes.
"""
import quiet  # noqa: F401  before torch
import argparse
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np
import torch

from detections import CLASSES, INPUT_HEIGHT, INPUT_WIDTH, WHEELED, decode_yolox, letterbox, suppress
from metrics import best_score, score
from net import Detector, Exported
from prepare import DEFAULT_OUT
from teachers import Teacher
from warm_start import load_exported

ROWS = {name: (i,) for i, name in enumerate(CLASSES)} | {"vehicle": WHEELED}
DEMO_SCENE = "demo (drawn, trained on)"
DOUBT = 0.15  # mean score of the teachers from which a box without agreement is ignored, neither right nor wrong
TALL = 0.06
NO_CAMERA = (DEMO_SCENE, "COCO sample", "mixed pictures (dusty)", "street vehicles (labels)", "street photos (Open Images)")
FEW = 20  # rows with fewer objects are left out of the table


class Own:
    """Our net from a checkpoint or an exported model, with the shipped pre-processing."""

    def __init__(self, weights, name="gatehouse-nano"):
        self.name, detector = name, Detector()
        if weights.suffix == ".onnx":
            load_exported(detector, weights)
        else:
            detector.load_state_dict(torch.load(weights, map_location="cpu")["average"])
        self.model = Exported(detector).eval()

    @torch.no_grad()
    def detect(self, image, threshold=0.01):
        """Boxes (N, 4) in image pixels, scores (N,), classes (N,) on one BGR image."""
        canvas, scale = letterbox(image)
        raw = self.model(torch.from_numpy(canvas[:, :, ::-1].copy())[None])[0].numpy()
        boxes, scores = decode_yolox(raw, INPUT_WIDTH, INPUT_HEIGHT)
        best, classes = scores.max(1), scores.argmax(1)
        keep = best > threshold
        boxes = (boxes[keep] / scale).clip(0, np.float32([image.shape[1], image.shape[0]] * 2))
        kept = suppress(boxes, best[keep], classes[keep])
        return boxes[kept], best[keep][kept], classes[keep][kept]


def voc_boxes(path):
    """Rows [class, x1, y1, x2, y2] of a VOC XML file; every object of the set is a car."""
    rows = []
    for item in ElementTree.parse(path).iter("object"):
        box = item.find("bndbox")
        rows.append([2, *[float(box.find(k).text) for k in ("xmin", "ymin", "xmax", "ymax")]])
    return rows


def labelled_sets(data):
    """Pictures (scene, path, boxes) of the two labelled sets: highway cars (VOC) and street vehicles (COCO json)."""
    folder, pictures = data / "images", []
    for path in sorted((folder / "ibm_cars").glob("*.xml")):
        pictures.append(("highway cars (ibm, labels)", path.with_suffix(".jpg"), voc_boxes(path)))
    for path in sorted((folder / "vehicle_detection").glob("annotation_*.json")):
        coco = json.loads(path.read_text())
        for image in coco["images"]:
            boxes = [a["bbox"] for a in coco["annotations"] if a["image_id"] == image["id"]]
            rows = [[2, x, y, x + w, y + h] for x, y, w, h in boxes]
            file = next(folder.glob(f"vehicle_detection/*{Path(image['file_name']).name}"), None)
            pictures += [("street vehicles (labels)", file, rows)] if file else []
    return pictures


def teacher_sets(records):
    """Pictures (scene, path, boxes) of the held-out scenes, whose truth is the teachers' agreement, and of the demo."""
    scenes = [(r["scene"] or DEMO_SCENE, r) for r in records.values() if r["scene"] or r["group"] == "demo"]
    counted = lambda box: box[0] >= 0 or box[5] >= DOUBT
    return [(scene, Path(r["file"]), [b[:5] for b in r["boxes"] if counted(b)]) for scene, r in scenes]


def truth_of(boxes, classes, least):
    """True boxes and ignored ones for a row of classes: regions without a class, other kinds of vehicle and objects
    below `least` px of height are ignored."""
    rows = np.float32(boxes).reshape(-1, 5)
    wanted = np.isin(rows[:, 0], classes)
    related = np.isin(rows[:, 0], WHEELED) & (len(set(classes) & set(WHEELED)) > 0)
    tall = rows[:, 4] - rows[:, 2] >= least
    return rows[wanted & tall, 1:], rows[(rows[:, 0] < 0) | (wanted & ~tall) | (related & ~wanted), 1:]


def measure(pictures, detections, classes, tall):
    """score() over pictures [(path, boxes, height)] for a row of classes."""
    entries = []
    for (path, boxes, height), (found, scores, names) in zip(pictures, detections):
        chosen = np.isin(names, classes)
        truth, ignored = truth_of(boxes, classes, TALL * height if tall else 0)
        entries.append(((found[chosen], scores[chosen]), truth, ignored))
    return score(entries)


def table(scenes, models, labelled, pooled):
    """Markdown rows: scene, class, objects, then AP50 / recall of every model, all and tall objects. Rows of tall objects
    (scene, class, objects, recall of every model) are added to `pooled`."""
    lines = ["| scene | pictures | class | objects | " + " | ".join(f"{m.name} AP50 / recall" for m in models)
             + " | tall | " + " | ".join(f"{m.name} recall, tall" for m in models) + " |"]
    lines.append("|" + "---|" * (5 + 2 * len(models)))
    for scene, pictures in scenes.items():
        images = [cv2.imread(str(path)) for path, _ in pictures]
        sized = [(path, boxes, image.shape[0]) for (path, boxes), image in zip(pictures, images)]
        found = {m.name: [m.detect(image, 0.02) for image in images] for m in models}
        for name, classes in ROWS.items():
            if scene in labelled and name != "vehicle":
                continue
            every = [measure(sized, found[m.name], classes, False) for m in models]
            tall = [measure(sized, found[m.name], classes, True) for m in models]
            if every[0] is None or every[0]["objects"] < FEW:
                continue
            cells = [f"{r['ap50']:.2f} / {r['recall']:.2f}" for r in every]
            high = [f"{r['recall']:.2f}" if r else "–" for r in tall]
            count = tall[0]["objects"] if tall[0] else 0
            pooled += [(scene, name, count, [r["recall"] for r in tall])] if count else []
            lines.append(f"| {scene} | {len(images)} | {name} | {every[0]['objects']} | {' | '.join(cells)} | {count} | {' | '.join(high)} |")
    return "\n".join(lines) + "\n"


def pool_lines(pooled, models):
    """Recall of tall people and vehicles pooled over the fixed-camera scenes, one line each."""
    lines = []
    for name in ("person", "vehicle"):
        rows = [row for row in pooled if row[1] == name and row[0] not in NO_CAMERA]
        count = sum(row[2] for row in rows)
        shares = [sum(row[2] * row[3][i] for row in rows) / max(1, count) for i in range(len(models))]
        text = ", ".join(f"{m.name} {share:.2f}" for m, share in zip(models, shares))
        lines.append(f"{name}: {len(rows)} fixed-camera scenes, {count} tall objects, recall {text}")
    return "\n".join(lines) + "\n"


def operating_point(model, records, count=240):
    """(score, F1) at which F1 of people and vehicles is best on `count` training pictures with objects, spread evenly."""
    usable = [r for r in records.values() if r["licence"] and not r["scene"] and any(b[0] >= 0 for b in r["boxes"])]
    entries = []
    for record in usable[:: max(1, len(usable) // count)]:
        found, scores, names = model.detect(cv2.imread(record["file"]), 0.05)
        boxes = [b[:5] for b in record["boxes"] if b[0] >= 0 or b[5] >= DOUBT]
        for classes in (ROWS["person"], ROWS["vehicle"]):
            chosen = np.isin(names, classes)
            entries.append(((found[chosen], scores[chosen]), *truth_of(boxes, classes, 0)))
    return best_score(entries)


def main():
    """Collects the scenes, runs every model, prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--beside", type=Path, help="an exported model measured as well")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--quick", action="store_true", help="our net alone, every third picture")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    models = [Own(args.weights or args.out / "nano" / "last.pt")]
    if args.beside:
        models.append(Own(args.beside, f"{args.beside.stem}, exported"))
    if not args.quick:
        models += [Teacher(name, args.data / "models") for name in ("yolox_nano", "picodet_s")]
    records = json.loads((args.out / "pictures.json").read_text())
    print("best score on training pictures: %.2f, F1 %.2f" % operating_point(models[0], records), flush=True)
    labelled = labelled_sets(args.data)
    scenes = {}
    for scene, path, boxes in labelled + teacher_sets(records):
        scenes.setdefault(scene, []).append((path, boxes))
    if args.quick:
        scenes = {scene: pictures[::3] for scene, pictures in scenes.items()}
    pooled = []
    text = table(scenes, models, {scene for scene, _, _ in labelled}, pooled)
    text += "\n" + pool_lines(pooled, models)
    print(text)
    if args.markdown:
        args.markdown.write_text(text)


if __name__ == "__main__":
    main()
