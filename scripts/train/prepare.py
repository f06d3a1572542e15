"""Collects the pictures that may be trained on, and the scenes for evaluation, and labels them with the COCO teachers.

    prepare.py DATA [--extra DIR] [--demo src/system/demo] [--out ~/.cache/gatehouse-train]

DATA holds train/pool, train/list.tsv, video/, models/ and MANIFEST.md. DIR of --extra holds groups written by
gather.py; DIR of --demo holds the drawn demo scene with its exact boxes. Writes OUT/pictures.json: one record per
picture (file, group, licence, scene, width, height, boxes [class or -1, x1, y1, x2, y2, score, votes]; -1 is an ignore
region; `labelled` false where nobody has looked yet) and OUT/sources.tsv with the licences. Pictures labelled before are not labelled again, so a stopped run goes on
where it was.
"""
import quiet  # noqa: F401  before torch
import argparse
import collections
import json
import time
import zlib
from pathlib import Path

import cv2
import torch

from detections import CLASSES
from sources import pool_rows
from teachers import FILES, Teacher, merge

DEFAULT_OUT = Path.home() / ".cache" / "gatehouse-train"


def extra_rows(folder):
    """Rows (name, path, group, licence, scene) of the groups in an extra-data folder. A group without LICENCE is left
    out; one with SCENE is for evaluation and never trained on."""
    rows = []
    for group in sorted(p for p in Path(folder).iterdir() if (p / "LICENCE").exists()):
        scene = (group / "SCENE").read_text().strip() if (group / "SCENE").exists() else None
        licence = None if scene else (group / "LICENCE").read_text().strip()
        rows += [(f"{group.name}_{p.stem}", p, group.name, licence, scene) for p in sorted(group.glob("*.jpg"))]
    return rows


def label(path, teachers):
    """One record of a picture: size and merged boxes of all teachers."""
    image = cv2.imread(str(path))
    boxes = merge([teacher.detect(image) for teacher in teachers], image.shape)
    return {"file": str(path), "width": image.shape[1], "height": image.shape[0], "boxes": boxes}


def is_labelled(record):
    """True for a record with the teachers' boxes."""
    return record is not None and record.get("labelled", True)


def in_turn(rows):
    """The rows with the training pictures first, one of every group after the other: what is labelled when a run stops holds
    every group."""
    ranks = collections.Counter()
    ranked = []
    for row in sorted(rows, key=lambda row: zlib.crc32(row[0].encode())):
        ranked.append((row[3] is None, ranks[row[2]], row))
        ranks[row[2]] += 1
    return [row for _, _, row in sorted(ranked, key=lambda entry: entry[:2])]


def add_unlabelled(rows, records):
    """Adds a record without boxes for every training row that has none: the dense teacher alone answers for its views."""
    for name, path, group, licence, _ in rows:
        if licence and name not in records:
            records[name] = {"file": str(path), "boxes": [], "labelled": False, "group": group, "licence": licence, "scene": None}


def label_all(rows, records, teachers, limit, save):
    """Labels up to `limit` rows that have no labels yet, and every row of an evaluation scene, saving every 200 pictures."""
    todo = in_turn([row for row in rows if not is_labelled(records.get(row[0])) and (row[3] or row[4])])
    todo = todo[:limit] + [row for row in todo[limit:] if row[4]]
    started = time.time()
    for done, (name, path, group, licence, scene) in enumerate(todo, 1):
        records[name] = {**label(path, teachers), "group": group, "licence": licence, "scene": scene}
        if done % 200 == 0 or done == len(todo):
            save()
            rate = done / (time.time() - started)
            print(f"labelled {done}/{len(todo)}  {rate:.1f} pictures/s  {(len(todo) - done) / rate / 60:.0f} min left", flush=True)


def add_demo(folder, out, records):
    """Adds the frames of the demo's drawn scene (scene.mp4) with the boxes of scene-truth.json; objects of which less
    than 35 % can be seen become ignore regions."""
    truth = json.loads((folder / "scene-truth.json").read_text())
    frames = {round(f["atSec"] * truth["fps"]): f["boxes"] for f in truth["frames"]}
    (out / "demo").mkdir(exist_ok=True)
    clip, index = cv2.VideoCapture(str(folder / "scene.mp4")), 0
    while True:
        more, image = clip.read()
        if not more:
            return
        if index in frames:
            path = out / "demo" / f"{index:05d}.jpg"
            cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            boxes = [[CLASSES.index(b["label"]) if b["visible"] >= 0.35 else -1, *b["box"], 1.0, 0] for b in frames[index]]
            records[f"demo_{index:05d}"] = {"file": str(path), "width": image.shape[1], "height": image.shape[0],
                                            "boxes": boxes, "group": "demo", "licence": "Apache-2.0 (ours)", "scene": None}
        index += 1


def write_sources(records, path):
    """Writes one line per group: group, licence or use, pictures, boxes."""
    table = collections.defaultdict(lambda: [0, 0])
    for record in records.values():
        use = record["licence"] or f"evaluation only: {record['scene']}"
        row = table[record["group"], use]
        row[0] += 1
        row[1] += sum(box[0] >= 0 for box in record["boxes"])
    lines = [f"{group}\t{use}\t{n}\t{boxes}" for (group, use), (n, boxes) in sorted(table.items())]
    path.write_text("group\tlicence or use\tpictures\tboxes\n" + "\n".join(lines) + "\n")


def main():
    """Labels everything and writes the lists."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--extra", type=Path)
    parser.add_argument("--demo", type=Path)
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT)
    parser.add_argument("--teachers", nargs="+", choices=list(FILES), default=list(FILES), help="who labels new pictures")
    parser.add_argument("--label", type=int, default=10**9, help="label at most so many pictures more; the rest are trained on without labels")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    target = args.out / "pictures.json"
    known = json.loads(target.read_text()) if target.exists() else {}
    teachers = [Teacher(name, args.data / "models") for name in args.teachers]
    rows = pool_rows(args.data) + (extra_rows(args.extra) if args.extra else [])

    records = {row[0]: known[row[0]] for row in rows if row[0] in known}

    def save():
        partial = target.with_suffix(".part")
        partial.write_text(json.dumps(records))
        partial.replace(target)

    if args.demo:
        add_demo(args.demo, args.out, records)
    add_unlabelled(rows, records)
    save()
    label_all(rows, records, teachers, args.label, save)
    save()
    write_sources(records, args.out / "sources.tsv")
    print((args.out / "sources.tsv").read_text())


if __name__ == "__main__":
    main()
