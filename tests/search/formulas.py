"""The formulas of the tree policies once more, in plain arithmetic, to compare choices with."""

import math
from dataclasses import dataclass, field

from scipy import stats


@dataclass
class Arm:
    """What is known of a child: as a policy sees it, and the counts of its Dirichlet distribution."""

    visits: int
    value: float
    square: float = 0.0
    prior: float = 0.0
    available: int = 0
    extras: list[float] = field(default_factory=list)


def log_trials(arm, parent_visits):
    return math.log(arm.available or parent_visits)


def uct(arms, visits, c):
    return [arm.value + c * math.sqrt(log_trials(arm, visits) / arm.visits) for arm in arms]


def ucb_tuned(arms, visits, low=0.0, span=1.0):
    scores = []
    for arm in arms:
        ratio = log_trials(arm, visits) / arm.visits
        variance = (arm.square - arm.value**2) / span**2
        bound = min(0.25, variance + math.sqrt(2 * ratio))
        scores.append((arm.value - low) / span + math.sqrt(ratio * bound))
    return scores


def posterior(arm, alpha, values):
    """Return mean and variance of the next reward, and the whole weight of the Dirichlet distribution."""
    weights = [alpha + count for count in arm.extras]
    weights[-1] += arm.visits - sum(arm.extras)  # virtual wins
    total = sum(weights)
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    variance = sum(weight * (value - mean) ** 2 for weight, value in zip(weights, values, strict=True))
    return mean, variance / total, total


def bayes(arms, visits, spread, alpha, values):
    scores = []
    for arm in arms:
        mean, variance, total = posterior(arm, alpha, values)
        log = 2 * log_trials(arm, visits)
        if spread == "reward":
            bonus = math.sqrt(log / arm.visits) * math.sqrt(variance)
        elif spread == "expected":
            bonus = math.sqrt(log / arm.visits) * math.sqrt(variance / (total + 1))
        elif spread == "none":
            bonus = math.sqrt(log / arm.visits)
        else:
            # Var(sum of theta_k r_k) of a Dirichlet distribution
            bonus = math.sqrt(log) * math.sqrt(variance / (total + 1))
        scores.append(mean + bonus)
    return scores


def vpi(arms, alpha, values):
    """Return E[q] + VPI with q taken as normal."""
    known = [posterior(arm, alpha, values) for arm in arms]
    means = [mean for mean, _, _ in known]
    first = max(range(len(arms)), key=lambda i: means[i])
    second = max(mean for i, mean in enumerate(means) if i != first)
    scores = []
    for i, (mean, variance, total) in enumerate(known):
        gap = second - mean if i == first else mean - means[first]
        deviation = math.sqrt(variance / (total + 1))
        z = gap / deviation
        scores.append(mean + deviation * stats.norm.pdf(z) + gap * stats.norm.cdf(z))
    return scores


def exact_vpi(arms, alpha):
    """Return E[q] + VPI where rewards are 0 or 1, by integrating over the beta posteriors."""
    shapes = [(alpha + arm.extras[1] + arm.visits - sum(arm.extras), alpha + arm.extras[0]) for arm in arms]
    means = [a / (a + b) for a, b in shapes]
    first = max(range(len(arms)), key=lambda i: means[i])
    second = max(mean for i, mean in enumerate(means) if i != first)
    scores = []
    for i, (a, b) in enumerate(shapes):
        # The integral of x over part of Beta(a, b) is mean * that part of Beta(a + 1, b).
        q, shifted = stats.beta(a, b), stats.beta(a + 1, b)
        if i == first:
            gain = second * q.cdf(second) - means[i] * shifted.cdf(second)
        else:
            gain = means[i] * shifted.sf(means[first]) - means[first] * q.sf(means[first])
        scores.append(means[i] + gain)
    return scores


def puct(arms, visits, parent_value, c, fpu):
    total = sum(arm.prior for arm in arms)
    scores = []
    for arm in arms:
        value = arm.value if arm.visits else parent_value - fpu
        share = arm.prior / total
        scores.append(value + c * share * math.sqrt(arm.available or visits) / (1 + arm.visits))
    return scores


def bias(arms, visits, c, weight):
    return [
        score + weight * arm.prior / (arm.visits + 1)
        for score, arm in zip(uct(arms, visits, c), arms, strict=True)
    ]


def widening(arms, visits, c, width_c, width_a):
    wide = max(1, math.ceil(width_c * visits**width_a))
    ranked = sorted(range(len(arms)), key=lambda i: (-arms[i].prior, i))[:wide]
    scores = uct(arms, visits, c)
    return [scores[i] if i in ranked else -math.inf for i in range(len(arms))]


def rave(arms, visits, k, c):
    scores = []
    for arm in arms:
        count, mean = arm.extras
        beta = math.sqrt(k / (3 * arm.visits + k)) if count else 0.0
        bonus = c * math.sqrt(log_trials(arm, visits) / arm.visits) if c else 0.0
        scores.append((1 - beta) * arm.value + beta * mean + bonus)
    return scores


def rave_mse(arms, bias):
    scores = []
    for arm in arms:
        count, mean = arm.extras
        beta = count / (arm.visits + count + 4 * arm.visits * count * bias**2)
        scores.append((1 - beta) * arm.value + beta * mean)
    return scores
