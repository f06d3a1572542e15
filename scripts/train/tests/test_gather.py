"""python3 -m unittest discover -s scripts/train"""
import subprocess
import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from gather import chosen, copy_group
from hashes import Hashes
from sources import group_table, picture_weights


def picture(seed):
    """A picture of smooth random blobs."""
    return cv2.resize(np.random.default_rng(seed).integers(0, 255, (9, 12, 3), np.uint8), (480, 360), interpolation=cv2.INTER_CUBIC)


def repository(folder, files):
    """A repository with `files` (name -> picture or text) in its one commit."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content) if isinstance(content, str) else cv2.imwrite(str(path), content)
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "files"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)


class Chosen(unittest.TestCase):
    def test_one_copy_of_a_stem_is_taken_and_every_second_stem(self):
        names = [f"set/train/a{n}_jpg.rf.{copy}.jpg" for n in range(4) for copy in "xy"] + ["set/readme.txt", "settings/b.jpg"]
        taken = chosen(names, {"under": ["set"], "every": 2})
        self.assertEqual(taken, ["set/train/a0_jpg.rf.x.jpg", "set/train/a2_jpg.rf.x.jpg"])

    def test_clips_of_the_same_name_in_two_folders_are_two_clips(self):
        self.assertEqual(len(chosen(["set/fall/01.mp4", "set/walk/01.mp4"], {"under": ["set"]})), 2)

    def test_names_are_filtered_and_names_of_picture_agencies_left_out(self):
        names = ["set/img1.jpg", "set/img2_pp.jpg", "set/shutterstock_1.jpg", "set/maxresdefault-3.jpg", "set/other.jpg"]
        self.assertEqual(chosen(names, {"under": ["set"], "match": "^(img|shutter|max)", "leave": "_pp"}), ["set/img1.jpg"])


class CopyGroup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clone, self.out = Path(folder.name) / "clone", Path(folder.name) / "group"
        small = cv2.resize(picture(1), (200, 200))
        repository(self.clone, {"set/a.jpg": picture(1), "set/b.jpg": small, "set/c.jpg": picture(2)[:, ::-1], "set/d.jpg": picture(3),
                                "README": "License: CC BY 4.0"})
        self.row = {"group": "g", "repository": "o/n", "commit": "HEAD", "under": ["set"], "statement": "README", "licence": "CC BY 4.0"}

    def test_copies_and_mirrored_pictures_of_an_evaluation_scene_are_left_out(self):
        scene = Hashes()
        scene.add(picture(2))
        trained = Hashes()
        trained.add(picture(3))
        counts = copy_group(self.row, self.clone, self.out, scene, trained)
        self.assertEqual((counts["written"], counts["copies"], counts["near"]), (1, 2, 1))
        self.assertEqual(len(list(self.out.glob("*.jpg"))), 1)
        self.assertEqual((self.out / "LICENCE").read_text(), "CC BY 4.0\n")

    def test_a_group_whose_statement_lacks_the_licence_is_refused_by_name(self):
        with self.assertRaisesRegex(SystemExit, "g: README does not state MIT"):
            copy_group({**self.row, "licence": "MIT"}, self.clone, self.out, Hashes(), Hashes())
        self.assertFalse(self.out.exists())


class Weights(unittest.TestCase):
    def test_a_group_of_four_times_the_size_weighs_twice_as_much(self):
        records = [{"group": "large", "boxes": [[0]]}] * 400 + [{"group": "small", "boxes": [[0]]}] * 100
        weights = picture_weights(records)
        self.assertAlmostEqual(weights[:400].sum(), 2 * weights[400:].sum())

    def test_every_group_of_the_table_names_its_licence_statement_and_commit(self):
        for row in group_table():
            self.assertTrue(row["licence"] and row["statement"] and len(row["commit"]) == 40, row["group"])


if __name__ == "__main__":
    unittest.main()
