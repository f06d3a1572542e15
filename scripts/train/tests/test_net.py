"""python3 -m unittest discover -s scripts/train"""
import quiet  # noqa: F401  before torch
import copy
import types
import unittest

import torch

from net import BLOCKS, Detector
from optimiser import Optimiser, orthogonal
from train import is_forced


def views(count=2):
    """Random views at a small size."""
    return torch.rand(count, 3, 64, 96, generator=torch.Generator().manual_seed(1))


class Blocks(unittest.TestCase):
    def test_a_block_given_our_own_maps_computes_what_it_computes_without(self):
        net = Detector().eval()
        with torch.no_grad():
            raw, maps = net.run(views())
            forced, again = net.run(views(), maps)
        self.assertEqual(len(maps), len(BLOCKS))
        torch.testing.assert_close(forced, raw)
        for a, b in zip(again, maps):
            torch.testing.assert_close(a, b)

    def test_an_error_of_one_block_does_not_reach_the_next_where_maps_are_given(self):
        net = Detector().train()  # a batch is normalised by its own statistics, so that no map of a fresh net is all but zero
        with torch.no_grad():
            given = net.run(views())[1]
            net.stage2[0][1][0].weight.mul_(-1)
            free, held = net.run(views())[1], net.run(views(), given)[1]
        self.assertGreater((free[-1] - given[-1]).abs().max(), 1e-4)
        self.assertGreater((held[0] - given[0]).abs().max(), 1e-3)
        for a, b in zip(held[1:], given[1:]):
            torch.testing.assert_close(a, b)

    def test_maps_are_given_in_the_first_views_and_never_after_a_warm_start(self):
        args = types.SimpleNamespace(forced=1000)
        forced = [is_forced(args, types.SimpleNamespace(seen=seen, warm=warm)) for seen, warm in ((0, False), (999, False), (1000, False), (0, True))]
        self.assertEqual(forced, [True, True, False, False])


class Steps(unittest.TestCase):
    def test_a_matrix_becomes_nearly_orthogonal(self):
        matrix = torch.randn(24, 80, generator=torch.Generator().manual_seed(2))
        for m in (matrix, matrix.T):
            sizes = torch.linalg.svdvals(orthogonal(m))
            self.assertTrue(0.5 < sizes.min() and sizes.max() < 1.5)

    def test_steps_lower_a_loss_and_go_on_from_a_saved_state_as_without_a_stop(self):
        net = Detector(widths=(4, 8, 8, 8, 16), head=8).eval()
        optimiser, losses = Optimiser(net), []

        def step(net, optimiser):
            loss = (net(views()) - 1).square().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step(1e-3)
            return float(loss.detach())

        losses = [step(net, optimiser) for _ in range(6)]
        self.assertLess(losses[-1], losses[0])
        other = copy.deepcopy(net)
        resumed = Optimiser(other)
        resumed.load_state_dict(copy.deepcopy(optimiser.state_dict()))
        for _ in range(2):
            self.assertAlmostEqual(step(net, optimiser), step(other, resumed), places=5)


if __name__ == "__main__":
    unittest.main()
