// SPDX-License-Identifier: Apache-2.0
/** The page that shows a command while it works. It asks its server for events,
 * and shows the report once there is one. */
import { report } from "../base/data.js";
import { announce, byId, h } from "../base/dom.js";
import { drawHead, prepareFrame } from "../base/frame.js";
import { badge } from "../base/labels.js";
import { barPanel, enginesPanel, goalsPanel, messagesPanel, numbersPanel, testsPanel }
  from "./panels.js";
import { LiveState } from "./state.js";

/** Milliseconds between two questions, also where nobody looks. */
const EVERY = 400;
const EVERY_HIDDEN = 3000;
/** Questions without an answer, after which the server counts as gone. */
const MOST_FAILURES = 5;

/** @type {Record<string, import("../base/labels.js").Label>} */
const STATES = {
  running: { key: "running", text: "running", tone: "calm", icon: "clock", help: "" },
  cancelling: { key: "cancelling", text: "cancelling", tone: "open", icon: "clock", help: "" },
  reporting: { key: "reporting", text: "making the report", tone: "calm", icon: "clock", help: "" },
  ended: { key: "ended", text: "ended", tone: "muted", icon: "check", help: "" },
  lost: { key: "lost", text: "server ended", tone: "bad", icon: "bang", help: "" },
};
/** Exit codes that are no error. @type {Record<number, string>} */
const EXITS = {
  0: "The command has succeeded.",
  1: "The command has ended with findings.",
  4: "Time or memory ran out; what was there is written.",
  5: "The command has ended with inconclusive verdicts only.",
  130: "The command was cancelled; what was there is written.",
};

const state = new LiveState();
const panels = [numbersPanel(), barPanel(), enginesPanel(), goalsPanel(), testsPanel(),
  messagesPanel()];
const status = h("span.overall", { id: "status" });
const outcome = h("p.note", { id: "outcome", hidden: true });
const cancel = /** @type {HTMLButtonElement} */ (h("button.cancel", { type: "button", id: "cancel",
  onclick: () => askToCancel() }, "Cancel"));
let failures = 0;
let shownState = "";

/** The token is the first part of the address. */
function token() {
  return location.pathname.split("/")[1];
}

async function askToCancel() {
  cancel.disabled = true;
  try {
    await fetch("cancel", { method: "POST", headers: { "X-Catenary-Token": token() } });
    announce("The command is asked to end and to write what it has.");
  } catch {
    announce("The server did not answer.");
  }
  // The second request ends it at once, so it must not come by a double click.
  setTimeout(() => {
    cancel.textContent = "Stop at once";
    cancel.title = "Ends the command without what it would still write";
    cancel.disabled = false;
  }, 2500);
}

/** @param {string} key */
function showState(key) {
  if (key === shownState) return;
  if (shownState !== "") announce(STATES[key].text);
  shownState = key;
  status.replaceChildren(badge(STATES[key]));
  cancel.hidden = key !== "running" && key !== "cancelling";
  if (key === "ended" || key === "lost") {
    const { exit, how } = state.now;
    outcome.textContent = key === "lost" ? "The server has ended. What was known last is shown."
      : how ? `The command was ${how}.`
        : EXITS[exit ?? -1] ?? `The command has failed with exit code ${exit}; see the messages.`;
    if (key === "ended" && !state.now.report) {
      outcome.textContent += " There is no report: it needs a suite, or a run of one, " +
        "that was written with -o.";
    }
    outcome.hidden = false;
  }
}

function show() {
  for (const panel of panels) panel.show(state);
  showState(state.now.state);
  document.title = `${STATES[state.now.state].text}: ${report.suite}`;
}

async function ask() {
  const answer = await fetch(`events?from=${state.now.next}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  state.take(await answer.json());
}

async function loop() {
  for (;;) {
    try {
      await ask();
      failures = 0;
    } catch {
      if (++failures >= MOST_FAILURES) {
        showState("lost");
        return;
      }
    }
    show();
    if (state.now.state === "ended" && !state.now.more) break;
    const wait = state.now.more ? 0 : document.hidden ? EVERY_HIDDEN : EVERY;
    await new Promise((done) => setTimeout(done, wait));
  }
  if (state.now.report) location.replace("report");
}

prepareFrame();
drawHead("Catenary at work", report.suite, "#", [status]);
byId("views").hidden = true;
byId("main").append(h("div.page.live", {},
  h("div.heading.livehead", {}, h("h1.mono", { id: "title" }, report.suite), cancel),
  outcome, panels.map((p) => p.element)));
show();
loop();
