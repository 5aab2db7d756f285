// SPDX-License-Identifier: Apache-2.0
/** Parts of a source line that goals are about: conditions, decisions and
 * statements. A goal says where its part begins. Where the part ends is found
 * in the text: at the bracket that closes around it, or at an operator or a
 * semicolon that cannot be in it. */

/** @typedef {import("../base/data.js").Goal} Goal */
/** @typedef {{from: number, to: number, goals: Goal[]}} Part */

/** Goals about a condition of a decision: it ends at these operators. */
const CONDITIONS = new Set(["branch", "condition", "mcdc", "mcdc-unique"]);
/** Goals about a whole expression. */
const EXPRESSIONS = new Set(["decision", "boundary"]);
const STATEMENTS = new Set(["statement", "call"]);

/** The end of a string or character literal that begins there.
 * @param {string} text @param {number} at */
function endOfLiteral(text, at) {
  for (let i = at + 1; i < text.length; ++i) {
    if (text[i] === "\\") ++i;
    else if (text[i] === text[at]) return i + 1;
  }
  return text.length;
}

/** Where an expression ends that begins there. @param {string} text
 * @param {number} from @param {boolean} isCondition */
function endOfExpression(text, from, isCondition) {
  let depth = 0;
  let i = from;
  while (i < text.length) {
    const c = text[i];
    const two = text.slice(i, i + 2);
    if (c === '"' || c === "'") {
      i = endOfLiteral(text, i);
      continue;
    }
    if ("([{".includes(c) && !(c === "{" && depth === 0)) ++depth;
    else if (")]}".includes(c) && --depth < 0) break;
    else if (two === "//" || two === "/*") break;
    else if (depth === 0) {
      if (";,?{".includes(c)) break;
      if (c === ":" && two !== "::" && text[i - 1] !== ":") break;
      if (isCondition && (two === "&&" || two === "||")) break;
    }
    ++i;
  }
  return i;
}

/** Where a statement ends that begins there: behind its semicolon.
 * @param {string} text @param {number} from */
function endOfStatement(text, from) {
  let depth = 0;
  let i = from;
  while (i < text.length) {
    const c = text[i];
    if (c === '"' || c === "'") {
      i = endOfLiteral(text, i);
      continue;
    }
    if (c === "(" || c === "[") ++depth;
    else if (c === ")" || c === "]") --depth;
    else if (text.startsWith("//", i) || text.startsWith("/*", i)) break;
    else if (depth === 0 && (c === ";" || c === "{")) return c === ";" ? i + 1 : i;
    ++i;
  }
  return i;
}

/** The parts of a line, in the order of their begins. Columns count bytes, so
 * that nothing is known behind other letters than those of ASCII.
 * @param {string} text @param {Goal[]} goals @returns {Part[]} */
export function partsOf(text, goals) {
  const foreign = text.search(/[^\x00-\x7f]/);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const goal of goals) {
    const from = (goal.where?.[2] ?? 0) - 1;
    if (from < 0 || from >= text.length || (foreign >= 0 && from > foreign)) continue;
    let to = from;
    if (CONDITIONS.has(goal.kind)) to = endOfExpression(text, from, true);
    else if (EXPRESSIONS.has(goal.kind)) to = endOfExpression(text, from, false);
    else if (STATEMENTS.has(goal.kind)) to = endOfStatement(text, from);
    while (to > from && text[to - 1] === " ") --to;
    if (to <= from) continue;
    const key = `${from}-${to}`;
    const part = parts.get(key);
    if (part) part.goals.push(goal);
    else parts.set(key, { from, to, goals: [goal] });
  }
  return [...parts.values()].sort((a, b) => a.from - b.from || b.to - a.to);
}

/** Cuts a line into pieces, each with the innermost part that it is in.
 * @param {string} text @param {Part[]} parts
 * @returns {{text: string, part: Part | null}[]} */
export function piecesOf(text, parts) {
  const cuts = [...new Set([0, text.length, ...parts.flatMap((p) => [p.from, p.to])])]
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => {
    const inside = parts.filter((p) => p.from <= from && p.to >= cuts[i + 1]);
    const innermost = inside.sort((a, b) => (a.to - a.from) - (b.to - b.from))[0];
    return { text: text.slice(from, cuts[i + 1]), part: innermost ?? null };
  });
}
