// SPDX-License-Identifier: Apache-2.0
/** What the events of a command add up to. app/events/event_log.h has the
 * events, serve/live_site.h how they are asked for. */

/**
 * @typedef {object} LiveGoal
 * @property {string} id
 * @property {string} text
 * @property {string} where
 * @property {boolean} violation
 * @property {string} status
 * @property {string} by
 * @property {number} seconds  when it was decided; -1 if it was not
 * @property {number} order  of decisions
 *
 * @typedef {object} EngineAccount
 * @property {string} engine
 * @property {number} calls
 * @property {number} work
 * @property {number} allowed
 * @property {number} took
 * @property {number} covered
 * @property {number} unreachable
 * @property {string} stop  of the last call
 *
 * @typedef {object} Best
 * @property {number} tests
 * @property {number=} steps
 * @property {number=} lower
 * @property {string=} by
 * @property {boolean} minimal
 *
 * @typedef {{test: string, verdict: string, step: number, reason: string}} LiveTest
 * @typedef {{seconds: number, level: string, text: string}} Message
 *
 * @typedef {object} Now
 * @property {"running" | "cancelling" | "reporting" | "ended"} state
 * @property {number} next
 * @property {boolean} more
 * @property {boolean} report
 * @property {number} milliseconds
 * @property {number=} exit
 * @property {string=} how
 */

/** Messages that are kept. */
const MOST_MESSAGES = 500;

export class LiveState {
  constructor() {
    /** @type {Map<string, LiveGoal>} */
    this.goals = new Map();
    /** @type {Map<string, EngineAccount>} */
    this.engines = new Map();
    /** @type {LiveTest[]} */
    this.tests = [];
    /** @type {Message[]} */
    this.messages = [];
    /** @type {Best | null} */
    this.best = null;
    /** @type {Now} */
    this.now = { state: "running", next: 0, more: false, report: false, milliseconds: 0 };
    /** @type {{phase: string, done: number, total: number, detail: string} | null} */
    this.progress = null;
    /** @type {{engine: string, states: number, transitions: number, depth: number,
     *          covered: number, goals: number} | null} */
    this.searching = null;
    /** @type {string} */
    this.testing = "";
    this.testCount = 0;
    this.sut = "";
    this.decisions = 0;
    /** Lists that have changed since they were drawn. */
    this.changed = { goals: true, tests: true, messages: true, engines: true };
  }

  /** @param {any} answer  of the server */
  take(answer) {
    this.now = answer.now;
    this.progress = answer.progress;
    this.searching = answer.searching;
    this.testing = answer.testing?.test ?? "";
    for (const event of answer.events) this.add(event);
  }

  /** @param {any} event */
  add(event) {
    switch (event.event) {
      case "goals":
        for (const goal of event.goals) this.know(goal, "undecided", "", -1);
        break;
      case "goal":
        this.decide(event.goal, event.status, event.by ?? "", event.seconds);
        break;
      case "suite":
        for (const goal of event.goals) {
          this.know(goal, "undecided", "", -1);
          this.decide(goal.id, goal.status, "", event.seconds);
        }
        this.best = event;
        break;
      case "share":
        this.account(event);
        break;
      case "best":
        this.best = event;
        break;
      case "run":
        this.testCount += event.tests;
        this.sut = event.sut;
        break;
      case "test":
        this.tests.push({ test: event.test, verdict: event.verdict, step: event.step,
          reason: event.reason ?? "" });
        this.changed.tests = true;
        break;
      case "message":
        this.say(event);
        break;
      case "written":
        this.say({ seconds: event.seconds, level: "info", text: `wrote ${event.path}` });
        break;
    }
  }

  /** @param {Message} message */
  say(message) {
    this.messages.push(message);
    if (this.messages.length > MOST_MESSAGES) this.messages.shift();
    this.changed.messages = true;
  }

  /** @param {any} goal @param {string} status @param {string} by @param {number} seconds */
  know(goal, status, by, seconds) {
    if (this.goals.has(goal.id)) return;
    const where = goal.file ? `${goal.file.split("/").pop()}:${goal.line}` : "";
    this.goals.set(goal.id, { id: goal.id, text: goal.text, where, status, by, seconds,
      violation: goal.violation === true, order: -1 });
    this.changed.goals = true;
  }

  /** @param {string} id @param {string} status @param {string} by @param {number} seconds */
  decide(id, status, by, seconds) {
    const goal = this.goals.get(id);
    if (!goal || goal.status === status) return;
    goal.status = status;
    goal.by = by;
    goal.seconds = seconds;
    goal.order = status === "undecided" ? -1 : this.decisions++;
    this.changed.goals = true;
  }

  /** @param {any} share */
  account(share) {
    const before = this.engines.get(share.engine) ?? { engine: share.engine, calls: 0, work: 0,
      allowed: 0, took: 0, covered: 0, unreachable: 0, stop: "" };
    this.engines.set(share.engine, { engine: share.engine, calls: before.calls + 1,
      work: before.work + share.work, allowed: before.allowed + (share.allowed ?? 0),
      took: before.took + share.took, covered: before.covered + share.covered,
      unreachable: before.unreachable + share.unreachable, stop: share.stop ?? "" });
    this.changed.engines = true;
  }
}
