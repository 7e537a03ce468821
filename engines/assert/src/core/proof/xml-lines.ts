import { escapeXml } from '@touchstone/kernel';
import type { XmlDocument, XmlNode } from '../xpath-query.ts';
import { kinds } from '../xpath1/xml-table.ts';
import type { LineWindow } from './line-window.ts';

/** An element, as far as its lines need it. */
interface XmlElement extends XmlNode {
  attributes?: (XmlNode & { name: string; value: string })[];
  nodeValue?: string | null;
}

const cdata = 4;

/** writeXmlLines writes a document, one element per line, with the lines of these nodes marked. */
export function writeXmlLines(document: XmlDocument, marked: ReadonlySet<unknown>, window: LineWindow): void {
  for (const child of document.childNodes) write(child as XmlElement, '', { marked, window });
}

function write(node: XmlElement, indent: string, to: { marked: ReadonlySet<unknown>; window: LineWindow }): void {
  const { marked, window } = to;
  if (window.isFull) return;
  if (node.nodeType !== kinds.element) {
    const text = textOf(node);
    if (text !== '') window.add(`${indent}${text}`, marked.has(node));
    return;
  }
  const { nodeName, attributes = [] } = node;
  const start = `${indent}<${[nodeName, ...attributes.map(({ name, value }) => `${name}="${escapeXml(value)}"`)].join(' ')}`;
  const isMarked = marked.has(node) || attributes.some((attribute) => marked.has(attribute));
  const children = ((node.childNodes ?? []) as XmlElement[]).filter((child) => textOf(child) !== '');
  if (children.length === 0) window.add(`${start}/>`, isMarked);
  else if (children.every(({ nodeType }) => nodeType === kinds.text || nodeType === cdata)) {
    const text = children.map(textOf).join('');
    window.add(`${start}>${text}</${nodeName}>`, isMarked || children.some((child) => marked.has(child)));
  } else {
    window.add(`${start}>`, isMarked);
    for (const child of children) write(child, `${indent}  `, to);
    if (!window.isFull) window.add(`${indent}</${nodeName}>`);
  }
}

function textOf({ nodeType, nodeName, nodeValue }: XmlElement): string {
  const text = (nodeValue ?? '').trim();
  if (nodeType === kinds.element) return nodeName;
  if (nodeType === kinds.comment) return `<!-- ${text} -->`;
  if (nodeType === kinds.instruction) return `<?${nodeName} ${text}?>`;
  return nodeType === kinds.text || nodeType === cdata ? escapeXml(text) : '';
}
