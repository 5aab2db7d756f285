// SPDX-License-Identifier: Apache-2.0
/** Layered drawings of graphs, in boxes within boxes.
 *
 * After Sugiyama, Tagawa, Toda, "Methods for Visual Understanding of
 * Hierarchical System Structures", IEEE Trans. SMC 11(2), 1981,
 * doi 10.1109/TSMC.1981.4308636: cycles are cut, nodes get ranks by the longest
 * path, edges that cross ranks get a node in each, ranks are ordered by
 * barycentres. As in Gansner et al., "A Technique for Drawing Directed Graphs",
 * IEEE TSE 19(3), 1993, an edge spans two ranks at least, and its label is a
 * node in the middle, so that labels overlap nothing. */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{id: number, width: number, height: number}} Box */
/** @typedef {{id: number, from: number, to: number, width: number, height: number}} Arc */
/** @typedef {{width: number, height: number, x: number, y: number, rank: number, order: number,
 *             up: Node[], down: Node[], box?: number}} Node */
/** @typedef {{width: number, height: number, boxes: Map<number, Point>,
 *             routes: Map<number, Point[]>, labels: Map<number, Point>}} Layout */

const RANK_GAP = 16;
const NODE_GAP = 26;

/** Arcs whose direction is turned, so that none leads back.
 * @param {Box[]} boxes @param {Arc[]} arcs */
function turnedArcs(boxes, arcs) {
  /** @type {Map<number, Arc[]>} */
  const leaving = new Map(boxes.map((b) => [b.id, []]));
  for (const arc of arcs) leaving.get(arc.from)?.push(arc);
  const turned = new Set();
  /** @type {Map<number, number>} 1 = on the path, 2 = done */
  const state = new Map();
  for (const box of boxes) {
    /** @type {{id: number, next: number}[]} */
    const path = [{ id: box.id, next: 0 }];
    if (state.has(box.id)) continue;
    state.set(box.id, 1);
    while (path.length > 0) {
      const top = path[path.length - 1];
      const arc = (leaving.get(top.id) ?? [])[top.next++];
      if (!arc) {
        state.set(top.id, 2);
        path.pop();
      } else if (state.get(arc.to) === 1) {
        turned.add(arc.id);
      } else if (!state.has(arc.to)) {
        state.set(arc.to, 1);
        path.push({ id: arc.to, next: 0 });
      }
    }
  }
  return turned;
}

/** Two ranks for each arc on the longest path.
 * @param {Map<number, Node>} nodes @param {{from: number, to: number}[]} arcs */
function giveRanks(nodes, arcs) {
  for (let round = 0; round <= nodes.size; ++round) {
    let changed = false;
    for (const { from, to } of arcs) {
      const a = /** @type {Node} */ (nodes.get(from));
      const b = /** @type {Node} */ (nodes.get(to));
      if (b.rank < a.rank + 2) {
        b.rank = a.rank + 2;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

/** @param {number} width @param {number} height @param {number} rank @returns {Node} */
function node(width, height, rank) {
  return { width, height, x: 0, y: 0, rank, order: 0, up: [], down: [] };
}

/** Nodes by rank, ordered so that few arcs cross. @param {Node[][]} ranks */
function orderRanks(ranks) {
  ranks.forEach((rank) => rank.forEach((n, i) => { n.order = i; }));
  const sortBy = (/** @type {Node[]} */ rank, /** @type {"up" | "down"} */ side) => {
    const keys = new Map(rank.map((n) => [n, n[side].length === 0 ? n.order
      : n[side].reduce((sum, m) => sum + m.order, 0) / n[side].length]));
    rank.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    rank.forEach((n, i) => { n.order = i; });
  };
  for (let round = 0; round < 12; ++round) {
    if (round % 2 === 0) ranks.forEach((rank) => sortBy(rank, "up"));
    else [...ranks].reverse().forEach((rank) => sortBy(rank, "down"));
  }
}

/** Moves nodes towards their neighbours without overlaps.
 * @param {Node[]} rank @param {"up" | "down"} side */
function shiftRank(rank, side) {
  const wish = rank.map((n) => {
    const near = n[side].map((m) => m.x).sort((a, b) => a - b);
    if (near.length === 0) return n.x;
    const half = near.length >> 1;
    return near.length % 2 === 1 ? near[half] : (near[half - 1] + near[half]) / 2;
  });
  const apart = (/** @type {number} */ i) =>
    (rank[i].width + rank[i + 1].width) / 2 + NODE_GAP;
  const left = [...wish];
  for (let i = 0; i + 1 < rank.length; ++i) left[i + 1] = Math.max(left[i + 1], left[i] + apart(i));
  const right = [...wish];
  for (let i = rank.length - 2; i >= 0; --i) right[i] = Math.min(right[i], right[i + 1] - apart(i));
  rank.forEach((n, i) => { n.x = (left[i] + right[i]) / 2; });
  for (let i = 0; i + 1 < rank.length; ++i) {
    rank[i + 1].x = Math.max(rank[i + 1].x, rank[i].x + apart(i));
  }
}

/** @param {Node[][]} ranks */
function placeRanks(ranks) {
  for (const rank of ranks) {
    let x = 0;
    for (const n of rank) {
      n.x = x + n.width / 2;
      x += n.width + NODE_GAP;
    }
  }
  for (let round = 0; round < 10; ++round) {
    if (round % 2 === 0) ranks.slice(1).forEach((rank) => shiftRank(rank, "up"));
    else [...ranks].reverse().slice(1).forEach((rank) => shiftRank(rank, "down"));
  }
  let y = 0;
  for (const rank of ranks) {
    const height = rank.reduce((most, n) => Math.max(most, n.height), 0);
    for (const n of rank) n.y = y + height / 2;
    y += height + RANK_GAP;
  }
  return Math.max(0, y - RANK_GAP);
}

/** Places boxes, and the labels and way points of arcs between them. An arc from
 * a box to itself gets no place; leave room for it in the box.
 * @param {Box[]} boxes @param {Arc[]} arcs @returns {Layout} */
export function layeredLayout(boxes, arcs) {
  const proper = arcs.filter((a) => a.from !== a.to);
  const turned = turnedArcs(boxes, proper);
  const nodes = new Map(boxes.map((b) => [b.id, { ...node(b.width, b.height, 0), box: b.id }]));
  const directed = proper.map((a) => (turned.has(a.id) ? { ...a, from: a.to, to: a.from } : a));
  giveRanks(nodes, directed);
  /** @type {Node[][]} */
  const ranks = [];
  const put = (/** @type {Node} */ n) => (ranks[n.rank] ??= []).push(n);
  nodes.forEach(put);
  /** @type {Map<number, {chain: Node[], label: Node}>} */
  const chains = new Map();
  for (const arc of directed) {
    const from = /** @type {Node} */ (nodes.get(arc.from));
    const to = /** @type {Node} */ (nodes.get(arc.to));
    const middle = (from.rank + to.rank) >> 1;
    const chain = [];
    let last = from;
    for (let rank = from.rank + 1; rank < to.rank; ++rank) {
      const labelled = rank === middle;
      const one = node(labelled ? arc.width : 4, labelled ? arc.height : 4, rank);
      last.down.push(one);
      one.up.push(last);
      put(one);
      chain.push(one);
      last = one;
    }
    last.down.push(to);
    to.up.push(last);
    chains.set(arc.id, { chain, label: chain[middle - from.rank - 1] });
  }
  const filled = Array.from(ranks, (rank) => rank ?? []);
  orderRanks(filled);
  const height = placeRanks(filled);
  return finish(nodes, chains, turned, filled.flat(), height);
}

/** @param {Map<number, Node>} nodes @param {Map<number, {chain: Node[], label: Node}>} chains
 * @param {Set<number>} turned @param {Node[]} all @param {number} height @returns {Layout} */
function finish(nodes, chains, turned, all, height) {
  const left = all.reduce((x, n) => Math.min(x, n.x - n.width / 2), Infinity);
  const right = all.reduce((x, n) => Math.max(x, n.x + n.width / 2), -Infinity);
  const point = (/** @type {Node} */ n) => ({ x: n.x - left, y: n.y });
  /** @type {Layout} */
  const out = { width: Math.max(0, right - left), height, boxes: new Map(), routes: new Map(), labels: new Map() };
  nodes.forEach((n, id) => out.boxes.set(id, point(n)));
  chains.forEach(({ chain, label }, id) => {
    const points = chain.map(point);
    out.routes.set(id, turned.has(id) ? points.reverse() : points);
    out.labels.set(id, point(label));
  });
  return out;
}
