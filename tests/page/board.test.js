// The pure parts of the board: where places lie, which spot is near, where arrows lead, what zoom shows.
import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPoint } from "../../src/catanlab/server/page/board/direction.js";
import { Geometry, edgeLine, hexOutline, listSpots, nearestSpot, waves, ways } from "../../src/catanlab/server/page/board/geometry.js";
import { MOST, boxAround, boxBetween, isZoomed, keepInside, zoomAround } from "../../src/catanlab/server/page/board/zoom.js";

const DIRECTIONS = ["left", "right", "up", "down"];

/** A layout as the wire has it: 19 hexes in five rows, whole steps east and south. */
function makeLayout() {
  const hexes = [3, 4, 5, 4, 3].flatMap((count, row) =>
    Array.from({ length: count }, (_, i) => ({ x: 4 * i - 2 * (count - 1), y: 6 * (row - 2), edges: [], resource: "wood", number: 9 })));
  const nodes = [];
  const edges = [];
  const find = (list, same, make) => {
    const found = list.findIndex(same);
    return found < 0 ? list.push(make()) - 1 : found;
  };
  for (const hex of hexes) {
    const corners = [[0, -4], [2, -2], [2, 2], [0, 4], [-2, 2], [-2, -2]].map(([dx, dy]) =>
      find(nodes, ({ x, y }) => x === hex.x + dx && y === hex.y + dy, () => ({ x: hex.x + dx, y: hex.y + dy })));
    corners.forEach((a, i) => {
      const pair = [a, corners[(i + 1) % 6]].sort((p, q) => p - q);
      hex.edges.push(find(edges, (edge) => edge.join() === pair.join(), () => pair));
    });
  }
  const coast = edges.findIndex((_, edge) => hexes.filter((hex) => hex.edges.includes(edge)).length === 1);
  return { hexes, nodes, edges, ports: [{ edge: coast, nodes: edges[coast], resource: null, ratio: 3 }] };
}

const LAYOUT = makeLayout();
const GEOMETRY = new Geometry(LAYOUT);

/** Numbers from 0 to 1, the same in every run. */
function* chances(seed) {
  let state = seed;
  for (;;) {
    state = (state * 1103515245 + 12345) % 2147483648;
    yield state / 2147483648;
  }
}

/** All points that arrows lead to from the first one. */
function reached(points) {
  const found = new Set([0]);
  for (const index of found)
    for (const direction of DIRECTIONS) {
      const next = nextPoint(points, points[index], direction);
      if (next >= 0) found.add(next);
    }
  return found;
}

test("the layout of the test is a board", () => {
  assert.deepEqual([LAYOUT.hexes.length, LAYOUT.nodes.length, LAYOUT.edges.length], [19, 54, 72]);
});

test("all edges have the length of a hex's radius", () => {
  for (const [a, b] of GEOMETRY.edges) assert.ok(Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 60) < 1e-9);
});

test("the box holds land and ports, and the middle of the land is its middle", () => {
  const { x, y, width, height } = GEOMETRY.box;
  for (const point of [...GEOMETRY.nodes, ...GEOMETRY.ports]) {
    assert.ok(point.x - 20 > x && point.x + 20 < x + width);
    assert.ok(point.y - 20 > y && point.y + 20 < y + height);
  }
  assert.ok(Math.abs(x + width / 2) < 1e-9 && Math.abs(y + height / 2) < 1e-9);
});

test("a port lies at sea, beside its edge", () => {
  const [port] = GEOMETRY.ports;
  for (const hex of GEOMETRY.hexes) assert.ok(Math.hypot(port.x - hex.x, port.y - hex.y) > 80);
  assert.ok(Math.abs(GEOMETRY.distance({ kind: "edge", id: LAYOUT.ports[0].edge }, port) - 37.2) < 0.01);
});

test("waves stay away from the land", () => {
  const starts = [...waves(GEOMETRY).matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: +x, y: +y }));
  assert.ok(starts.length > 100);
  for (const { x, y } of starts)
    for (const hex of GEOMETRY.hexes) assert.ok(Math.hypot(x + 8 - hex.x, y - hex.y) > 103);
});

test("paths of hexes and roads", () => {
  assert.equal(hexOutline(1), "M0 -60L52 -30L52 30L0 60L-52 30L-52 -30Z");
  assert.equal(edgeLine([{ x: 0, y: 0 }, { x: 60, y: 0 }], 0.2), "M12 0L48 0");
});

test("ways to throw a number", () => {
  assert.deepEqual([2, 3, 6, 8, 11, 12].map(ways), [1, 2, 5, 5, 2, 1]);
});

test("spots come by kind and number, each once", () => {
  const spots = listSpots({ nodes: [9, 3, 9], edges: [5], hexes: [2, 1], victims: [7] });
  assert.deepEqual(
    spots.map(({ kind, id }) => `${kind} ${id}`),
    ["hex 1", "hex 2", "edge 5", "victim 7", "node 3", "node 9"],
  );
});

test("the nearest spot is the nearest, and none is beyond reach", () => {
  const random = chances(1);
  const next = () => random.next().value;
  for (let round = 0; round < 2000; round++) {
    const spots = LAYOUT.nodes.map((_, id) => ({ kind: "node", id })).filter(() => next() < 0.3);
    const point = { x: 600 * (next() - 0.5), y: 560 * (next() - 0.5) };
    const away = spots.map(({ id }) => Math.hypot(GEOMETRY.nodes[id].x - point.x, GEOMETRY.nodes[id].y - point.y));
    const found = nearestSpot(GEOMETRY, spots, point, 40);
    const least = Math.min(...away);
    if (least > 40) assert.equal(found, null);
    else assert.equal(found, spots[away.indexOf(least)]);
  }
});

test("a point inside of a hex takes that hex, a point on a road that road", () => {
  const hexes = LAYOUT.hexes.map((_, id) => ({ kind: "hex", id }));
  GEOMETRY.hexes.forEach(({ x, y }, id) => assert.equal(nearestSpot(GEOMETRY, hexes, { x: x + 20, y: y - 25 }, 0)?.id, id));
  const edges = LAYOUT.edges.map((_, id) => ({ kind: "edge", id }));
  GEOMETRY.edges.forEach(([a, b], id) => {
    const point = { x: 0.7 * a.x + 0.3 * b.x, y: 0.7 * a.y + 0.3 * b.y };
    assert.equal(nearestSpot(GEOMETRY, edges, point, 1)?.id, id);
  });
});

test("an arrow leads to what lies in its direction, or nowhere", () => {
  const points = [{ x: 0, y: 0 }, { x: 50, y: 5 }, { x: 30, y: 60 }, { x: -40, y: 0 }];
  assert.deepEqual(DIRECTIONS.map((direction) => nextPoint(points, points[0], direction)), [3, 1, -1, 2]);
  assert.equal(nextPoint(points, points[3], "left"), -1);
});

test("something in the cone is preferred to something nearer beside it", () => {
  const points = [{ x: 0, y: 0 }, { x: 10, y: 30 }, { x: 90, y: 20 }];
  assert.equal(nextPoint(points, points[0], "right"), 2);
  assert.equal(nextPoint(points.slice(0, 2), points[0], "right"), 1);
});

test("arrows reach every node, edge and hex of a whole board", () => {
  const edges = LAYOUT.edges.map((_, id) => GEOMETRY.point("edge", id));
  for (const points of [GEOMETRY.nodes, GEOMETRY.hexes, edges])
    assert.equal(reached(points).size, points.length);
});

test("arrows reach every spot of any choice of spots", () => {
  const random = chances(7);
  const edges = LAYOUT.edges.map((_, id) => GEOMETRY.point("edge", id));
  for (const all of [GEOMETRY.nodes, GEOMETRY.hexes, edges])
    for (let round = 0; round < 3000; round++) {
      const share = random.next().value;
      const points = all.filter(() => random.next().value < share);
      if (points.length) assert.equal(reached(points).size, points.length, JSON.stringify(points));
    }
});

test("zoom stays inside of the whole, whatever is asked for", () => {
  const random = chances(3);
  const next = () => random.next().value;
  const whole = GEOMETRY.box;
  let box = whole;
  for (let round = 0; round < 5000; round++) {
    const point = { x: whole.x + next() * whole.width, y: whole.y + next() * whole.height };
    box = zoomAround(whole, box, Math.exp(2 * next() - 1), point);
    if (next() < 0.5) box = keepInside(whole, { ...box, x: box.x + 400 * (next() - 0.5), y: box.y + 400 * (next() - 0.5) });
    assert.ok(box.x >= whole.x - 1e-6 && box.x + box.width <= whole.x + whole.width + 1e-6);
    assert.ok(box.y >= whole.y - 1e-6 && box.y + box.height <= whole.y + whole.height + 1e-6);
    assert.ok(box.width >= whole.width / MOST - 1e-6);
    assert.ok(Math.abs(box.width / box.height - whole.width / whole.height) < 1e-6);
  }
});

test("zoom leaves its point where it was", () => {
  const whole = GEOMETRY.box;
  const point = { x: 40, y: -30 };
  const before = zoomAround(whole, whole, 2, point);
  const after = zoomAround(whole, before, 1.5, point);
  const share = (box) => [(point.x - box.x) / box.width, (point.y - box.y) / box.height];
  share(after).forEach((value, axis) => assert.ok(Math.abs(value - share(before)[axis]) < 1e-9));
  assert.ok(isZoomed(whole, after) && !isZoomed(whole, whole));
});

test("the box around spots shows them all and not less than half of the board's width", () => {
  const whole = GEOMETRY.box;
  for (let node = 0; node < 54; node++) {
    const points = [GEOMETRY.nodes[node], GEOMETRY.nodes[(node * 7) % 54]];
    const box = boxAround(whole, points, 75);
    assert.ok(box.width >= whole.width / 2 - 1e-9);
    for (const { x, y } of points) {
      assert.ok(x > box.x && x < box.x + box.width);
      assert.ok(y > box.y && y < box.y + box.height);
    }
  }
  assert.deepEqual(boxAround(whole, [], 75), whole);
  assert.deepEqual(boxBetween(whole, boxAround(whole, GEOMETRY.nodes.slice(0, 1), 75), 0), whole);
});
