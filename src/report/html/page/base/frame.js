// SPDX-License-Identifier: Apache-2.0
/** What is around the content of a page: theme and head. */
import { add, byId, h, svg } from "./dom.js";

/** Reads and keeps the theme; storage may be forbidden for local files. */
const theme = {
  get() {
    try {
      return localStorage.getItem("catenary-theme") ?? "";
    } catch {
      return "";
    }
  },
  /** @param {string} value */
  set(value) {
    document.documentElement.dataset.theme = value;
    try {
      localStorage.setItem("catenary-theme", value);
    } catch {
      // The choice holds until the page is closed.
    }
  },
};

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A chain that hangs between two posts. */
function logo() {
  return svg("svg.logo", { viewBox: "0 0 32 24", "aria-hidden": "true" },
    svg("path", { d: "M3 3v18M29 3v18" }),
    svg("path.curve", { d: "M3 4c4 17 22 17 26 0" }));
}

/** The head of a page.
 * @param {string} title
 * @param {string} small  below it
 * @param {string} href
 * @param {import("./dom.js").Child[]} rest  on the right */
export function drawHead(title, small, href, rest) {
  const button = h("button.theme", { type: "button", onclick: () => {
    theme.set(isDark() ? "light" : "dark");
    button.textContent = isDark() ? "Light" : "Dark";
  } }, isDark() ? "Light" : "Dark");
  button.setAttribute("aria-label", "Switch between light and dark");
  add(byId("top"), [h("a.brand", { href }, logo(),
    h("span", {}, h("b", {}, title), h("small", {}, small))), ...rest, button]);
}

/** The theme that was chosen before, and the way past the head. */
export function prepareFrame() {
  document.documentElement.dataset.theme = theme.get();
  byId("skip").addEventListener("click", () => byId("main").focus());
}
