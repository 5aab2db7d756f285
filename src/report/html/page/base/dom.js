// SPDX-License-Identifier: Apache-2.0
/**
 * Elements. Texts become text nodes and never markup, whatever they contain.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children */
function complete(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  add(element, children);
}

/** @param {Element} parent
 * @param {(Child | Child[])[]} children */
export function add(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element: h("p.note", {}, "text").
 * @param {string} tag  with classes
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElement} */
export function h(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(" ");
  complete(element, attributes, children);
  return element;
}

/** An SVG element.
 * @param {string} tag  with classes
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElement} */
export function svg(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  complete(element, attributes, children);
  return element;
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/** Tells screen readers. @param {string} text */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** "1 step", "2 steps", "10,000 steps".
 * @param {number} n
 * @param {string} what */
export function plural(n, what) {
  return `${thousands(n)} ${what}${n === 1 ? "" : "s"}`;
}

/** @param {number} n */
export function thousands(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
