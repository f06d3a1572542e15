"""python3 -m unittest discover -s scripts/train"""
import quiet  # noqa: F401  before torch
import tempfile
import unittest
from pathlib import Path

import cv2
import torch

from export import export_onnx
from net import Detector, Exported
from onnx_torch import OnnxGraph
from warm_start import load_exported, spread_statistics

MODELS = Path(__file__).parents[3] / "models"


def golden_view():
    """The golden frame as a view (1, 3, H, W), RGB 0..1."""
    image = cv2.imread(str(MODELS / "gatehouse-nano.golden.png"))[:, :, ::-1].copy()
    return torch.from_numpy(image).permute(2, 0, 1)[None].float() / 255


def shipped_raw(view):
    """What the shipped graph computes for a view before the outputs are joined: (N, A, 5 + classes), logits."""
    graph = OnnxGraph(MODELS / "gatehouse-nano.onnx")
    first = next(i for i, n in enumerate(graph.nodes) if n.op_type == "Conv")
    graph.nodes, graph.input_name = graph.nodes[first:], graph.nodes[first].input[0]
    levels = [n.input[0] for n in graph.nodes if n.op_type == "Reshape"]
    return torch.cat([level.flatten(2) for level in graph(view, tuple(levels))], 2).transpose(1, 2)


class WarmStart(unittest.TestCase):
    def test_the_net_gives_the_shipped_models_outputs_on_the_golden_frame(self):
        net = Detector()
        load_exported(net, MODELS / "gatehouse-nano.onnx")
        with torch.no_grad():
            torch.testing.assert_close(net(golden_view()), shipped_raw(golden_view()), atol=1e-3, rtol=1e-3)

    def test_statistics_of_views_leave_the_outputs_as_they_are(self):
        net = Detector()
        load_exported(net, MODELS / "gatehouse-nano.onnx")
        spread_statistics(net, [golden_view(), golden_view().flip(3)])
        with torch.no_grad():
            torch.testing.assert_close(net(golden_view()), shipped_raw(golden_view()), atol=1e-3, rtol=1e-3)

    def test_in_training_mode_a_batch_gives_nearly_what_it_gives_in_evaluation_mode(self):
        net, views = Detector(), torch.cat([golden_view(), golden_view().flip(3)])
        load_exported(net, MODELS / "gatehouse-nano.onnx")
        spread_statistics(net, [views])
        with torch.no_grad():
            expected = net(views)
            torch.testing.assert_close(net.train()(views), expected, atol=0.01, rtol=0.01)

    def test_the_export_of_a_net_of_another_width_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "wide.onnx"
            export_onnx(Exported(Detector(head=32)).eval(), path)
            with self.assertRaisesRegex(SystemExit, "no export of this net"):
                load_exported(Detector(), path)


if __name__ == "__main__":
    unittest.main()
