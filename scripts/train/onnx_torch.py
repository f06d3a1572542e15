"""Runs a convolutional ONNX graph with PyTorch, so that teachers run in batches, at other input sizes and on a GPU."""
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper


class OnnxGraph:
    """A loaded graph: call it with the input tensor and the names of the values wanted."""

    def __init__(self, path, device="cpu"):
        model = onnx.load(str(path))
        self.device = device
        self.nodes = fuse_silu(list(model.graph.node))
        self.constants = {t.name: tensor_of(t, device) for t in model.graph.initializer}
        self.input_name = next(i.name for i in model.graph.input if i.name not in self.constants)
        self.output_names = [o.name for o in model.graph.output]

    def producer(self, name):
        """The node that computes value `name`."""
        return next(n for n in self.nodes if name in n.output)

    def consumers(self, name):
        """The nodes that read value `name`."""
        return [n for n in self.nodes if name in n.input]

    @torch.no_grad()
    def __call__(self, tensor, wanted=None):
        """Values named in `wanted` (default: the graph's outputs) for one input tensor (N, 3, H, W) float."""
        wanted = wanted or self.output_names
        values = dict(self.constants)
        values[self.input_name] = tensor
        for node in self.needed(tuple(wanted)):
            inputs = [values[name] if name else None for name in node.input]
            result = OPERATORS[node.op_type](inputs, {**attributes(node), "_outputs": len(node.output)})
            for name, value in zip(node.output, result if isinstance(result, (tuple, list)) else [result]):
                values[name] = value
        return [values[name] for name in wanted]

    def needed(self, wanted):
        """The nodes, in order, that `wanted` depends on."""
        cache = self.__dict__.setdefault("_needed", {})
        if wanted not in cache:
            names, chosen = set(wanted), []
            for node in reversed(self.nodes):
                if names & set(node.output):
                    chosen.append(node)
                    names.update(node.input)
            cache[wanted] = chosen[::-1]
        return cache[wanted]


def tensor_of(proto, device):
    """An initializer as a tensor; shape and index constants stay on the CPU."""
    value = torch.from_numpy(np.array(numpy_helper.to_array(proto)))
    if value.dim() == 4:
        value = value.to(memory_format=torch.channels_last)
    return value.to(device) if value.is_floating_point() else value


def fuse_silu(nodes):
    """The node list with x * sigmoid(x) replaced by one Silu node."""
    sigmoids = {n.output[0]: n for n in nodes if n.op_type == "Sigmoid"}
    readers = {}
    for node in nodes:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    dropped, result = set(), []
    for node in nodes:
        if node.op_type == "Mul":
            for gate, value in (node.input, reversed(node.input)):
                sigmoid = sigmoids.get(gate)
                if sigmoid is not None and sigmoid.input[0] == value and len(readers[gate]) == 1:
                    dropped.add(gate)
                    node = onnx.helper.make_node("Silu", [value], [node.output[0]])
                    break
        result.append(node)
    return [n for n in result if n.output[0] not in dropped]


def attributes(node):
    """A node's attributes as a dict."""
    return {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}


def convolution(inputs, attrs):
    """Conv with symmetric padding."""
    pads = attrs.get("pads", [0, 0, 0, 0])
    return F.conv2d(inputs[0], inputs[1], inputs[2] if len(inputs) > 2 else None, tuple(attrs.get("strides", [1, 1])),
                    tuple(pads[:2]), tuple(attrs.get("dilations", [1, 1])), attrs.get("group", 1))


def slicing(inputs, attrs):
    """Slice with constant starts, ends, axes and steps."""
    data, starts, ends = inputs[:3]
    axes = inputs[3] if len(inputs) > 3 else range(len(starts))
    steps = inputs[4] if len(inputs) > 4 else [1] * len(starts)
    index = [slice(None)] * data.dim()
    for start, end, axis, step in zip(starts, ends, axes, steps):
        index[int(axis)] = slice(int(start), min(int(end), 2**31), int(step))
    return data[tuple(index)]


def resizing(inputs, attrs):
    """Resize by constant scales, nearest or linear."""
    scales = inputs[2] if len(inputs) > 2 and inputs[2] is not None and inputs[2].numel() else None
    size = None if scales is not None else [int(v) for v in inputs[3][2:]]
    factor = None if scales is None else tuple(float(v) for v in scales[2:])
    mode = attrs.get("mode", b"nearest").decode()
    if mode == "nearest":
        return F.interpolate(inputs[0], size=size, scale_factor=factor)
    return F.interpolate(inputs[0], size=size, scale_factor=factor, mode="bilinear", align_corners=False)


def splitting(inputs, attrs):
    """Split into the given parts along an axis."""
    axis = attrs.get("axis", 0)
    if len(inputs) > 1 or "split" in attrs:
        sizes = [int(v) for v in (inputs[1] if len(inputs) > 1 else attrs["split"])]
    else:
        sizes = inputs[0].shape[axis] // attrs["_outputs"]
    return torch.split(inputs[0], sizes, axis)


def clipping(inputs, attrs):
    """Clip, bounds as inputs or attributes."""
    low = inputs[1] if len(inputs) > 1 else attrs.get("min")
    high = inputs[2] if len(inputs) > 2 else attrs.get("max")
    number = lambda v: None if v is None else float(v)
    return inputs[0].clamp(number(low), number(high))


def reshaping(inputs, attrs):
    """Reshape; a zero keeps the input's length on that axis."""
    shape = [int(v) if int(v) else inputs[0].shape[i] for i, v in enumerate(inputs[1])]
    return inputs[0].reshape(shape)


OPERATORS = {
    "Conv": convolution,
    "Slice": slicing,
    "Resize": resizing,
    "Split": splitting,
    "Clip": clipping,
    "Reshape": reshaping,
    "Silu": lambda i, a: F.silu(i[0]),
    "Sigmoid": lambda i, a: i[0].sigmoid(),
    "Relu": lambda i, a: i[0].relu(),
    "LeakyRelu": lambda i, a: F.leaky_relu(i[0], a.get("alpha", 0.01)),
    "HardSigmoid": lambda i, a: (i[0] * a.get("alpha", 0.2) + a.get("beta", 0.5)).clamp(0, 1),
    "Mul": lambda i, a: i[0] * i[1],
    "Div": lambda i, a: i[0] / i[1],
    "Add": lambda i, a: i[0] + i[1],
    "Concat": lambda i, a: torch.cat(i, a["axis"]),
    "Transpose": lambda i, a: i[0].permute(*a["perm"]),
    "Gather": lambda i, a: torch.index_select(i[0], a.get("axis", 0), i[1].reshape(-1)),
    "GlobalAveragePool": lambda i, a: i[0].mean((2, 3), keepdim=True),
    "MaxPool": lambda i, a: F.max_pool2d(i[0], a["kernel_shape"], a.get("strides", [1, 1]), a.get("pads", [0, 0])[:2]),
    "Constant": lambda i, a: torch.from_numpy(np.array(numpy_helper.to_array(a["value"]))),
}
