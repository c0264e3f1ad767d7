// A screen reader for tests. It perceives the accessibility tree of the browser and nothing else: names that can be read, and what changed in live
// regions since it last looked.
//
// It speaks as the browser tells real readers to: a live region is spoken when a text in it is new or has changed. It is silent
// - where a region came into being together with its text (only alerts are spoken then),
// - where a text was replaced by the same text in the same node,
// - where a text went away,
// - where time runs down.
// A region that is hidden is not in the tree, and silent as well.

/** @typedef {import('playwright-core').CDPSession} Session */
/**
 * A node of the tree, with what the reader uses of it.
 * @typedef {{ id: string, role: string, name: string, live: string, atomic: boolean, busy: boolean, focused: boolean, disabled: boolean, region: string | null, children: Node[], parent: Node | null }} Node
 */
/** Text by node, of each live region. @typedef {Map<string, Map<string, string>>} Regions */
/** @typedef {{ region: string, text: string }} Spoken a spoken text, with the role and name of its region */

/** Text of the browser's own boxes, which repeats that of their parents. */
const BOXES = ['InlineTextBox'];

/** Roles whose name is all there is to read. */
const NAMED = ['image', 'img', 'button', 'gridcell', 'link', 'textbox', 'checkbox', 'switch', 'radio', 'StaticText', 'listbox', 'combobox'];

export class Reader {
  #session;
  /** @type {Regions} */
  #regions = new Map();
  /** The document that was last seen. */
  #document = '';

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {import('playwright-core').Page} page */
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new Reader(session);
  }

  /** Looks at the page, and returns it with what it said since the last look. */
  async look() {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    const root = treeOf(nodes);
    return { root, spoken: this.#hear(root) };
  }

  /** @param {Node} root @returns {Spoken[]} */
  #hear(root) {
    // On a page that has just been loaded everything is there, and nothing has changed.
    const isNewPage = root.id !== this.#document;
    this.#document = root.id;
    /** @type {Spoken[]} */
    const spoken = [];
    /** @type {Regions} */
    const regions = new Map();
    for (const region of nodesOf(root).filter(({ live, region: of }) => live !== '' && of === null)) {
      const texts = new Map(leavesOf(region).map((leaf) => [leaf.id, leaf.name]));
      const before = this.#regions.get(region.id);
      regions.set(region.id, before && region.busy ? before : texts);
      if (isNewPage || region.live === 'off' || region.busy || (!before && region.role !== 'alert')) continue;
      const fresh = leavesOf(region).filter((leaf) => before?.get(leaf.id) !== leaf.name && !isTimer(leaf, region));
      const called = `${region.role} ${region.name}`.trim();
      for (const text of region.atomic ? (fresh.length > 0 ? [textOf(region)] : []) : paragraphs(fresh)) {
        if (text !== '') spoken.push({ region: called, text });
      }
    }
    this.#regions = regions;
    return spoken;
  }
}

/** @param {any[]} found @returns {Node} */
function treeOf(found) {
  /** @type {Map<string, any>} */
  const byId = new Map(found.map((node) => [node.nodeId, node]));
  /** @param {any} node @param {Node | null} parent @param {string | null} region @returns {Node} */
  const build = (node, parent, region) => {
    const properties = Object.fromEntries((node.properties ?? []).map((/** @type {any} */ { name, value }) => [name, value.value]));
    const role = node.role?.value ?? '';
    const live = typeof properties.live === 'string' ? properties.live : '';
    /** @type {Node} */
    const built = {
      id: node.nodeId, role, live, region, parent, children: [],
      name: String(node.name?.value ?? '').replace(/\s+/g, ' ').trim(),
      atomic: properties.atomic === true, busy: properties.busy === true, focused: properties.focused === true, disabled: properties.disabled === true,
    };
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child && !BOXES.includes(child.role?.value)) built.children.push(build(child, built, live !== '' ? node.nodeId : region));
    }
    return built;
  };
  const root = found.find(({ parentId }) => parentId === undefined);
  return build(root, null, null);
}

/** Returns a node and all below it, in the order of reading. @param {Node} node @returns {Node[]} */
export const nodesOf = (node) => [node, ...node.children.flatMap(nodesOf)];

/** Returns the nodes below one that are read as a whole. @param {Node} node @returns {Node[]} */
export function leavesOf(node) {
  if (node.name !== '' && NAMED.includes(node.role)) return [node];
  return node.children.flatMap(leavesOf);
}

/** @param {Node} node */
export const textOf = (node) => leavesOf(node).map(({ name }) => name).join(' ').trim();

/** @param {Node} leaf @param {Node} region @returns {boolean} */
const isTimer = ({ parent }, region) => parent !== null && parent !== region && (parent.role === 'timer' || isTimer(parent, region));

/** Joins texts of the same parent. @param {Node[]} leaves */
function paragraphs(leaves) {
  /** @type {Map<Node | null, string[]>} */
  const byParent = new Map();
  for (const { parent, name } of leaves) byParent.set(parent, [...(byParent.get(parent) ?? []), name]);
  return [...byParent.values()].map((texts) => texts.join(' ').trim());
}
