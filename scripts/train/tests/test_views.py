"""python3 -m unittest discover -s scripts/train"""
import quiet  # noqa: F401  before torch
import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from augment import Views
from prepare import add_unlabelled, in_turn, is_labelled
from sources import is_empty
from detections import grid_of


def record(folder, *boxes):
    """A record of a grey picture with a bright square at its centre."""
    image = np.full((256, 416, 3), 90, np.uint8)
    image[88:168, 168:248] = 230
    cv2.imwrite(f"{folder}/a.png", image)
    return {"file": f"{folder}/a.png", "group": "g", "boxes": [list(box) for box in boxes]}


class ViewsOfASize(unittest.TestCase):
    def test_a_smaller_view_shows_the_same_scene_with_its_targets_in_its_own_pixels(self):
        with tempfile.TemporaryDirectory() as folder:
            records = [record(folder, [0, 168, 88, 248, 168, 0.9, 3])]
            full, small = (Views(records, 1, 40, drawn=0, close=0, size=size) for size in ((416, 256), (320, 192)))
            for index in range(40):
                (a, targets, _), (b, scaled, _) = full[index], small[index]
                self.assertEqual((a.shape, b.shape), ((256, 416, 3), (192, 320, 3)))
                self.assertEqual(len(scaled), len(grid_of(320, 192)[0]))
                boxes, expected = scaled[scaled[:, 0] > 0, 2:], targets[targets[:, 0] > 0, 2:]
                if len(boxes) and len(expected):
                    shrunk = np.unique(expected * np.float32([320 / 416, 0.75] * 2), axis=0)
                    self.assertTrue(all(np.abs(shrunk - box).max(1).min() < 1e-2 for box in boxes))

    def test_views_are_made_of_pictures_that_have_no_labels_yet(self):
        with tempfile.TemporaryDirectory() as folder:
            views = Views([record(folder)], 1, 40, drawn=0)
            for index in range(40):
                image, targets, exact = views[index]
                self.assertEqual((image.shape, exact), ((256, 416, 3), 0))
                self.assertFalse((targets[:, 0] > 0).any())


class Preparation(unittest.TestCase):
    def test_groups_take_turns_and_evaluation_comes_last(self):
        rows = [(f"{g}{i}", None, g, "CC BY 4.0", None) for g, n in (("large", 8), ("small", 2)) for i in range(n)]
        order = [row[2] for row in in_turn([("e", None, "scene", None, "hall"), *rows])]
        self.assertEqual(sorted(order[:4]), ["large", "large", "small", "small"])
        self.assertEqual(order[-1], "scene")

    def test_a_picture_without_labels_is_trained_on_and_is_not_taken_for_an_empty_one(self):
        records = {}
        add_unlabelled([("a", Path("a.jpg"), "g", "MIT", None), ("b", Path("b.jpg"), "s", None, "hall")], records)
        self.assertEqual(list(records), ["a"])
        self.assertFalse(is_labelled(records["a"]) or is_empty(records["a"]))


if __name__ == "__main__":
    unittest.main()
