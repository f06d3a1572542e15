"""python3 -m unittest discover -s scripts/train"""
import unittest

import numpy as np

from close_ups import Objects, choose, crop_around, objects_of


def record(*boxes):
    """A record with boxes [class, x1, y1, x2, y2]."""
    return {"boxes": [list(box) for box in boxes]}


class CloseUps(unittest.TestCase):
    def test_the_crop_holds_a_part_of_its_object_at_a_third_to_more_than_its_height(self):
        image, boxes = np.zeros((360, 480, 3), np.uint8), np.float32([[0, 200, 100, 240, 200]])
        for seed in range(200):
            crop, moved = crop_around(image, boxes, 0, np.random.default_rng(seed))
            x1, y1, x2, y2 = moved[0, 1:]
            self.assertTrue(x1 < crop.shape[1] and x2 > 0 and y1 < crop.shape[0] and y2 > 0)
            self.assertTrue(0.3 < (y2 - y1) / crop.shape[0] < 1.65, (y2 - y1) / crop.shape[0])
            self.assertEqual((x2 - x1, y2 - y1), (40, 100))

    def test_an_object_at_the_picture_corner_stays_in_the_crop(self):
        image, boxes = np.zeros((300, 400, 3), np.uint8), np.float32([[2, 360, 250, 400, 300]])
        for seed in range(50):
            crop, moved = crop_around(image, boxes, 0, np.random.default_rng(seed))
            self.assertTrue(moved[0, 1] < crop.shape[1] and moved[0, 2] < crop.shape[0])

    def test_small_objects_and_ignore_regions_are_not_chosen(self):
        objects = objects_of([record([0, 0, 0, 10, 20], [-1, 0, 0, 90, 90]), record([3, 0, 0, 40, 40])], [0.5, 0.5])
        self.assertEqual([kind.rows for kind in objects], [[], [(1, 0)], []])
        self.assertEqual(choose(objects, np.random.default_rng(1)), (1, 0))
        self.assertIsNone(choose([[], [], []], np.random.default_rng(1)))

    def test_a_picture_is_chosen_by_its_weight_however_many_objects_it_shows(self):
        crowd, one = record(*[[0, 0, 0, 20, 40]] * 9), record([0, 0, 0, 20, 40])
        objects, rng = Objects([crowd, one], [0.5, 0.5], lambda box: True), np.random.default_rng(1)
        picked = [objects.pick(rng)[0] for _ in range(2000)]
        self.assertAlmostEqual(np.mean(picked), 0.5, delta=0.05)


if __name__ == "__main__":
    unittest.main()
