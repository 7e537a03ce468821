import { childElements, type XmlElement } from '../document/xml-document.ts';

export type XmlNode = XmlElement;

/** JmeterNode is an element of a test plan with its child elements. */
export interface JmeterNode {
  element: XmlElement;
  /** Class name without its package; old plans include the package. */
  kind: string;
  name: string;
  children: JmeterNode[];
}

/** nodesOf pairs each element of a hashTree with the hashTree that follows it; disabled elements are skipped. */
export function nodesOf(hashTree: XmlElement): JmeterNode[] {
  const nodes: JmeterNode[] = [];
  let last: JmeterNode | undefined;
  for (const element of childElements(hashTree)) {
    if (element.localName === 'hashTree') {
      if (last) last.children = nodesOf(element);
      continue;
    }
    const kind = (element.getAttribute('testclass') ?? element.localName).split('.').at(-1) ?? '';
    last = { element, kind, name: element.getAttribute('testname')?.trim() || kind, children: [] };
    if (element.getAttribute('enabled') !== 'false') nodes.push(last);
  }
  return nodes;
}

/** propertyOf returns the text of a property; undefined if it is absent. */
export function propertyOf(element: XmlElement, ...names: string[]): string | undefined {
  for (const name of names)
    for (const child of childElements(element))
      if (child.getAttribute('name') === name && child.localName.endsWith('Prop') && !isGroup(child))
        return child.textContent ?? '';
  return undefined;
}

const isGroup = ({ localName }: XmlElement): boolean =>
  /^(elementProp|collectionProp|objProp|mapProp)$/.test(localName);

/** propertyGroup returns a property that itself has properties. */
export const propertyGroup = (element: XmlElement, ...names: string[]): XmlElement | undefined =>
  childElements(element).find((child) => isGroup(child) && names.includes(child.getAttribute('name') ?? ''));

/** collectionOf returns the items of a collection. */
export function collectionOf(element: XmlElement, name: string): XmlElement[] {
  const collection = propertyGroup(element, name);
  return collection ? childElements(collection) : [];
}

/** argumentsOf returns names and values of an `Arguments` element or property. */
export function argumentsOf(holder: XmlElement): { name: string; value: string; element: XmlElement }[] {
  return collectionOf(holder, 'Arguments.arguments').map((element) => ({
    name: propertyOf(element, 'Argument.name') ?? element.getAttribute('name') ?? '',
    value: propertyOf(element, 'Argument.value') ?? '',
    element,
  }));
}
