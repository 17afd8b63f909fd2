// A tree of plain objects, and the least change that makes the page look like it.
// Elements are kept (by their key, else by position), so focus, a finger that is
// down and an animation survive every new message.

const SVG = "http://www.w3.org/2000/svg";

/** Describe an element: attributes, `on…` listeners, `key`, and children (text, trees, null). */
export function h(tag, attrs = {}, ...children) {
  return { tag, attrs, children };
}

// What is null, undefined, false or empty is not there.
function there(children) {
  return [children].flat(Infinity).filter((child) => child || child === 0);
}

/** Make the children of `parent` those described. */
export function render(parent, children) {
  const keyed = new Map();
  const loose = [];
  for (const node of parent.childNodes) {
    if (node.key !== undefined) keyed.set(node.key, node);
    else loose.push(node);
  }
  let next = parent.firstChild;
  for (const child of there(children)) {
    const node = claim(child, keyed, loose) ?? create(child, parent);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    update(node, child);
  }
  while (next !== null) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function claim(child, keyed, loose) {
  const key = child.attrs?.key;
  if (key !== undefined) {
    const node = keyed.get(key);
    keyed.delete(key);
    return node?.localName === child.tag ? node : undefined;
  }
  const fits = (node) =>
    child.tag === undefined ? node.nodeType === Node.TEXT_NODE : node.localName === child.tag;
  const index = loose.findIndex(fits);
  return index < 0 ? undefined : loose.splice(index, 1)[0];
}

function create(child, parent) {
  if (child.tag === undefined) return document.createTextNode(String(child));
  const drawn = child.tag === "svg" || parent.namespaceURI === SVG;
  const node = drawn ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  if (child.attrs.key !== undefined) node.key = child.attrs.key;
  return node;
}

function update(node, child) {
  if (child.tag === undefined) {
    if (node.data !== String(child)) node.data = String(child);
    return;
  }
  const { key, ...attrs } = child.attrs;
  for (const name of node.getAttributeNames()) {
    if (!(name in attrs) && name !== "style") node.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attrs)) set(node, name, value);
  render(node, child.children);
}

function set(node, name, value) {
  if (name.startsWith("on")) node[name] = value;
  else if (name.startsWith("--")) node.style.setProperty(name, value);
  else if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}
