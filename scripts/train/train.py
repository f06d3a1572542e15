"""Trains the detector; stops and goes on from its checkpoint.

    train.py DATA [--out ~/.cache/gatehouse-train] [--run nano] [--views 80000] [--from models/gatehouse-nano.onnx]

Reads OUT/pictures.json of prepare.py, teachers from DATA/models. Writes OUT/RUN/last.pt (everything needed to go on)
about every two minutes and when stopped (SIGTERM, SIGINT), and OUT/RUN/views-N.pt (averaged weights only) now and then.
The learning rate falls with a cosine to --views; another --views on a later start, larger or smaller, goes on with the
rate that belongs to that plan. --anneal-from V ends a training early: from view V the rate falls in a line from --rate to
1 % of it at --views. --from starts a new run from an exported model's weights; a run that has a checkpoint goes
on from that instead.
"""
import quiet  # noqa: F401  before torch
import argparse
import copy
import json
import math
import signal
import threading
import time
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader

from augment import Views
from detections import INPUT_HEIGHT, INPUT_WIDTH
from net import Detector
from optimiser import Optimiser
from prepare import DEFAULT_OUT
from targets import Loss
from teachers import DenseTeacher
from warm_start import load_exported, spread_statistics

WARM_BATCHES = 40  # views that give a warm start its statistics, in batches
PLAN_KEEP = 0.9985  # most of the averaged weights that a step keeps: an average over 670 steps
ANNEAL_KEEP = 0.995  # the same while the rate falls in a line: over 200 steps
LARGEST_GRADIENT = 50  # norm over all parameters; a larger gradient is scaled down to it
PARTS = ("objectness", "classes", "boxes", "maps")


def size_of(text):
    """(width, height) of a text such as 320x192; both must be multiples of 32."""
    width, height = (int(part) for part in text.split("x"))
    if width % 32 or height % 32:
        raise argparse.ArgumentTypeError(f"{text}: width and height must be multiples of 32")
    return width, height


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT)
    parser.add_argument("--run", default="nano")
    parser.add_argument("--views", type=int, default=80000)
    parser.add_argument("--from", dest="start", type=Path, help="an exported model (ONNX) whose weights a new run starts from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--anneal-from", type=int, help="view from which the rate falls in a line, for a plan that ends early")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=16, help="views of a step; below 16 PyTorch takes a slow path with one thread")
    parser.add_argument("--size", type=size_of, default=(INPUT_WIDTH, INPUT_HEIGHT), help="of the views, such as 320x192: cheaper early on")
    parser.add_argument("--forced", type=int, default=13600, help="views of a new run in which blocks are given the teacher's maps")
    parser.add_argument("--bf16", action="store_true", help="bfloat16 forward and teacher, for processors that have it")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--snapshot", type=int, default=20000, help="views between kept weights")
    return parser.parse_args()


class Run:
    """A training run: net, averaged net, optimiser and the number of views seen; saved and loaded as one file."""

    def __init__(self, folder, args, device):
        torch.manual_seed(args.seed)
        self.batch = args.batch
        self.path, self.device, self.seen, self.steps, self.warm = folder / "last.pt", device, 0, 0, False
        self.net = Detector().to(device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).eval()
        self.optimiser = Optimiser(self.net)
        if self.path.exists():
            self.load()

    def load(self):
        """Takes over the saved state."""
        state = torch.load(self.path, map_location=self.device)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.steps, self.warm = state["seen"], state["steps"], state.get("warm", False)

    def start_from(self, path, batches):
        """Takes the weights of an exported model, with statistics over `batches` of views; the optimiser starts afresh."""
        load_exported(self.net, path)
        spread_statistics(self.net, batches)
        self.average.load_state_dict(self.net.state_dict())
        self.warm = True

    def save(self):
        """Writes last.pt whole or not at all."""
        partial = self.path.with_suffix(".part")
        torch.save({"net": self.net.state_dict(), "average": self.average.state_dict(), "seen": self.seen,
                    "optimiser": self.optimiser.state_dict(), "steps": self.steps, "warm": self.warm}, partial)
        partial.replace(self.path)

    def snapshot(self):
        """Keeps the averaged weights under the number of views."""
        torch.save({"average": self.average.state_dict(), "seen": self.seen}, self.path.parent / f"views-{self.seen}.pt")

    @torch.no_grad()
    def follow(self, views, most):
        """Moves the averaged net towards the net, over about a sixth of a plan of `views` and at most 1 / (1 - most) steps;
        the first steps from random weights count less."""
        keep = min(most, 1 - 6 * self.batch / views)
        keep = keep if self.warm else min(keep, self.steps / (self.steps + 50))
        for a, b in zip(self.average.state_dict().values(), self.net.state_dict().values()):
            if a.dtype.is_floating_point:
                a.mul_(keep).add_(b, alpha=1 - keep)
            else:
                a.copy_(b)

    def step(self, loss, rate):
        """One optimiser step."""
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LARGEST_GRADIENT)
        self.optimiser.step(rate)
        self.steps += 1


def rate_at(seen, steps, views, peak, anneal_from=None):
    """Learning rate: 100 steps of warm-up, then a cosine from `peak` to 2 % of it at `views`; with `anneal_from` a line
    from `peak` at that view to 1 % of it at `views`."""
    if anneal_from is not None:
        return peak * min(1.0, max(0.01, (views - seen) / (views - anneal_from)))
    share = min(1.0, seen / views)
    return peak * min(1.0, (steps + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))


def is_forced(args, run):
    """True in the first --forced views, in which every block is given the teacher's maps as its input: the blocks learn
    side by side instead of each waiting for the one before it. Never after a warm start."""
    return not run.warm and run.seen < args.forced


def stop_signal():
    """An event that SIGTERM and SIGINT set, so that a stopped training saves first."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    return stopping


def tensor_of(images, device):
    """A batch of views (N, H, W, 3) uint8 as the net's input (N, 3, H, W), 0..1."""
    return images.to(device).permute(0, 3, 1, 2).float().div_(255).contiguous(memory_format=torch.channels_last)


def batches_of(args, records, start):
    """Batches of the views from number `start` to the end of the plan."""
    views = Views(records, args.seed, args.views, start, size=args.size)
    return DataLoader(views, args.batch, shuffle=False, num_workers=args.workers, drop_last=True)


def train(args, run, records, device):
    """Runs until `args.views` views are seen."""
    teacher = DenseTeacher(args.data / "models", device)
    criterion = Loss(*args.size, device)
    loader = batches_of(args, records, run.seen)
    sums, summed, started, first = torch.zeros(4), 0, time.time(), run.seen
    saved = printed = started
    stopping = stop_signal()
    run.net.train()
    for images, target, exact in loader:
        x = tensor_of(images, device)
        with torch.autocast(device, torch.bfloat16, enabled=args.bf16):
            answer = teacher(x)
            forced = answer[3] if is_forced(args, run) else None
            raw, maps = run.net.run(x, forced)
        parts = criterion(raw.float(), maps, target.to(device), exact.to(device), answer)
        run.step(sum(parts), rate_at(run.seen, run.steps, args.views, args.rate, args.anneal_from))
        run.seen += len(images)
        run.follow(args.views, ANNEAL_KEEP if args.anneal_from is not None else PLAN_KEEP)
        sums, summed = sums + torch.stack([p.detach().cpu() for p in parts]), summed + 1
        if time.time() - printed > 60:
            speed = (run.seen - first) / (time.time() - started)
            text = "  ".join(f"{name} {value / summed:.3f}" for name, value in zip(PARTS, sums.tolist()))
            print(f"{time.strftime('%H:%M:%S')}  views {run.seen}/{args.views}  {text}  {speed:.1f} views/s  "
                  f"{(args.views - run.seen) / speed / 60:.0f} min left", flush=True)
            sums, summed, printed = torch.zeros(4), 0, time.time()
        if time.time() - saved > 120:
            run.save()
            saved = time.time()
        if run.seen % args.snapshot < args.batch:
            run.snapshot()
        if stopping.is_set():
            print(f"stopped at view {run.seen}", flush=True)
            break
    run.save()
    if run.seen >= args.views - args.batch:
        run.snapshot()


def main():
    """Prepares the run and trains."""
    args = arguments()
    torch.set_num_threads(args.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    folder = args.out / args.run
    folder.mkdir(parents=True, exist_ok=True)
    records = [r for r in json.loads((args.out / "pictures.json").read_text()).values() if r["licence"] and not r["scene"]]
    run = Run(folder, args, device)
    if args.start and run.steps == 0:
        run.start_from(args.start, (tensor_of(images, device) for images, *_ in islice(batches_of(args, records, 0), WARM_BATCHES)))
    print(f"{len(records)} pictures, {sum(p.numel() for p in run.net.parameters()) / 1e6:.2f} M parameters, from view {run.seen}")
    train(args, run, records, device)


if __name__ == "__main__":
    main()
