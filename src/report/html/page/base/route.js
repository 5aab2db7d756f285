// SPDX-License-Identifier: Apache-2.0
/** Where the reader is, in the part of the address behind '#', so that every
 * place can be linked: #goals&status=covered, #goal=ID, #test=ID&step=3. */

/** @typedef {Record<string, string>} Route */

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns {{view: string, route: Route}} */
export function currentRoute() {
  /** @type {Route} */
  const route = Object.create(null);
  const parts = location.hash.slice(1).split("&").filter((p) => p !== "");
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 0) route[decode(part)] = "";
    else route[decode(part.slice(0, at))] = decode(part.slice(at + 1));
  }
  return { view: Object.keys(route)[0] ?? "summary", route };
}

/** link("goals", {status: "covered"}), link("goal", {goal: ID}).
 * @param {string} view
 * @param {Record<string, string | number | undefined>} [values] */
export function link(view, values = {}) {
  const parts = Object.entries(values)
    .filter(([name, value]) => name !== view && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const own = values[view];
  const first = own === undefined ? view : `${view}=${encodeURIComponent(String(own))}`;
  return "#" + [first, ...parts].join("&");
}

/** Changes the address without a new entry in the history.
 * @param {string} hash */
export function replaceRoute(hash) {
  history.replaceState(null, "", hash);
}
