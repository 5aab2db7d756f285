// SPDX-License-Identifier: Apache-2.0
/** Tables that stay fast with any number of rows: only the rows in sight are
 * elements. Short tables are complete, so that browsers can search and print
 * them. */
import { add, h } from "./dom.js";

/**
 * @template R
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: R) => (import("./dom.js").Child | import("./dom.js").Child[])} cell
 * @property {((row: R) => string | number)=} sort  what rows are ordered by
 * @property {string=} width  a CSS length; the others share what is left
 * @property {string=} kind  a class: "number", "wide" (not on narrow screens), …
 * @property {boolean=} head  names the row
 */
/**
 * @template R
 * @typedef {object} TableOptions
 * @property {string} label
 * @property {Column<R>[]} columns
 * @property {R[]} rows
 * @property {number} height  of a row, in pixels
 * @property {((row: R) => boolean)=} current  whether a row is the chosen one
 * @property {((row: R) => string)=} tone
 * @property {string=} empty  shown where there are no rows
 * @property {((row: R) => void)=} onrow
 */

/** Tables with at most so many rows are complete. */
const COMPLETE = 150;
/** Rows beyond the edges that are elements all the same. */
const MARGIN = 20;

/** @template R */
export class DataTable {
  /** @param {TableOptions<R>} options */
  constructor(options) {
    this.options = options;
    this.rows = options.rows;
    /** @type {{column: Column<R>, down: boolean} | null} */
    this.order = null;
    this.first = -1;
    this.last = -1;
    this.body = h("tbody");
    this.heads = options.columns.map((c) => this.head(c));
    this.table = h("table.data", { "aria-rowcount": this.rows.length + 1 },
      h("caption.hidden", {}, options.label),
      h("colgroup", {}, options.columns.map((c) => this.col(c))),
      h("thead", {}, h("tr", { "aria-rowindex": 1 }, this.heads)), this.body);
    this.element = h("div.scroll", { tabindex: 0, role: "region",
      "aria-label": options.label, onscroll: () => this.draw(false),
      onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) }, this.table);
    this.draw(true);
    // The size is known once the element is on the page.
    new ResizeObserver(() => this.draw(false)).observe(this.element);
    addEventListener("beforeprint", () => this.draw(true, true));
    addEventListener("afterprint", () => this.draw(true));
  }

  /** @param {Column<R>} column */
  col(column) {
    const col = h("col" + (column.kind ? "." + column.kind.split(" ").join(".") : ""));
    if (column.width) col.style.width = column.width;
    return col;
  }

  /** @param {Column<R>} column */
  head(column) {
    const cell = h("th", { scope: "col", class: column.kind });
    if (column.sort) {
      add(cell, [h("button.sort", { type: "button", onclick: () => this.sortBy(column) },
        column.title)]);
    } else {
      add(cell, [column.title]);
    }
    return cell;
  }

  /** @param {Column<R>} column */
  sortBy(column) {
    const down = this.order?.column === column && !this.order.down;
    this.order = { column, down };
    this.heads.forEach((head, i) => {
      if (this.options.columns[i] === column) {
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
      } else {
        head.removeAttribute("aria-sort");
      }
    });
    this.show(this.options.rows);
  }

  /** Shows other rows. @param {R[]} rows */
  show(rows) {
    this.options.rows = rows;
    this.rows = rows;
    const by = this.order?.column.sort;
    if (by) {
      const sign = this.order?.down ? -1 : 1;
      this.rows = rows.map((row, i) => ({ row, i, key: by(row) }))
        .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.i - b.i))
        .map((one) => one.row);
    }
    this.table.setAttribute("aria-rowcount", String(rows.length + 1));
    this.draw(true);
  }

  /** @param {boolean} again  even if the same rows are in sight
   * @param {boolean} [all] */
  draw(again, all = false) {
    const { height } = this.options;
    const count = this.rows.length;
    let first = 0;
    let last = count;
    if (count > COMPLETE) {
      const seen = Math.ceil((this.element.clientHeight || 900) / height);
      first = Math.max(0, Math.floor(this.element.scrollTop / height) - MARGIN);
      last = Math.min(count, first + (all ? 1000 : seen + 2 * MARGIN));
    }
    if (!again && first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    const rows = [];
    if (first > 0) rows.push(this.space(first * height));
    for (let i = first; i < last; ++i) rows.push(this.row(i));
    if (last < count) rows.push(this.space((count - last) * height));
    if (count === 0) {
      rows.push(h("tr", {}, h("td.empty", { colspan: this.options.columns.length },
        this.options.empty ?? "Nothing to show.")));
    }
    this.body.replaceChildren(...rows);
  }

  /** @param {number} height */
  space(height) {
    const cell = h("td", { colspan: this.options.columns.length });
    cell.style.height = `${height}px`;
    return h("tr.space", { "aria-hidden": "true" }, cell);
  }

  /** @param {number} index */
  row(index) {
    const row = this.rows[index];
    const { columns, current, tone, height, onrow } = this.options;
    const element = h("tr", { "aria-rowindex": index + 2, "data-row": index,
      "aria-current": current?.(row) ? "true" : null, "data-tone": tone?.(row),
      onclick: onrow ? (/** @type {MouseEvent} */ e) => {
        if (!(e.target instanceof Element) || !e.target.closest("a, button")) onrow(row);
      } : null, class: onrow ? "active" : null },
      columns.map((c) => h(c.head ? "th" : "td",
        { class: c.kind, scope: c.head ? "row" : null }, h("div.cell", {}, c.cell(row)))));
    element.style.height = `${height}px`;
    return element;
  }

  /** Moves the row into sight. @param {number} index */
  reveal(index) {
    const { height } = this.options;
    const top = index * height;
    const view = this.element;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + 2 * height > view.scrollTop + view.clientHeight) {
      view.scrollTop = top + 2 * height - view.clientHeight;
    }
    this.draw(true);
  }

  /** Up and down go from link to link. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = event.target instanceof Element ? event.target.closest("tr") : null;
    if (!step || !from?.dataset.row) return;
    const to = Number(from.dataset.row) + step;
    if (to < 0 || to >= this.rows.length) return;
    event.preventDefault();
    this.reveal(to);
    const link = this.body.querySelector(`tr[data-row="${to}"] a`);
    if (link instanceof HTMLElement) link.focus();
  }
}
