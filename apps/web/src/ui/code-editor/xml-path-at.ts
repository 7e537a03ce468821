import { xmlLanguage } from '@codemirror/lang-xml';

type SyntaxNode = ReturnType<typeof xmlLanguage.parser.parse>['topNode'];

export interface XmlPlace {
  /** XPath of the element or attribute at the offset. */
  path: string;
  /** Its text; undefined if it has child elements. */
  value: string | undefined;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** The tag of an element, with its name and attributes. */
const tagOf = (element: SyntaxNode): SyntaxNode | null =>
  element.getChild('OpenTag') ?? element.getChild('SelfClosingTag');

function nameOf(element: SyntaxNode, text: string): string {
  const name = tagOf(element)?.getChild('TagName');
  return name ? text.slice(name.from, name.to) : '';
}

function stepOf(element: SyntaxNode, text: string): string {
  const name = nameOf(element, text);
  const same = element.parent?.getChildren('Element').filter((each) => nameOf(each, text) === name) ?? [];
  const place = same.findIndex(({ from }) => from === element.from);
  return same.length > 1 ? `${name}[${place + 1}]` : name;
}

function pathOf(element: SyntaxNode, text: string): string {
  const steps: string[] = [];
  for (let at: SyntaxNode | null = element; at; at = at.parent)
    if (at.name === 'Element') steps.unshift(stepOf(at, text));
  return `/${steps.join('/')}`;
}

function textOf(element: SyntaxNode, text: string): string | undefined {
  if (element.getChild('Element')) return undefined;
  const end = element.getChild('CloseTag');
  const start = element.getChild('OpenTag');
  if (!start || !end) return '';
  return decoded(
    text
      .slice(start.to, end.from)
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<!\[CDATA\[|\]\]>/g, ''),
  );
}

/** The closest node of a kind around another, or the node itself. */
function around(node: SyntaxNode, kind: string): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === kind) return at;
  return undefined;
}

/** xmlPathAt finds the element or attribute at `offset` of an XML text. */
export function xmlPathAt(text: string, offset: number): XmlPlace | undefined {
  const tree = xmlLanguage.parser.parse(text);
  const node = tree.resolveInner(offset, 1);
  const element = around(node, 'Element') ?? around(tree.resolveInner(offset, -1), 'Element');
  if (!element || nameOf(element, text) === '') return undefined;
  const attribute = around(node, 'Attribute') ?? around(tree.resolveInner(offset, -1), 'Attribute');
  const name = attribute?.getChild('AttributeName');
  const path = pathOf(element, text);
  if (!attribute || !name) return { path, value: textOf(element, text) };
  const written = text.slice(name.from, name.to);
  // Namespace declarations aren't attributes in XPath.
  if (/^xmlns(:|$)/.test(written)) return { path, value: textOf(element, text) };
  const value = attribute.getChild('AttributeValue');
  return { path: `${path}/@${written}`, value: value ? decoded(text.slice(value.from + 1, value.to - 1)) : '' };
}
