import { attributeOf, childElements, type XmlElement } from '../document/xml-document.ts';

/** particlesIn returns the particles of a model in order. */
export const particlesIn = (model: XmlElement): XmlElement[] =>
  childElements(model, 'element', 'any', 'group', 'choice', 'sequence', 'all');

/** occurs reads `minOccurs` or `maxOccurs`. */
export function occurs(element: XmlElement, name: string, otherwise: number): number {
  const text = attributeOf(element, name);
  if (text === 'unbounded') return Number.POSITIVE_INFINITY;
  const number = Number(text ?? otherwise);
  return Number.isInteger(number) && number >= 0 ? number : otherwise;
}

/**
 * allowsNamespace returns whether the `namespace` of a wildcard admits elements of a namespace; `target` is that of its
 * schema.
 */
export function allowsNamespace(allowed: string, namespace: string, target: string): boolean {
  if (allowed === '##any') return true;
  if (allowed === '##other') return namespace !== target && namespace !== '';
  return allowed.split(/\s+/).some((item) => {
    if (item === '##targetNamespace') return namespace === target;
    return item === '##local' ? namespace === '' : namespace === item;
  });
}
