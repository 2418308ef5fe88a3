"""What the server counts about itself, for Prometheus: no label names a person, a room or an address."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from catanlab._version import __version__

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
ROWS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counters and histograms of one server process; what can be looked up is looked up when asked for."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(namespace="catanlab", registry=self.registry)
        self.messages = Counter(
            "catanlab_messages", "Messages of clients", ["kind"], registry=self.registry
        )
        self.refusals = Counter("catanlab_refusals", "Refusals", ["code"], registry=self.registry)
        self.connections_refused = Counter(
            "catanlab_connections_refused", "Connections refused", ["reason"], registry=self.registry
        )
        self.acknowledged = Histogram(
            "catanlab_acknowledgement_seconds",
            "From an act to its acknowledgement",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "catanlab_commit_seconds", "Time of a commit", buckets=SECONDS, registry=self.registry
        )
        self.commit_events = Histogram(
            "catanlab_commit_events", "Events in a commit", buckets=ROWS, registry=self.registry
        )

    def committed(self, seconds: float, events: int) -> None:
        """Count a commit."""
        self.commit_seconds.observe(seconds)
        self.commit_events.observe(events)

    def look_up(self, collect: Callable[[], Iterable[Metric]]) -> None:
        """Have metrics collected whenever somebody asks for them."""
        self.registry.register(_LookedUp(collect))

    def text(self) -> bytes:
        """Return all metrics as Prometheus reads them."""
        return generate_latest(self.registry)


def gauge(name: str, meaning: str, value: float) -> Metric:
    """Return a metric with one value."""
    return GaugeMetricFamily(f"catanlab_{name}", meaning, value=value)


def gauges(name: str, meaning: str, label: str, values: dict[str, float]) -> Metric:
    """Return a metric with a value for each value of a label."""
    family = GaugeMetricFamily(f"catanlab_{name}", meaning, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def count(name: str, meaning: str, value: float) -> Metric:
    """Return a metric that only grows."""
    return CounterMetricFamily(f"catanlab_{name}", meaning, value=value)


def version() -> Metric:
    """Return the version of the program, as a metric."""
    return gauges("version", "The version of the program", "version", {__version__: 1})


class _LookedUp(Collector):
    def __init__(self, collect: Callable[[], Iterable[Metric]]) -> None:
        self._collect = collect

    def collect(self) -> Iterable[Metric]:
        """Return what there is now."""
        return self._collect()

    def describe(self) -> Iterable[Metric]:
        """Return nothing: what there is may depend on the moment."""
        return ()
