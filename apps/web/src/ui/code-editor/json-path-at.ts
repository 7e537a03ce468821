import { jsonLanguage } from '@codemirror/lang-json';

export interface JsonPlace {
  /** Normalised JSONPath (RFC 9535) of the value at the place. */
  path: string;
  /** The value itself. */
  value: unknown;
}

const scalars = new Set(['String', 'Number', 'True', 'False', 'Null']);
const plainName = /^[A-Za-z_]\w*$/;

function segment(name: string): string {
  return plainName.test(name)
    ? `.${name}`
    : `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

/** jsonPathAt finds the value that stands at `offset` of a JSON text; a click on a property's name means its value. */
export function jsonPathAt(text: string, offset: number): JsonPlace | undefined {
  const tree = jsonLanguage.parser.parse(text);
  let node = tree.resolveInner(offset, 1);
  // A caret right behind a value, before the comma, means that value.
  const before = tree.resolveInner(offset, -1);
  if (!scalars.has(node.name) && node.name !== 'PropertyName' && (scalars.has(before.name) || node.name === 'JsonText'))
    node = before;
  if (node.name === 'PropertyName' || node.name === 'Property') {
    const property = node.name === 'Property' ? node : node.parent;
    const value = property?.lastChild;
    if (!value || value.name === 'PropertyName') return undefined;
    node = value;
  }
  while (!scalars.has(node.name) && node.name !== 'Object' && node.name !== 'Array') {
    if (!node.parent) return undefined;
    node = node.parent;
  }
  let value: unknown;
  try {
    value = JSON.parse(text.slice(node.from, node.to));
  } catch {
    return undefined;
  }
  const segments: string[] = [];
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (parent.name === 'Property') {
      const name = parent.getChild('PropertyName');
      if (name) segments.unshift(segment(JSON.parse(text.slice(name.from, name.to)) as string));
    } else if (parent.name === 'Array') {
      let index = 0;
      for (let before = at.prevSibling; before; before = before.prevSibling)
        if (scalars.has(before.name) || before.name === 'Object' || before.name === 'Array') index += 1;
      segments.unshift(`[${index}]`);
    }
  }
  return { path: `$${segments.join('')}`, value };
}
