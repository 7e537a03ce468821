import { BudgetError, workLimits } from '@touchstone/kernel';
import type { Document } from 'slimdom';

/** XmlDocument is a parsed XML document. */
export type XmlDocument = Document;
type XmlNode = XmlDocument['childNodes'][number] | XmlDocument;
type XmlAttribute = NonNullable<XmlDocument['documentElement']>['attributes'][number];

/** Kinds of nodes by their numbers in the DOM; a CDATA section is text. */
export const kinds = { element: 1, attribute: 2, text: 3, instruction: 7, comment: 8, document: 9 } as const;

/** TableNode is a node by position: `end` is the first position after its descendants, `parent` that of its parent. */
export interface TableNode {
  kind: number;
  node: XmlNode | XmlAttribute;
  parent: number;
  end: number;
  /** For elements, attributes and instructions. */
  localName: string;
  namespace: string;
  /** For everything except elements and the document. */
  value: string;
}

const tables = new WeakMap<XmlDocument, TableNode[]>();

/**
 * tableOf returns all nodes of a document in document order, attributes right after their element. Descendants are thus
 * a range, and order is a comparison of positions. Adjacent texts are one node, as XPath requires.
 */
export function tableOf(document: XmlDocument): TableNode[] {
  const known = tables.get(document);
  if (known !== undefined) return known;
  const table: TableNode[] = [];
  add(table, document, -1);
  tables.set(document, table);
  return table;
}

function add(table: TableNode[], node: XmlNode, parent: number): void {
  if (table.length >= workLimits.nodes)
    throw new BudgetError('The XML', 'nodes', workLimits.nodes, 'Use a smaller document.');
  const place = table.length;
  const { localName = '', namespaceURI = null } = node as { localName?: string; namespaceURI?: string | null };
  const kind = node.nodeType === 4 ? kinds.text : node.nodeType;
  const name = kind === kinds.instruction ? node.nodeName : localName;
  const value = kind === kinds.element || kind === kinds.document ? '' : (node.nodeValue ?? '');
  const entry: TableNode = { kind, node, parent, end: 0, localName: name, namespace: namespaceURI ?? '', value };
  table.push(entry);
  if (kind === kinds.element) addAttributes(table, node as NonNullable<XmlDocument['documentElement']>, place);
  let text: TableNode | undefined;
  for (const child of node.childNodes) {
    const isText = child.nodeType === 3 || child.nodeType === 4;
    if (isText && text !== undefined) text.value += child.nodeValue ?? '';
    else if (child.nodeType !== 10) add(table, child, place);
    text = isText ? (text ?? table.at(-1)) : undefined;
  }
  entry.end = table.length;
}

function addAttributes(table: TableNode[], element: NonNullable<XmlDocument['documentElement']>, parent: number): void {
  for (const node of element.attributes) {
    const { localName, namespaceURI, value, name, prefix } = node;
    if (name === 'xmlns' || prefix === 'xmlns') continue;
    const end = table.length + 1;
    table.push({ kind: kinds.attribute, node, parent, end, localName, namespace: namespaceURI ?? '', value });
  }
}
