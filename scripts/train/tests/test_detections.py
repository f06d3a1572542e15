"""python3 -m unittest discover -s scripts/train"""
import unittest

import numpy as np

from detections import box_iou, decode_yolox, grid_of, letterbox, suppress
from metrics import score
from targets import assign


class Letterbox(unittest.TestCase):
    def test_wide_picture_fills_the_width_and_pads_below(self):
        canvas, scale = letterbox(np.zeros((540, 1280, 3), np.uint8))
        self.assertAlmostEqual(scale, 416 / 1280)
        self.assertEqual(canvas.shape, (256, 416, 3))
        self.assertEqual(canvas[174, 0].tolist(), [0, 0, 0])
        self.assertEqual(canvas[177, 0].tolist(), [114, 114, 114])

    def test_tall_picture_pads_on_the_right(self):
        canvas, scale = letterbox(np.zeros((512, 256, 3), np.uint8))
        self.assertEqual(scale, 0.5)
        self.assertEqual(canvas[0, 127].tolist(), [0, 0, 0])
        self.assertEqual(canvas[0, 129].tolist(), [114, 114, 114])


class Boxes(unittest.TestCase):
    def test_iou_of_half_overlapping_boxes(self):
        self.assertAlmostEqual(float(box_iou([[0, 0, 10, 10]], [[0, 5, 10, 15]])[0, 0]), 1 / 3, places=5)

    def test_a_car_and_a_truck_on_one_vehicle_leave_one_box(self):
        boxes = np.float32([[0, 0, 10, 10], [0, 0, 10, 11], [0, 0, 10, 10]])
        kept = suppress(boxes, np.float32([0.9, 0.8, 0.7]), np.array([2, 5, 0]))
        self.assertEqual(kept.tolist(), [0, 2])

    def test_decoding_puts_a_box_at_its_grid_cell(self):
        cells, steps = grid_of(64, 32)
        raw = np.zeros((len(steps), 7), np.float32)
        raw[:, 4:] = 0.5
        boxes, scores = decode_yolox(raw, 64, 32)
        self.assertEqual(boxes[9].tolist(), [4, 4, 12, 12])
        self.assertEqual(scores[9].tolist(), [0.25, 0.25])


class Targets(unittest.TestCase):
    def test_positions_around_the_centre_answer_for_a_box(self):
        target = assign(np.float32([[2, 100, 100, 120, 116]]), 416, 256)
        chosen = target[target[:, 0] == 1]
        self.assertGreater(len(chosen), 1)
        self.assertTrue((chosen[:, 1] == 2).all())

    def test_an_ignore_region_is_marked(self):
        target = assign(np.float32([[-1, 0, 0, 416, 256]]), 416, 256)
        self.assertTrue((target[:, 0] == -1).all())


class Score(unittest.TestCase):
    def test_hits_misses_and_ignored_boxes(self):
        found = (np.float32([[0, 0, 10, 10], [50, 50, 60, 60], [80, 80, 90, 90]]), np.float32([0.9, 0.8, 0.7]))
        truth, ignored = np.float32([[0, 0, 10, 10], [20, 20, 30, 30]]), np.float32([[50, 50, 60, 60]])
        result = score([(found, truth, ignored)])
        self.assertEqual((result["objects"], result["recall"]), (2, 0.5))
        self.assertAlmostEqual(result["ap50"], 51 / 101, places=5)


if __name__ == "__main__":
    unittest.main()
