import type { XmlDocument } from './xpath-query.ts';

type XmlElement = NonNullable<XmlDocument['documentElement']>;

/**
 * canonicalXml returns the same text for equivalent documents: names are compared by namespace, not prefix; order of
 * attributes, comments, processing instructions and white space between elements are ignored. `ignoreOrder` also
 * ignores the order of siblings.
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
  // Texts split by a comment or a CDATA section are one text.
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
