"""Trains the net of the evaluation on labelled siblings, and writes it with the record of its training.

    pip install ".[train]"
    python -m tools.value.train labels/round-1 --out net.f32
    python -m tools.value.train labels/round-1 --ship

`--ship` makes it the net of the package: `net.f32` and `net.json` next to `net.py`, its digest in there.

One unit of the net passes on the linear evaluation, and is not trained; the others learn what is to be
added to it. That is multiplied by `--part`, since it is noisier than it is large. The loss is
the cross entropy of the share of wins, and the squared error of the differences between siblings: these
have the same dice, so that their differences have less noise than they have themselves. Features are
standardised, which the written weights contain. After a common beginning several draws go on, each with
its own order of the decisions; each keeps a moving average of its weights, and the net is the mean of
these. Every tenth game is held out: no choice depends on it, it only says how well the net ranks siblings
that it has not seen.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from tools.value.labelled import ABOUT, Labels, entropy, explained, gained, logits, read
from tools.value.training_record import command, commit, ship, write_record
from torch import nn

from catanlab.agents.value import net
from catanlab.agents.value.features import FEATURE_NAMES
from catanlab.agents.value.weights import WEIGHTS, weight_list

HELD_OUT = 10
"""Every so manyth game is held out."""
DECISIONS_OF_BATCH = 128
EMA = 0.999
LEAST_SPREAD = 1e-4
"""A feature that varies less is left out."""
ALWAYS = 6.0
"""So many standard deviations above 0 the unit with the linear evaluation begins: it is always active."""


class Batches:
    """The labels as tensors, cut into batches of whole decisions."""

    def __init__(self, labels: Labels, mean: np.ndarray, spread: np.ndarray) -> None:
        order = np.argsort(labels.decisions, kind="stable")
        labels = labels.only(order)
        _, starts, sizes = np.unique(labels.decisions, return_index=True, return_counts=True)
        self.starts, self.sizes = torch.from_numpy(starts), torch.from_numpy(sizes)
        self.x = torch.from_numpy(((labels.features - mean) / spread).astype(np.float32))
        self.y = torch.from_numpy(labels.shares)
        self.is_mover = torch.from_numpy(labels.is_mover)

    def __len__(self) -> int:
        return len(self.starts) // DECISIONS_OF_BATCH

    def shuffled(self, generator: torch.Generator) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Yield the rows of each batch, and the number of the decision within the batch for each row."""
        order = torch.randperm(len(self.starts), generator=generator)
        for number in range(len(self)):
            chosen = order[number * DECISIONS_OF_BATCH : (number + 1) * DECISIONS_OF_BATCH]
            sizes = self.sizes[chosen]
            owner = torch.repeat_interleave(torch.arange(len(chosen)), sizes)
            first = torch.repeat_interleave(sizes.cumsum(0) - sizes, sizes)
            yield (
                torch.repeat_interleave(self.starts[chosen], sizes) + torch.arange(len(owner)) - first,
                owner,
            )


def new_net(seed: int, batches: Batches, mean: np.ndarray, spread: np.ndarray) -> nn.Sequential:
    """Return a net that gives the linear evaluation, fitted to the labels, and nothing else."""
    torch.manual_seed(seed)
    first, second = net.LAYERS[1:3]
    layers = [nn.Linear(len(FEATURE_NAMES), first), nn.Linear(first, second), nn.Linear(second, 1)]
    weights = torch.tensor(weight_list(WEIGHTS), dtype=torch.float64) * torch.from_numpy(
        np.where(np.isfinite(spread), spread, 0.0)
    )
    values = batches.x.double() @ weights
    scale, shift = values.std().item(), values.mean().item()
    slope, level = logistic_fit((values - shift) / scale, batches.y.double())
    with torch.no_grad():
        layers[2].weight.zero_()
        layers[0].weight[0] = (weights / scale).float()
        layers[0].bias[0] = ALWAYS - shift / scale
        layers[1].weight[:, 0] = 0.0
        layers[1].weight[0] = 0.0
        layers[1].weight[0, 0], layers[1].bias[0] = 1.0, 0.0
        layers[2].weight[0, 0] = slope
        layers[2].bias[0] = level - slope * ALWAYS
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def fix_linear(model: nn.Sequential, linear: nn.Sequential) -> None:
    """Put back the weights that pass on the linear evaluation: they are not trained."""
    with torch.no_grad():
        for number in (0, 2, 4):
            layer, first = model[number], linear[number]
            assert isinstance(layer, nn.Linear)
            assert isinstance(first, nn.Linear)
            if number < 4:
                layer.weight[0], layer.bias[0] = first.weight[0], first.bias[0]
            if number > 0:
                layer.weight[:, 0] = first.weight[:, 0]


def logistic_fit(values: torch.Tensor, shares: torch.Tensor) -> tuple[float, float]:
    """Return slope and level of the logistic regression of shares on values, by Newton's method."""
    inputs = torch.stack([values, torch.ones_like(values)], 1)
    found = torch.zeros(2, dtype=torch.float64)
    for _ in range(20):
        chance = torch.sigmoid(inputs @ found)
        curvature = inputs.T @ (inputs * (chance * (1 - chance))[:, None])
        found = found + torch.linalg.solve(curvature, inputs.T @ (shares - chance))
    return found[0].item(), found[1].item()


@dataclass(frozen=True)
class Course:
    """How fast a net is trained, and how much differences between siblings count."""

    rate: float
    decay: float
    siblings: float


def loss_of(
    model: nn.Sequential, batches: Batches, rows: torch.Tensor, owner: torch.Tensor, siblings: float
) -> torch.Tensor:
    """Return the loss of a batch."""
    y, is_mover = batches.y[rows], batches.is_mover[rows]
    outputs = model(batches.x[rows])[:, 0]
    loss = nn.functional.binary_cross_entropy_with_logits(outputs, y)
    errors, owner = (torch.sigmoid(outputs) - y)[is_mover], owner[is_mover]
    counts = torch.bincount(owner, minlength=DECISIONS_OF_BATCH).clamp(min=1)
    means = torch.zeros(DECISIONS_OF_BATCH).index_add(0, owner, errors) / counts
    return loss + siblings * (errors - means[owner]).square().mean()


def train(
    model: nn.Sequential, batches: Batches, seed: int, course: Course, epochs: int, last_rate: float
) -> nn.Sequential:
    """Train a net; return the moving average of its weights."""
    shuffle = torch.Generator().manual_seed(seed)
    average, linear = copy.deepcopy(model), copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), lr=course.rate, weight_decay=course.decay)
    steps = epochs * len(batches)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, last_rate, max(1, steps))
    step = 0
    for _ in range(epochs):
        for rows, owner in batches.shuffled(shuffle):
            optimiser.zero_grad()
            loss_of(model, batches, rows, owner, course.siblings).backward()
            optimiser.step()
            fix_linear(model, linear)
            schedule.step()
            step += 1
            keep = min(EMA, step / (step + 10))
            with torch.no_grad():
                for mean, new in zip(average.parameters(), model.parameters(), strict=True):
                    mean.lerp_(new, 1 - keep)
    return average


def exported(model: nn.Sequential, mean: np.ndarray, spread: np.ndarray) -> bytes:
    """Return the weights of a net for features as they are, as the package reads them."""
    layers = [layer for layer in model if isinstance(layer, nn.Linear)]
    parts = []
    for number, layer in enumerate(layers):
        matrix = layer.weight.detach().double().numpy().T
        bias = layer.bias.detach().double().numpy()
        if number == 0:
            matrix = matrix / spread[:, None]
            bias = bias - mean @ matrix
        parts += [matrix.ravel(), bias]
    return np.concatenate(parts).astype("<f4").tobytes()


def main() -> None:
    """Train, report on the games held out, and write the net."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labels", type=Path, nargs="+", help="folders with parts")
    parser.add_argument("--out", type=Path, help="file for the net; its record is next to it, as .json")
    parser.add_argument("--ship", action="store_true", help="make it the net of the package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--shared-epochs", type=int, default=2, help="before the draws part")
    parser.add_argument("--epochs", type=int, default=3, help="of each draw")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument(
        "--siblings", type=float, default=50.0, help="weight of differences between siblings"
    )
    parser.add_argument("--part", type=float, default=0.2, help="of what is learned that is added")
    options = parser.parse_args()
    torch.set_num_threads(1)
    labels = read(options.labels)
    held_out = labels.games % HELD_OUT == 0
    known, unknown = labels.only(~held_out), labels.only(held_out & labels.is_mover)
    mean, spread = (column.astype(np.float64) for column in (known.features.mean(0), known.features.std(0)))
    spread[spread < LEAST_SPREAD] = np.inf
    batches = Batches(known, mean, spread)
    course = Course(options.rate, options.decay, options.siblings)
    begun = new_net(options.seed, batches, mean, spread)
    begun = train(begun, batches, options.seed, course, options.shared_epochs, 1.0)
    drawn = [
        train(copy.deepcopy(begun), batches, options.seed * 1000 + draw, course, options.epochs, 0.05)
        for draw in range(options.draws)
    ]
    model = copy.deepcopy(begun)
    with torch.no_grad():
        for parameter, *others in zip(model.parameters(), *(d.parameters() for d in drawn), strict=True):
            parameter.copy_(torch.stack(others).mean(0))
        last = model[4]
        assert isinstance(last, nn.Linear)
        last.weight[:, 1:] *= options.part
    written = exported(model, mean, spread)
    linear = unknown.features.astype(np.float64) @ np.array(weight_list(WEIGHTS))
    found, learnt = logits(written, unknown.features), logits(written, known.features)
    record: dict[str, object] = {
        "sha256": sha256(written).hexdigest(),
        "layers": list(net.LAYERS),
        "features_sha256": sha256("\n".join(FEATURE_NAMES).encode()).hexdigest(),
        "command": command("train"),
        "commit": commit(),
        "torch": torch.__version__,
        "seed": options.seed,
        "label_folders": [json.loads((folder / ABOUT).read_text()) for folder in options.labels],
        "labels": len(known.shares),
        "held_out_labels": len(unknown.shares),
        "entropy": round(entropy(known, learnt), 5),
        "held_out_entropy": round(entropy(unknown, found), 5),
        "held_out_differences_explained": {
            "net": round(explained(unknown, 1 / (1 + np.exp(-found))), 5),
            "linear": round(explained(unknown, linear, fitted=True), 5),
        },
        "held_out_gain_of_best_sibling": {
            "net": round(gained(unknown, found), 5),
            "linear": round(gained(unknown, linear), 5),
        },
        "gates": [],
    }
    print(json.dumps(record, indent=1))
    if options.out:
        options.out.write_bytes(written)
        write_record(record, options.out.with_suffix(".json"))
    if options.ship:
        ship(written, record)


if __name__ == "__main__":
    main()
