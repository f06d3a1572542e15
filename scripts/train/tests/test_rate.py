"""python3 -m unittest discover -s scripts/train"""
import quiet  # noqa: F401  before torch
import unittest

from train import rate_at


class LearningRate(unittest.TestCase):
    def test_a_plan_falls_with_a_cosine_to_a_fiftieth(self):
        self.assertAlmostEqual(rate_at(0, 1000, 500000, 2e-3), 2e-3)
        self.assertAlmostEqual(rate_at(250000, 1000, 500000, 2e-3), 1.02e-3)
        self.assertAlmostEqual(rate_at(500000, 1000, 500000, 2e-3), 4e-5)

    def test_an_annealed_end_falls_in_a_line_to_a_hundredth_and_never_exceeds_the_rate(self):
        rates = [rate_at(seen, 1000, 103000, 2e-3, anneal_from=98000) for seen in (90000, 98000, 100500, 103000)]
        for rate, share in zip(rates, (1, 1, 0.5, 0.01)):
            self.assertAlmostEqual(rate, 2e-3 * share)


if __name__ == "__main__":
    unittest.main()
