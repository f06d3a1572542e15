"""The detector: a YOLOX-nano-like net (CSP backbone, path aggregation, decoupled head), 0.9 M parameters."""
import torch
import torch.nn.functional as F
from torch import nn

from detections import CLASSES, STRIDES


def conv(inputs, outputs, kernel=1, stride=1, groups=1):
    """Convolution, batch normalisation, SiLU; padded to keep the size divided by the stride."""
    padding = (kernel - 1) // 2 if kernel % 2 else (kernel - stride) // 2
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False),
        nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03),
        nn.SiLU(inplace=True),
    )


def separable(inputs, outputs, stride=1):
    """Depthwise 3x3, then pointwise."""
    return nn.Sequential(conv(inputs, inputs, 3, stride, inputs), conv(inputs, outputs))


class Bottleneck(nn.Module):
    """Pointwise, separable, and the input added where `residual`."""

    def __init__(self, width, residual):
        super().__init__()
        self.body = nn.Sequential(conv(width, width), separable(width, width))
        self.residual = residual

    def forward(self, x):
        return x + self.body(x) if self.residual else self.body(x)


class CrossStage(nn.Module):
    """Two half-width branches, one through `depth` bottlenecks, joined by a pointwise convolution."""

    def __init__(self, inputs, outputs, depth=1, residual=True):
        super().__init__()
        half = outputs // 2
        self.deep = nn.Sequential(conv(inputs, half), *[Bottleneck(half, residual) for _ in range(depth)])
        self.short = conv(inputs, half)
        self.join = conv(2 * half, outputs)

    def forward(self, x):
        return self.join(torch.cat([self.deep(x), self.short(x)], 1))


class PyramidPool(nn.Module):
    """Maxima over 5, 9 and 13 px windows beside the input."""

    def __init__(self, width):
        super().__init__()
        self.reduce = conv(width, width // 2)
        self.join = conv(width * 2, width)

    def forward(self, x):
        x = self.reduce(x)
        a = F.max_pool2d(x, 5, 1, 2)
        b = F.max_pool2d(a, 5, 1, 2)
        c = F.max_pool2d(b, 5, 1, 2)
        return self.join(torch.cat([x, a, b, c], 1))


BLOCKS = (2, 8, 10, 22, 24, 36, 38, 40, 46, 53, 60, 68, 76, 81, 86, 93, 98, 105, 110)  # last convolution of each, of all in order


class Head(nn.Module):
    """One level's prediction: raw box (4), objectness logit (1) and class logits from a feature map."""

    def __init__(self, inputs, width):
        super().__init__()
        self.stem = conv(inputs, width)
        self.class_branch = nn.Sequential(separable(width, width), separable(width, width))
        self.box_branch = nn.Sequential(separable(width, width), separable(width, width))
        self.classes = nn.Conv2d(width, len(CLASSES), 1)
        self.box = nn.Conv2d(width, 5, 1)
        nn.init.constant_(self.classes.bias, -2.0)
        nn.init.constant_(self.box.bias, 0.0)
        self.box.bias.data[4] = -4.6

    def run(self, x):
        """(prediction, the feature maps from which classes and boxes are predicted)."""
        x = self.stem(x)
        boxes = self.box_branch(x)
        box = self.box(boxes)
        classes = self.class_branch(x)
        return torch.cat([box, self.classes(classes)], 1), [classes, boxes]


class Detector(nn.Module):
    """Images (N, 3, H, W), RGB 0..1, H and W multiples of 32 -> raw predictions (N, A, 5 + classes), logits unsquashed."""

    def __init__(self, widths=(16, 32, 64, 128, 256), head=64):
        super().__init__()
        a, b, c, d, e = widths
        self.stem = conv(3, a, 6, 2)
        self.stage2 = nn.Sequential(separable(a, b, 2), CrossStage(b, b, 1))
        self.stage3 = nn.Sequential(separable(b, c, 2), CrossStage(c, c, 3))
        self.stage4 = nn.Sequential(separable(c, d, 2), CrossStage(d, d, 3))
        self.stage5 = nn.Sequential(separable(d, e, 2), PyramidPool(e), CrossStage(e, e, 1, False))
        self.lateral5, self.down4 = conv(e, d), CrossStage(2 * d, d, 1, False)
        self.lateral4, self.down3 = conv(d, c), CrossStage(2 * c, c, 1, False)
        self.reduce3, self.up4 = separable(c, c, 2), CrossStage(2 * c, d, 1, False)
        self.reduce4, self.up5 = separable(d, d, 2), CrossStage(2 * d, e, 1, False)
        self.heads = nn.ModuleList([Head(width, head) for width in (c, d, e)])

    def run(self, x, forced=None):
        """(raw predictions (N, A, 5 + classes), maps): the outputs of every block, in the order of BLOCKS. With `forced`, a
        teacher's maps in that order, every block is given the teacher's maps as its input instead of ours."""
        maps = []

        def after(block, *inputs):
            maps.append(block(*inputs))
            return forced[len(maps) - 1] if forced else maps[-1]

        for block in (self.stem_and_reduce, *self.stage2[1:], *self.stage3):
            x = after(block, x)
        c3 = x
        for block in self.stage4:
            x = after(block, x)
        c4 = x
        for block in self.stage5:
            x = after(block, x)
        l5 = self.lateral5(x)
        l4 = self.lateral4(after(self.down4, torch.cat([F.interpolate(l5, scale_factor=2), c4], 1)))
        p3 = after(self.down3, torch.cat([F.interpolate(l4, scale_factor=2), c3], 1))
        p4 = after(self.up4, torch.cat([self.reduce3(p3), l4], 1))
        p5 = after(self.up5, torch.cat([self.reduce4(p4), l5], 1))
        raw = []
        for head, level in zip(self.heads, (p3, p4, p5)):
            prediction, branches = head.run(level)
            maps.extend(branches)
            raw.append(prediction.flatten(2))
        return torch.cat(raw, 2).transpose(1, 2), maps

    def stem_and_reduce(self, x):
        """The first block: the stem and the separable convolution behind it."""
        return self.stage2[0](self.stem(x))

    def forward(self, x):
        return self.run(x)[0]


class Exported(nn.Module):
    """The net as shipped: uint8 RGB (N, H, W, 3) -> (N, A, 5 + classes), objectness and classes as probabilities."""

    def __init__(self, detector):
        super().__init__()
        self.detector = detector

    def forward(self, images):
        x = images.permute(0, 3, 1, 2).float() * (1 / 255)
        raw = self.detector(x)
        return torch.cat([raw[..., :4], raw[..., 4:].sigmoid()], -1)


assert STRIDES == (8, 16, 32)
