import { jsonLanguage } from '@codemirror/lang-json';

type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
type SyntaxNode = Tree['topNode'];

export interface JsonPlace {
  /** Normalized JSONPath (RFC 9535) of the value at the offset. */
  path: string;
  /** The value. */
  value: unknown;
}

const scalars = new Set(['String', 'Number', 'True', 'False', 'Null']);
const plainName = /^[A-Za-z_]\w*$/;

function segment(name: string): string {
  return plainName.test(name) ? `.${name}` : `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

const isValue = (name: string) => scalars.has(name) || name === 'Object' || name === 'Array';

/** The value at the offset: the one under the caret, the one right before it, or that of the property name. */
function valueAt(tree: Tree, offset: number): SyntaxNode | undefined {
  let node = tree.resolveInner(offset, 1);
  const before = tree.resolveInner(offset, -1);
  if (!scalars.has(node.name) && node.name !== 'PropertyName' && (scalars.has(before.name) || node.name === 'JsonText'))
    node = before;
  if (node.name === 'PropertyName' && node.parent) node = node.parent;
  if (node.name === 'Property') {
    const value = node.lastChild;
    return value && isValue(value.name) ? value : undefined;
  }
  while (!isValue(node.name)) {
    if (!node.parent) return undefined;
    node = node.parent;
  }
  return node;
}

function indexIn(node: SyntaxNode): number {
  let index = 0;
  for (let before = node.prevSibling; before; before = before.prevSibling) if (isValue(before.name)) index += 1;
  return index;
}

function pathOf(node: SyntaxNode, text: string): string {
  const segments: string[] = [];
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.name === 'Array') segments.unshift(`[${indexIn(at)}]`);
    const name = at.parent.name === 'Property' ? at.parent.getChild('PropertyName') : null;
    if (name) segments.unshift(segment(JSON.parse(text.slice(name.from, name.to)) as string));
  }
  return `$${segments.join('')}`;
}

/** jsonPathAt finds the value at `offset` of a JSON text; a property's name stands for its value. */
export function jsonPathAt(text: string, offset: number): JsonPlace | undefined {
  const node = valueAt(jsonLanguage.parser.parse(text), offset);
  if (!node) return undefined;
  try {
    return { path: pathOf(node, text), value: JSON.parse(text.slice(node.from, node.to)) };
  } catch {
    // Text that isn't valid JSON throughout has no path.
    return undefined;
  }
}
