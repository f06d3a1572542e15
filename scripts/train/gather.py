"""Copies the pictures of a cloned repository into an extra-data group, with the licence that the repository states.

    gather.py CLONE OUT/GROUP --under datasets/car --statement datasets/car/README.dataset.txt --licence "CC BY 4.0"

The statement file must contain the licence text, else nothing is copied. OUT/GROUP then holds the pictures (longest
side at most 640 px; of a clip, `--frames` pictures spread evenly), `LICENCE` (the licence) and `SOURCE` (repository and
commit). With --scene NAME the group is set aside for evaluation instead.
"""
import argparse
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

CLIPS = (".mp4", ".avi", ".gif", ".mkv")


def git(clone, *words):
    """Output of a git command in `clone`, as bytes."""
    return subprocess.run(["git", "-C", clone, *words], check=True, capture_output=True).stdout


def shrink(image, longest=640):
    """The image scaled down so that its longest side is at most `longest` px."""
    scale = longest / max(image.shape[:2])
    return image if scale >= 1 else cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def pictures_in(data, name, frames):
    """The picture of a file's bytes, or `frames` pictures spread evenly over a clip; [] where it cannot be read."""
    if not name.lower().endswith(CLIPS):
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
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


def main():
    """Reads the arguments, checks the statement, writes the group."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone")
    parser.add_argument("out", type=Path)
    parser.add_argument("--under", required=True)
    parser.add_argument("--statement", required=True)
    parser.add_argument("--licence", required=True)
    parser.add_argument("--source", required=True, help="repository name, owner/name")
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--frames", type=int, default=30)
    parser.add_argument("--scene")
    args = parser.parse_args()
    if args.licence not in git(args.clone, "show", f"HEAD:{args.statement}").decode(errors="replace"):
        raise SystemExit(f"{args.statement} does not state {args.licence}: nothing copied")
    names = git(args.clone, "ls-tree", "-r", "-z", "--name-only", "HEAD", args.under).decode().split("\0")
    names = sorted(n for n in names if n.lower().endswith((".jpg", ".jpeg", ".png", *CLIPS)))
    args.out.mkdir(parents=True, exist_ok=True)
    written = 0
    for name in names[:: max(1, -(-len(names) // args.limit))]:
        data = subprocess.run(["git", "-C", args.clone, "show", f"HEAD:{name}"], capture_output=True)
        for image in pictures_in(data.stdout, name, args.frames):
            cv2.imwrite(str(args.out / f"{written:05d}.jpg"), shrink(image), [cv2.IMWRITE_JPEG_QUALITY, 92])
            written += 1
    (args.out / "LICENCE").write_text(args.licence + "\n")
    if args.scene:
        (args.out / "SCENE").write_text(args.scene + "\n")
    (args.out / "SOURCE").write_text(f"{args.source} @ {git(args.clone, 'rev-parse', 'HEAD').decode().strip()}\n")
    print(f"{args.out.name}: {written} pictures")


if __name__ == "__main__":
    main()
