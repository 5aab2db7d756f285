// SPDX-License-Identifier: Apache-2.0
/**
 * The document that the page shows. report/html/data.cpp writes it.
 *
 * @typedef {string | number | boolean | null} Plain
 * @typedef {{i: [Plain, Plain, boolean, boolean]}} IntervalCell
 * @typedef {{s: Plain[]}} SetCell
 * @typedef {{f: string}} FormulaCell
 * @typedef {Plain | IntervalCell | SetCell | FormulaCell} Cell
 *
 * @typedef {object} Signal
 * @property {string} name
 * @property {string} type
 * @property {string=} unit
 * @property {[string, Plain][]} names
 * @property {string[]=} values  of an enumeration
 * @property {Plain} lo
 * @property {Plain} hi
 * @property {boolean=} derived
 * @property {Plain} default
 * @property {Cell[]} dict  what steps have, by number; 0 is nothing
 *
 * @typedef {object} Channel
 * @property {string} name
 * @property {"input" | "output"} direction
 * @property {boolean} controllable
 * @property {string[]} parameters
 *
 * @typedef {[string, number, number]} Place  file, line, column
 *
 * @typedef {object} Goal
 * @property {string} id
 * @property {string} kind
 * @property {string} text
 * @property {number[]} req
 * @property {Place | null} where
 * @property {string} status
 * @property {string} trust
 * @property {string} reason
 * @property {number} depth
 * @property {boolean} violation
 *
 * @typedef {object} Tree  a test-case automaton
 * @property {string[][]} states
 * @property {[string, string, string][]} leaves  name, verdict, reason
 * @property {[number, boolean, number, string, string][]} edges
 *   from, whether to a leaf, to, action, label
 *
 * @typedef {object} Test
 * @property {string} id
 * @property {string} name
 * @property {string} kind
 * @property {number} n  entries of the table of steps
 * @property {number} len  steps of a run
 * @property {number[]} goals
 * @property {number[]} req
 * @property {string=} note
 * @property {[number, Plain][]=} initial
 * @property {string[]} i  columns of inputs
 * @property {string[]} o  columns of what is expected
 * @property {[number, number[]][]} g  goals by step; 0 is the initialisation
 * @property {Plain[]=} dt
 * @property {(string | null)[]=} at
 * @property {[number, string, number, string[]][]=} messages
 * @property {[number, number, string][]=} next  from, to, condition
 * @property {Tree=} tree
 *
 * @typedef {object} Result
 * @property {string} id
 * @property {string} verdict
 * @property {string} code
 * @property {string} reason
 * @property {number} step
 * @property {number} checked
 * @property {number[]} req
 * @property {[number, string, string, string][]} violations
 *   step, signal, observed, allowed
 * @property {number} n
 * @property {string[]} o  columns of what was observed
 * @property {number[]=} path
 * @property {{kind: string, at: Plain, channel?: string, values?: Plain[]}[]=} events
 * @property {string=} output
 * @property {string=} sut  of several systems, the one that ran the test
 * @property {boolean=} flaky
 * @property {number} seconds
 *
 * @typedef {object} Diagnosis
 * @property {string[]} requirements
 * @property {string[]} contracts
 * @property {string} code
 * @property {string} reason
 * @property {{step: number, signal: string, observed: string, allowed: string}[]} violations
 * @property {any[]} execution
 *
 * @typedef {object} Results
 * @property {string} path
 * @property {string} tool
 * @property {string} sut
 * @property {string} sandbox
 * @property {number} repeat
 * @property {boolean} complete
 * @property {{name: string, path: string}=} oracle
 * @property {Cell[][]} dict
 * @property {Result[]} tests
 * @property {{tests: {id: string, diagnoses: Diagnosis[]}[]}} diagnoses
 *
 * @typedef {object} Vertex
 * @property {string} name
 * @property {string} full
 * @property {string} kind
 * @property {number} parent
 * @property {number[]} goals
 * @property {string[]} actions
 * @property {boolean=} initial
 *
 * @typedef {object} Edge
 * @property {string} name
 * @property {string[]} label
 * @property {string} kind
 * @property {number} from
 * @property {number} to
 * @property {number[]} goals
 *
 * @typedef {object} Drawing
 * @property {"machine" | "timed" | "graph"} kind
 * @property {string} name
 * @property {Vertex[]} vertices
 * @property {Edge[]} transitions
 * @property {number=} arrows  of graphs, drawn or not
 * @property {{states: number[], edges: number[]}[]=} runs  of graphs, by test: the
 *   states from that after the initialisation on, and the edges between them
 *
 * @typedef {object} Finding
 * @property {string} code
 * @property {string} severity
 * @property {string} message
 * @property {Place | null} where
 * @property {number[]} req
 * @property {string} witness
 *
 * @typedef {object} Certificate
 * @property {string} kind
 * @property {string} claim
 * @property {string} by
 * @property {number[]} goals
 *
 * @typedef {object} Report
 * @property {string} tool
 * @property {string} suite
 * @property {{name: string, kind: string, path: string, sha256: string}} model
 * @property {[string, string][]} options
 * @property {string} seed
 * @property {string} unit
 * @property {Signal[]} inputs
 * @property {Signal[]} outputs
 * @property {Signal[]} initial
 * @property {Channel[]} channels
 * @property {Goal[]} goals
 * @property {Test[]} tests
 * @property {Certificate[]} certificates
 * @property {Finding[]} findings
 * @property {Results | null} results
 * @property {{file: string, text: string}[]} sources
 * @property {Drawing | null} drawing
 * @property {string} graphNote  why there is no graph of a program's states
 * @property {string} note
 * @property {string[]} requirements
 * @property {{text: string, where: Place | null}[]} requirementTexts  of the first
 *   requirements, those that the model words
 * @property {string[]} names  of goals by number
 */

/** @type {Report} */
export const report = JSON.parse(document.getElementById("data")?.textContent ?? "");

/** @type {Map<string, number>} */
const testNumbers = new Map(report.tests.map((t, i) => [t.id, i]));
/** @type {Map<string, Result>} */
const resultsById = new Map((report.results?.tests ?? []).map((r) => [r.id, r]));
/** @type {Map<string, number>} */
const goalNumbers = new Map(report.names.map((name, i) => [name, i]));

/** Numbers of the tests that have each goal, by number of the goal.
 * @type {number[][]} */
export const testsOfGoal = report.names.map(() => []);
report.tests.forEach((test, i) => test.goals.forEach((g) => testsOfGoal[g].push(i)));

/** @param {string} id  of a test, or its beginning, or its name */
export function findTest(id) {
  const exact = testNumbers.get(id);
  if (exact !== undefined) return report.tests[exact];
  return report.tests.find((t) => t.name === id || (id.length > 5 && t.id.startsWith(id)));
}
/** @param {Test} test */
export function numberOf(test) {
  return testNumbers.get(test.id) ?? 0;
}
/** @param {Test} test */
export function resultOf(test) {
  return resultsById.get(test.id);
}
/** @param {string} id */
export function findGoal(id) {
  const at = goalNumbers.get(id);
  return at === undefined ? undefined : report.goals[at];
}
/** @param {Goal} goal */
export function goalNumber(goal) {
  return goalNumbers.get(goal.id) ?? -1;
}
/** The step in which a test covers a goal; 0 is the initialisation.
 * @param {Test} test
 * @param {number} goal */
export function stepOf(test, goal) {
  const at = test.g.find(([, goals]) => goals.includes(goal));
  return at ? at[0] : undefined;
}
/** A name for people. @param {Test} test */
export function nameOf(test) {
  return test.name || test.id.slice(0, 12);
}
