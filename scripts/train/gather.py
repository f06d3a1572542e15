"""Copies pictures of cloned repositories into extra-data groups, as groups.json lists them.

    gather.py DATA CLONES EXTRA [--group NAME ...]

groups.json has one row per group: repository, commit, folders (`under`), which names (`match`, `leave`: regular
expressions on the file name), every n-th of them (`every`), pictures per clip (`frames`), which part of the picture
(`crop`, shares of width and height), the file that states the licence (`statement`) and the words it must hold (`says`,
else the licence itself), and `scene` where the group is kept for evaluation.

CLONES holds the repositories, bare or not, as owner+name. EXTRA/GROUP then holds the pictures (longest side at most
640 px), LICENCE, SOURCE (repository and commit) and SCENE for evaluation. One picture is taken per stem (the name before
`.rf.`: the rest are augmented copies). Names of stock agencies and video titles are left out, and so are pictures that
a difference hash finds in DATA's pool, in another group or near an evaluation scene. A group whose repository is not in
CLONES or whose statement lacks the words is left out by name; one that is complete in EXTRA is kept as it is.
"""
import argparse
import hashlib
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from hashes import LEAK, TWIN, Hashes
from sources import group_table, pool_rows

CLIPS = (".mp4", ".avi", ".gif", ".mkv")
PICTURES = (".jpg", ".jpeg", ".png")
# Names that stock agencies, video portals and picture shops give their files: such pictures carry a logo.
LOGO_NAMES = re.compile(r"alamy|depositphotos|dreamstime|getty|istock|maxresdefault|pngtree|shutterstock|youtube|123rf", re.I)


def git(clone, *words):
    """Output of a git command in `clone`, as bytes."""
    return subprocess.run(["git", "-C", str(clone), *words], check=True, capture_output=True).stdout


def stem_of(name):
    """What the augmented copies of one picture have in common, in whatever folder: the file name before `.rf.`; the whole
    name of a file that has no such mark."""
    stem, mark, _ = Path(name).name.partition(".rf.")
    return stem if mark else name


def chosen(names, row):
    """The names of pictures and clips that a row of the table takes, in order: by folder, by name, one per stem, every n-th."""
    match, leave = re.compile(row.get("match", "")), re.compile(row.get("leave", "(?!)"))
    stems = {}
    for name in sorted(names):
        base = Path(name).name
        inside = any(name.startswith(folder.rstrip("/") + "/") for folder in row["under"])
        if inside and base.lower().endswith(PICTURES + CLIPS) and match.search(base) and not leave.search(base) and not LOGO_NAMES.search(base):
            stems.setdefault(stem_of(name), name)
    return list(stems.values())[:: row.get("every", 1)]


def shrink(image, longest=640):
    """The image scaled down so that its longest side is at most `longest` px."""
    scale = longest / max(image.shape[:2])
    return image if scale >= 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def pictures_in(data, name, frames):
    """The picture of a file's bytes, or `frames` pictures spread evenly over a clip; [] where it cannot be read."""
    if not data:
        return []
    if not name.lower().endswith(CLIPS):
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        return [] if image is None else [image]
    with tempfile.NamedTemporaryFile(suffix=Path(name).suffix) as file:
        file.write(data)
        file.flush()
        clip, images = cv2.VideoCapture(file.name), []
        while True:
            more, image = clip.read()
            if not more:
                break
            images.append(shrink(image))
    return images[:: max(1, -(-len(images) // frames))]


def cropped(image, crop):
    """The part of a picture within `crop` (x0, y0, x1, y1 as shares), or all of it."""
    if not crop:
        return image
    h, w = image.shape[:2]
    return image[round(crop[1] * h) : round(crop[3] * h), round(crop[0] * w) : round(crop[2] * w)]


def blobs(clone, commit, names):
    """(name, bytes) of files in a commit, through one git process; b"" where the clone lacks the file."""
    command = ["git", "-C", str(clone), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        for name in names:
            reader.stdin.write(f"{commit}:{name}\n".encode())
            reader.stdin.flush()
            head = reader.stdout.readline().split()
            if head[-1] == b"missing":
                yield name, b""
                continue
            yield name, reader.stdout.read(int(head[2]))
            reader.stdout.read(1)


def copy_group(row, clone, out, kept_apart, trained):
    """Writes the group of a table row into `out`; returns a Counter of pictures: written, copies (of another group, or the same
    within this one), near (an evaluation scene), and of files that could not be read: absent. Pictures of a scene are added to
    `kept_apart`, others to `trained`. A picture keeps its name whatever else is taken, so labels outlast a second run."""
    said = git(clone, "show", f"{row['commit']}:{row['statement']}").decode(errors="replace")
    if row.get("says", row["licence"]) not in said:
        raise SystemExit(f"{row['group']}: {row['statement']} does not state {row['licence']}. Nothing was copied")
    names = git(clone, "ls-tree", "-r", "-z", "--name-only", row["commit"]).decode().split("\0")
    partial, counts, own = out.with_suffix(".part"), Counter(), Hashes()
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    for name, data in blobs(clone, row["commit"], chosen(names, row)):
        images = pictures_in(data, name, row.get("frames", 30))
        counts["absent"] += not images
        for index, image in enumerate(images):
            image = shrink(cropped(image, row.get("crop")))
            fate = "written" if "scene" in row else fate_of(image, kept_apart, trained, own)
            counts[fate] += 1
            if fate == "written":
                own.add(image)
                cv2.imwrite(str(partial / image_name(name, index)), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (kept_apart if "scene" in row else trained).join(own)
    (partial / "LICENCE").write_text(row["licence"] + "\n")
    (partial / "SOURCE").write_text(f"{row['repository']} @ {row['commit']}\n")
    if "scene" in row:
        (partial / "SCENE").write_text(row["scene"] + "\n")
    partial.rename(out)
    return counts


def fate_of(image, kept_apart, trained, own):
    """What becomes of a training picture: `near` an evaluation scene, one of the `copies`, or `written`. Within a group only
    equal hashes count, because pictures of one fixed camera are alike."""
    if kept_apart.nearest(image) <= LEAK:
        return "near"
    return "copies" if trained.nearest(image) <= TWIN or own.nearest(image) == 0 else "written"


def image_name(name, index):
    """File name of picture `index` of a file in a repository."""
    return f"{hashlib.sha256(f'{name}:{index}'.encode()).hexdigest()[:12]}.jpg"


def add_all(paths, hashes):
    """Takes the pictures of `paths` into `hashes`."""
    for path in paths:
        image = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_2)
        if image is not None:
            hashes.add(image)


def main():
    """Hashes what is there, then copies every group of the table, evaluation scenes first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("clones", type=Path)
    parser.add_argument("extra", type=Path)
    parser.add_argument("--group", nargs="*", help="only these groups")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    kept_apart, trained = Hashes(), Hashes()
    pool = pool_rows(args.data)
    add_all([row[1] for row in pool if row[4]] + sorted((args.data / "images").rglob("*.jpg")), kept_apart)
    add_all([row[1] for row in pool if row[3]], trained)
    rows = sorted(group_table(), key=lambda row: "scene" not in row)
    for row in rows:
        out, clone = args.extra / row["group"], args.clones / row["repository"].replace("/", "+")
        if out.exists():
            add_all(sorted(out.glob("*.jpg")), kept_apart if "scene" in row else trained)
        elif args.group and row["group"] not in args.group:
            continue
        elif not clone.exists():
            print(f"{row['group']}: {clone.name} is not in {args.clones}, left out", flush=True)
        else:
            counts = copy_group(row, clone, out, kept_apart, trained)
            print(f"{row['group']}: {counts['written']} pictures; left out {counts['copies']} copies, {counts['near']} near an "
                  f"evaluation scene, {counts['absent']} files that the clone lacks or that are no pictures", flush=True)


if __name__ == "__main__":
    main()
