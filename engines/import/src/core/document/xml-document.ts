import { type Element, parseXmlDocument } from 'slimdom';
import type { ProblemList } from '../problems.ts';

export type XmlElement = Element;

const repairLimit = 30;
const elementNode = 1;

/**
 * readXml parses XML; nothing outside the text is ever read. Common faults (an undeclared prefix, an HTML entity, a
 * bare ampersand, text before the first tag) are repaired and reported.
 */
export function readXml(text: string, place: string, problems: ProblemList): XmlElement | undefined {
  let content = text.slice(Math.max(0, text.indexOf('<')));
  for (let round = 0; round <= repairLimit; round += 1) {
    try {
      return parseXmlDocument(content).documentElement ?? undefined;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const repaired = repair(content, message);
      if (repaired === undefined || round === repairLimit) {
        problems.add(place, `The XML cannot be read: ${explain(message, content)}`);
        return undefined;
      }
      problems.add(place, `${message.split('\n')[0]}; it was mended while reading.`);
      content = repaired;
    }
  }
  return undefined;
}

function explain(message: string, content: string): string {
  if (!content.trimStart().startsWith('<')) return 'it has no elements.';
  if (/call stack/i.test(message)) return 'its elements are nested too deeply.';
  return message.split('\n').slice(0, 2).join(' ').replace(/:\s*$/, '');
}

function repair(content: string, message: string): string | undefined {
  const entity = /unknown entity "([^"]+)"/.exec(message)?.[1];
  if (entity !== undefined) return content.replaceAll(`&${entity};`, entity === 'nbsp' ? '&#160;' : '');
  const escaped = escapeAmpersands(content);
  if (escaped !== content) return escaped;
  const prefix = /undeclared (?:attribute |element )?prefix "?([\w.-]+)"?/.exec(message)?.[1];
  if (prefix === undefined) return undefined;
  const root = /<[A-Za-z_][\w.:-]*/.exec(content);
  if (!root) return undefined;
  const end = root.index + root[0].length;
  return `${content.slice(0, end)} xmlns:${prefix}="urn:undeclared:${prefix}"${content.slice(end)}`;
}

/**
 * An ampersand that doesn't start a reference is meant literally; in comments and CDATA sections, which may be
 * unterminated, every one is.
 */
const escapeAmpersands = (content: string): string =>
  content.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)/gi,
    (found) => (found === '&' ? '&amp;' : found),
  );

/** childElements returns the element children, optionally only those with the given names. */
export function childElements(parent: XmlElement, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (node.nodeType === elementNode && (names.length === 0 || names.includes((node as XmlElement).localName)))
      found.push(node as XmlElement);
  return found;
}

/** firstChild returns the first element child with one of the names. */
export const firstChild = (parent: XmlElement, ...names: string[]): XmlElement | undefined =>
  childElements(parent, ...names)[0];

/** attributeOf returns the trimmed value of an attribute without a namespace; undefined if it is absent. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.getAttribute(name)?.trim() ?? undefined;

/** QualifiedName is a name with its namespace. */
export interface QualifiedName {
  namespace: string;
  local: string;
}

/** qualifiedName resolves `prefix:name` in the scope of an element. */
export function qualifiedName(text: string, at: XmlElement): QualifiedName {
  const cut = text.indexOf(':');
  const prefix = cut < 0 ? null : text.slice(0, cut);
  return { namespace: at.lookupNamespaceURI(prefix) ?? '', local: text.slice(cut + 1) };
}

/** keyOf serializes a qualified name as a lookup key. */
export const keyOf = ({ namespace, local }: QualifiedName): string => `{${namespace}}${local}`;
