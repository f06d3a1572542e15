"""Starts a training from an exported model: reads its weights from the ONNX file back into the net.

The export folds every batch normalisation into its convolution. `load_exported` puts them back so that the net gives the
model's outputs, and `spread_statistics` gives them the statistics of real views, so that it gives nearly the same outputs
in training mode too, where a batch is normalised by its own statistics.
"""
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from detections import INPUT_HEIGHT, INPUT_WIDTH


def convolutions(net):
    """Rows [convolution, its batch normalisation or None] of a net, in the order in which it computes them: the order of
    the Conv nodes in its export."""
    order, hooks = [], []
    seen = lambda module, *_: order.append([module, None])
    joined = lambda module, *_: order[-1].__setitem__(1, module)
    for module in net.modules():
        if isinstance(module, (nn.Conv2d, nn.BatchNorm2d)):
            hooks.append(module.register_forward_hook(seen if isinstance(module, nn.Conv2d) else joined))
    with torch.no_grad():
        net(torch.zeros(1, 3, INPUT_HEIGHT, INPUT_WIDTH, device=next(net.parameters()).device))
    for hook in hooks:
        hook.remove()
    return order


@torch.no_grad()
def load_exported(net, path):
    """Reads the weights of the exported model at `path` into `net`, which is left in evaluation mode; batch
    normalisations become the identity plus the folded shift. SystemExit where the file is not an export of this net."""
    graph = onnx.load(str(path)).graph
    values = {t.name: torch.from_numpy(np.array(numpy_helper.to_array(t))) for t in graph.initializer}
    nodes, order = [n for n in graph.node if n.op_type == "Conv"], convolutions(net.eval())
    if len(nodes) != len(order) or any(values[n.input[1]].shape != c.weight.shape for n, (c, _) in zip(nodes, order)):
        raise SystemExit(f"{path} is no export of this net: its convolutions differ")
    for node, (layer, norm) in zip(nodes, order):
        layer.weight.copy_(values[node.input[1]])
        (layer if norm is None else norm).bias.copy_(values[node.input[2]])
        if norm is not None:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)


@torch.no_grad()
def spread_statistics(net, batches):
    """Moves scale and shift of every convolution of a net from load_exported() into its batch normalisation, which takes
    mean and variance over `batches` (tensors (N, 3, H, W), RGB 0..1, at least one). The net's outputs in evaluation mode
    stay as they are. Weights get the size they have at a fresh start: behind a normalisation their size changes no output,
    but decides how far a step of the optimiser turns them."""
    pairs = [(layer, norm) for layer, norm in convolutions(net.eval()) if norm is not None]
    sums, hooks = {}, []
    for layer, _ in pairs:
        sums[layer] = [0, 0, 0]
        hooks.append(layer.register_forward_hook(lambda module, _, out: add_moments(sums[module], out)))
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for layer, norm in pairs:
        count, total, squares = sums[layer]
        mean = total / count
        variance = (squares / count - mean**2).clamp(min=0)
        fresh = (3 * layer.weight[0].numel()) ** -0.5
        size = fresh / layer.weight.pow(2).mean((1, 2, 3)).sqrt().clamp(min=1e-6)
        layer.weight.mul_(size[:, None, None, None])
        norm.running_mean.copy_(mean * size)
        norm.running_var.copy_(variance * size**2)
        norm.weight.copy_((norm.running_var + norm.eps).sqrt() / size)
        norm.bias.add_(mean)


def add_moments(sums, out):
    """Adds count, sum and sum of squares per channel of a map (N, C, H, W) to `sums`."""
    out = out.double()
    sums[0] += out[:, 0].numel()
    sums[1] = sums[1] + out.sum((0, 2, 3))
    sums[2] = sums[2] + out.pow(2).sum((0, 2, 3))
