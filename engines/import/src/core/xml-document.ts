import { type Element, parseXmlDocument } from 'slimdom';
import type { ProblemList } from './problems.ts';

export type XmlElement = Element;

const repairLimit = 30;
const elementNode = 1;

/**
 * readXml parses XML; nothing outside the text is ever read. Faults that many tools write (a prefix without declaration, an entity of
 * HTML, a bare ampersand, text before the first tag) are mended and noted.
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

/** An ampersand that begins no reference is meant as itself; in comments and CDATA sections, which may never end, it is. */
const escapeAmpersands = (content: string): string =>
  content.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|&(?!#\d+;|#x[\da-f]+;|[a-z_][\w.-]*;)/gi,
    (found) => (found === '&' ? '&amp;' : found),
  );

/** childElements lists the element children, of the given names where some are given. */
export function childElements(parent: XmlElement, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (node.nodeType === elementNode && (names.length === 0 || names.includes((node as XmlElement).localName)))
      found.push(node as XmlElement);
  return found;
}

/** firstChild gives the first element child of one of the names. */
export const firstChild = (parent: XmlElement, ...names: string[]): XmlElement | undefined =>
  childElements(parent, ...names)[0];

/** attributeOf gives the trimmed value of an attribute without a namespace; undefined where it is absent. */
export const attributeOf = (element: XmlElement, name: string): string | undefined =>
  element.getAttribute(name)?.trim() ?? undefined;

/** QualifiedName is a name with the namespace that its prefix stands for. */
export interface QualifiedName {
  namespace: string;
  local: string;
}

/** qualifiedName reads `prefix:name` where it is written. */
export function qualifiedName(text: string, at: XmlElement): QualifiedName {
  const cut = text.indexOf(':');
  const prefix = cut < 0 ? null : text.slice(0, cut);
  return { namespace: at.lookupNamespaceURI(prefix) ?? '', local: text.slice(cut + 1) };
}

/** keyOf writes a qualified name as one text, to look it up by. */
export const keyOf = ({ namespace, local }: QualifiedName): string => `{${namespace}}${local}`;
