"""The optimiser: orthogonal steps for the matrices of dense convolutions, Adam's for everything else."""
import torch
from torch import nn

MATRIX_RATE = 10  # a matrix's rate, in rates of the other parameters


def orthogonal(matrix, rounds=5):
    """An approximation of the orthogonal matrix nearest to `matrix` (R, C): Newton and Schulz's iteration with the
    coefficients of Muon (Jordan 2024)."""
    wide = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    x = wide / (wide.norm() + 1e-7)
    for _ in range(rounds):
        gram = x @ x.T
        x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
    return x if wide is matrix else x.T


class Optimiser:
    """Adam (decoupled decay 0.02) for vectors and depthwise kernels, Muon for the rest; `rate` is Adam's."""

    def __init__(self, net):
        dense = {m.weight for m in net.modules() if isinstance(m, nn.Conv2d) and m.groups == 1 and m.bias is None}
        self.matrices = [p for p in net.parameters() if p in dense]
        rest = [p for p in net.parameters() if p not in dense]
        self.adam = torch.optim.AdamW([{"params": [p for p in rest if p.dim() > 1], "weight_decay": 0.02},
                                       {"params": [p for p in rest if p.dim() <= 1], "weight_decay": 0.0}])
        self.momenta = [torch.zeros_like(p) for p in self.matrices]

    def zero_grad(self):
        for p in self.matrices:
            p.grad = None
        self.adam.zero_grad(set_to_none=True)

    @torch.no_grad()
    def step(self, rate):
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        for p, momentum in zip(self.matrices, self.momenta):
            if p.grad is None:
                continue
            momentum.lerp_(p.grad, 0.05)
            update = orthogonal(p.grad.lerp(momentum, 0.95).flatten(1))
            shape = update.shape
            p.mul_(1 - 0.02 * rate * MATRIX_RATE)
            p.add_(update.reshape(p.shape), alpha=-rate * MATRIX_RATE * max(1, shape[0] / shape[1]) ** 0.5)

    def state_dict(self):
        return {"adam": self.adam.state_dict(), "momenta": self.momenta}

    def load_state_dict(self, state):
        self.adam.load_state_dict(state["adam"])
        for own, kept in zip(self.momenta, state["momenta"]):
            own.copy_(kept)
