import { escapeXml } from '@touchstone/kernel';
import { type Element, parseXmlDocument } from 'slimdom';

/** Observations from all samples of one element. */
interface ElementShape {
  count: number;
  attributes: Map<string, { count: number; values: string[] }>;
  hasOtherAttributes: boolean;
  children: Map<string, { shape: ElementShape; least: number; most: number; in: number }>;
  /** Pairs `a before b` that were seen. */
  order: Set<string>;
  isInterleaved: boolean;
  hasOtherChildren: boolean;
  texts: string[];
  hasText: boolean;
}

const maxValues = 200;
const maxDepth = 64;

const types: [name: string, test: RegExp][] = [
  ['xs:boolean', /^(true|false)$/],
  ['xs:integer', /^[+-]?\d+$/],
  ['xs:decimal', /^[+-]?(\d+\.\d*|\.\d+|\d+)$/],
  ['xs:dateTime', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/],
  ['xs:date', /^\d{4}-\d\d-\d\d$/],
];

/**
 * inferXsd returns an XML Schema that accepts the samples. They must have the same root element. Children are a
 * sequence if their order is the same everywhere, otherwise a choice; elements of other namespaces are allowed without
 * validation. Throws if a sample isn't XML.
 */
export function inferXsd(samples: readonly string[]): string {
  const roots = samples.map((text) => parseXmlDocument(text).documentElement);
  const [first] = roots;
  if (first === undefined || first === null) throw new Error('Give at least one XML document with a root element.');
  const namespace = first.namespaceURI ?? '';
  const shape = emptyShape();
  for (const root of roots) {
    if (root?.localName !== first.localName || (root.namespaceURI ?? '') !== namespace) {
      throw new Error(
        `The documents have different root elements: ${first.localName} and ${root?.localName ?? 'none'}.`,
      );
    }
    add(shape, root, namespace, 0);
  }
  const target = namespace === '' ? '' : ` targetNamespace="${escapeXml(namespace)}" xmlns="${escapeXml(namespace)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${target} elementFormDefault="qualified">`,
    ...element(first.localName, shape, '', '  '),
    '</xs:schema>',
    '',
  ].join('\n');
}

function emptyShape(): ElementShape {
  return {
    count: 0,
    attributes: new Map(),
    hasOtherAttributes: false,
    children: new Map(),
    order: new Set(),
    isInterleaved: false,
    hasOtherChildren: false,
    texts: [],
    hasText: false,
  };
}

function add(shape: ElementShape, node: Element, namespace: string, depth: number): void {
  shape.count += 1;
  for (const { localName, namespaceURI, value } of node.attributes) {
    if (namespaceURI === 'http://www.w3.org/2000/xmlns/') continue;
    if (namespaceURI !== null) {
      // Attributes of XMLSchema-instance are always allowed.
      if (namespaceURI !== 'http://www.w3.org/2001/XMLSchema-instance') shape.hasOtherAttributes = true;
      continue;
    }
    const known = shape.attributes.get(localName) ?? { count: 0, values: [] };
    known.count += 1;
    if (known.values.length < maxValues) known.values.push(value);
    shape.attributes.set(localName, known);
  }
  const text = node.childNodes
    .filter((child) => child.nodeType === 3 || child.nodeType === 4)
    .map((child) => (child as unknown as { data: string }).data)
    .join('');
  if (text.trim() !== '') shape.hasText = true;
  if (shape.texts.length < maxValues) shape.texts.push(text.trim());
  addChildren(shape, node, namespace, depth);
}

function addChildren(shape: ElementShape, node: Element, namespace: string, depth: number): void {
  const counts = new Map<string, number>();
  let previous: string | undefined;
  for (const child of node.children as Element[]) {
    if ((child.namespaceURI ?? '') !== namespace || depth >= maxDepth) {
      shape.hasOtherChildren = true;
      continue;
    }
    const name = child.localName;
    if (name !== previous && counts.has(name)) shape.isInterleaved = true;
    for (const earlier of counts.keys()) if (earlier !== name) shape.order.add(`${earlier}\n${name}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    previous = name;
    const known = shape.children.get(name) ?? { shape: emptyShape(), least: Number.POSITIVE_INFINITY, most: 0, in: 0 };
    shape.children.set(name, known);
    add(known.shape, child, namespace, depth + 1);
  }
  for (const [name, known] of shape.children) {
    const count = counts.get(name) ?? 0;
    if (count > 0) known.in += 1;
    known.least = Math.min(known.least, count);
    known.most = Math.max(known.most, count);
  }
}

function element(name: string, shape: ElementShape, occurs: string, indent: string): string[] {
  const isPlain = shape.children.size === 0 && !shape.hasOtherChildren;
  const type = simpleType(shape.texts);
  if (isPlain && shape.attributes.size === 0 && !shape.hasOtherAttributes) {
    return [`${indent}<xs:element name="${name}" type="${type}"${occurs}/>`];
  }
  const inner = `${indent}    `;
  const content = isPlain
    ? [
        `${inner}<xs:simpleContent>`,
        `${inner}  <xs:extension base="${type}">`,
        ...attributes(shape, `${inner}    `),
        `${inner}  </xs:extension>`,
        `${inner}</xs:simpleContent>`,
      ]
    : [...children(shape, inner), ...attributes(shape, inner)];
  return [
    `${indent}<xs:element name="${name}"${occurs}>`,
    `${indent}  <xs:complexType${shape.hasText && !isPlain ? ' mixed="true"' : ''}>`,
    ...content,
    `${indent}  </xs:complexType>`,
    `${indent}</xs:element>`,
  ];
}

function children(shape: ElementShape, indent: string): string[] {
  const order = shape.isInterleaved || shape.hasOtherChildren ? undefined : sequenceOf(shape);
  const any = shape.hasOtherChildren ? [`${indent}  <xs:any namespace="##other" processContents="lax"/>`] : [];
  if (order === undefined) {
    const inside = [...shape.children].flatMap(([name, { shape: child }]) => element(name, child, '', `${indent}  `));
    return [`${indent}<xs:choice minOccurs="0" maxOccurs="unbounded">`, ...inside, ...any, `${indent}</xs:choice>`];
  }
  const inside = order.flatMap((name) => {
    const { shape: child, in: parents, most } = shape.children.get(name)!;
    const least = parents < shape.count ? ' minOccurs="0"' : '';
    return element(name, child, `${least}${most > 1 ? ' maxOccurs="unbounded"' : ''}`, `${indent}  `);
  });
  return [`${indent}<xs:sequence>`, ...inside, `${indent}</xs:sequence>`];
}

/** The order that all samples follow, or undefined if two contradict each other. */
function sequenceOf({ children: known, order }: ElementShape): string[] | undefined {
  const left = [...known.keys()];
  const sorted: string[] = [];
  while (left.length > 0) {
    const index = left.findIndex((name) => left.every((other) => other === name || !order.has(`${other}\n${name}`)));
    if (index < 0) return undefined;
    sorted.push(...left.splice(index, 1));
  }
  return sorted;
}

function attributes(shape: ElementShape, indent: string): string[] {
  const lines = [...shape.attributes].map(([name, { count, values }]) => {
    const use = count === shape.count ? ' use="required"' : '';
    return `${indent}<xs:attribute name="${name}" type="${simpleType(values)}"${use}/>`;
  });
  return shape.hasOtherAttributes
    ? [...lines, `${indent}<xs:anyAttribute namespace="##other" processContents="lax"/>`]
    : lines;
}

function simpleType(values: readonly string[]): string {
  // Values beyond the limit weren't kept, so no type can be inferred.
  if (values.length === 0 || values.length >= maxValues) return 'xs:string';
  return types.find(([, test]) => values.every((value) => test.test(value)))?.[0] ?? 'xs:string';
}
