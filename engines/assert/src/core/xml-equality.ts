import type { XmlDocument } from './xpath-query.ts';

type XmlElement = NonNullable<XmlDocument['documentElement']>;

/**
 * canonicalXml gives the same text for documents that say the same: names are compared with their namespace and not their prefix; order
 * of attributes, comments, processing instructions and white space between elements do not count. `ignoreOrder` leaves the order of
 * siblings out too.
 */
export function canonicalXml(document: XmlDocument, options: { ignoreOrder: boolean }): string {
  const root = document.documentElement;
  return root === null ? '' : elementText(root, options);
}

function elementText(element: XmlElement, options: { ignoreOrder: boolean }): string {
  const attributes = element.attributes
    .filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns')
    .map(({ namespaceURI, localName, value }) => `${nameText(namespaceURI, localName)}=${JSON.stringify(value)}`)
    .sort();
  const children = childTexts(element, options);
  if (options.ignoreOrder) children.sort();
  return `<${nameText(element.namespaceURI, element.localName)} ${attributes.join(' ')}>${children.join('')}</>`;
}

function childTexts(element: XmlElement, options: { ignoreOrder: boolean }): string[] {
  const children: string[] = [];
  let text = '';
  // Texts that a comment or a section splits are one text.
  const endText = () => {
    if (text.trim() !== '') children.push(JSON.stringify(text.trim()));
    text = '';
  };
  for (const child of element.childNodes) {
    if (child.nodeType === 3 || child.nodeType === 4) text += child.nodeValue ?? '';
    else if (child.nodeType === 1) {
      endText();
      children.push(elementText(child as XmlElement, options));
    }
  }
  endText();
  return children;
}

function nameText(namespace: string | null, name: string): string {
  return namespace ? `{${namespace}}${name}` : name;
}
