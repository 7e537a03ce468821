import type { XmlDocument } from './read-xml.ts';
import type { Subject } from './subject.ts';
import { compileWholePattern } from './text-matchers.ts';
import { limitedBy, type MatcherContext, type ValueMatcher, withoutThrowing } from './value-matcher.ts';

type XmlElement = NonNullable<XmlDocument['documentElement']>;

/** How two XML documents are compared; comparisons are named as in XMLUnit. */
export interface EqualXmlOptions {
  enablePlaceholders: boolean;
  openingDelimiter: string;
  closingDelimiter: string;
  exemptedComparisons: readonly string[];
  /** Ignores namespaces. */
  ignoreNamespaces: boolean;
  /** Ignores the order of elements with the same name. */
  ignoreOrderOfSameNode: boolean;
}

/**
 * equalToXml compares elements, attributes and texts; it ignores comments, prefixes, white space between elements, and
 * the order of attributes and of children with different names.
 */
export function equalToXml(
  text: string,
  expected: XmlDocument | undefined,
  options: EqualXmlOptions,
  path: string,
  context: MatcherContext,
): ValueMatcher {
  const placeholder = options.enablePlaceholders ? placeholderReader(options, path, context) : () => undefined;
  const comparison = new XmlComparison(options, placeholder);
  const root = expected?.documentElement ?? undefined;
  const distance = (subject: Subject) => {
    const actual = subject.xml(context)?.documentElement;
    if (root === undefined || !actual) return 1;
    const { differing, compared } = limitedBy(context, subject.text?.length ?? 0, () =>
      comparison.compare(root, actual),
    );
    return compared === 0 ? differing : Math.min(1, differing / compared);
  };
  return withoutThrowing({
    operator: 'equalToXml',
    expected: text,
    acceptsAbsent: false,
    test: (subject) => distance(subject) === 0,
    distance,
  });
}

type Placeholder = (text: string) => ((actual: string) => boolean) | undefined;

/** `${xmlunit.ignore}`, `${xmlunit.isNumber}`, `${xmlunit.isDateTime}`, `${xmlunit.matchesRegex(…)}`. */
function placeholderReader(options: EqualXmlOptions, path: string, context: MatcherContext): Placeholder {
  const { openingDelimiter, closingDelimiter } = options;
  let form: RegExp;
  try {
    form = new RegExp(
      `^\\s*(?:${openingDelimiter})\\s*xmlunit\\.(\\w+)(?:\\((.*)\\))?\\s*(?:${closingDelimiter})\\s*$`,
      's',
    );
  } catch {
    context.problem(path, 'The delimiters of placeholders are not regular expressions.');
    return () => undefined;
  }
  const known = new Map<string, ((actual: string) => boolean) | undefined>();
  return (text) => {
    if (!known.has(text)) known.set(text, readPlaceholder(form.exec(text), path, context));
    return known.get(text);
  };
}

function readPlaceholder(found: RegExpExecArray | null, path: string, context: MatcherContext) {
  const [, name, argument = ''] = found ?? [];
  if (name === 'ignore') return () => true;
  if (name === 'isNumber') return (actual: string) => /^\s*[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?\s*$/.test(actual);
  if (name === 'isDateTime') return (actual: string) => !Number.isNaN(Date.parse(actual.trim()));
  if (name === 'matchesRegex') return compileWholePattern(argument, path, context);
  return undefined;
}

interface Tally {
  compared: number;
  differing: number;
}

class XmlComparison {
  readonly #exempted: ReadonlySet<string>;
  readonly #ignoreNamespaces: boolean;
  readonly #ignoresOrder: boolean;
  readonly #placeholder: Placeholder;

  constructor(
    { exemptedComparisons, ignoreNamespaces, ignoreOrderOfSameNode }: EqualXmlOptions,
    placeholder: Placeholder,
  ) {
    this.#exempted = new Set(exemptedComparisons);
    this.#ignoreNamespaces = ignoreNamespaces;
    this.#ignoresOrder = ignoreOrderOfSameNode;
    this.#placeholder = placeholder;
  }

  compare(expected: XmlElement, actual: XmlElement): Tally {
    const tally = { compared: 0, differing: 0 };
    this.#element(expected, actual, tally);
    return tally;
  }

  #note(tally: Tally, kind: string, isEqual: boolean): void {
    if (this.#exempted.has(kind)) return;
    tally.compared += 1;
    if (!isEqual) tally.differing += 1;
  }

  #element(expected: XmlElement, actual: XmlElement, tally: Tally): void {
    this.#note(tally, 'ELEMENT_TAG_NAME', expected.localName === actual.localName);
    if (!this.#ignoreNamespaces && expected.namespaceURI !== null)
      this.#note(tally, 'NAMESPACE_URI', expected.namespaceURI === actual.namespaceURI);
    this.#attributes(expected, actual, tally);
    const [wanted, found] = [contentOf(expected), contentOf(actual)];
    if (wanted.text !== undefined && this.#placeholder(wanted.text) !== undefined && found.elements.length === 0) {
      this.#note(tally, 'TEXT_VALUE', this.#textEquals(wanted.text, found.text ?? ''));
      return;
    }
    this.#note(tally, 'CHILD_NODELIST_LENGTH', wanted.count === found.count);
    if (wanted.text !== undefined) this.#note(tally, 'TEXT_VALUE', this.#textEquals(wanted.text, found.text ?? ''));
    else if (found.text !== undefined) this.#note(tally, 'CHILD_LOOKUP', false);
    const left = sortedByName(found.elements);
    for (const child of sortedByName(wanted.elements)) {
      const at = this.#placeOf(child, left);
      if (at < 0) this.#note(tally, 'CHILD_LOOKUP', false);
      else this.#element(child, left.splice(at, 1)[0]!, tally);
    }
    for (const _ of left) this.#note(tally, 'CHILD_LOOKUP', false);
  }

  /** Index, among the remaining elements, of the one to compare a child with; -1 if none has its name. */
  #placeOf(child: XmlElement, left: readonly XmlElement[]): number {
    const isNamed = ({ localName }: XmlElement) => localName === child.localName;
    const first = left.findIndex(isNamed);
    if (!this.#ignoresOrder) return first;
    const equal = left.findIndex((other) => isNamed(other) && this.compare(child, other).differing === 0);
    return equal < 0 ? first : equal;
  }

  #attributes(expected: XmlElement, actual: XmlElement, tally: Tally): void {
    const [wanted, found] = [attributesOf(expected), attributesOf(actual)];
    this.#note(tally, 'ELEMENT_NUM_ATTRIBUTES', wanted.size === found.size);
    for (const [name, value] of wanted) {
      const other = found.get(name);
      if (other === undefined) this.#note(tally, 'ATTR_NAME_LOOKUP', false);
      else this.#note(tally, 'ATTR_VALUE', this.#textEquals(value, other));
    }
  }

  #textEquals(expected: string, actual: string): boolean {
    return this.#placeholder(expected)?.(actual) ?? expected === actual;
  }
}

interface Content {
  elements: XmlElement[];
  text: string | undefined;
  count: number;
}

function contentOf(element: XmlElement): Content {
  const elements: XmlElement[] = [];
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType === 1) elements.push(child as XmlElement);
    else if (child.nodeType === 3 || child.nodeType === 4) text += child.nodeValue ?? '';
  }
  const trimmed = text.trim();
  return {
    elements,
    text: trimmed === '' ? undefined : trimmed,
    count: elements.length + (trimmed === '' ? 0 : 1),
  };
}

const sortedByName = (elements: XmlElement[]): XmlElement[] =>
  elements.toSorted((a, b) => (a.localName < b.localName ? -1 : a.localName > b.localName ? 1 : 0));

function attributesOf(element: XmlElement): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, prefix, namespaceURI, localName, value } of element.attributes) {
    if (name === 'xmlns' || prefix === 'xmlns' || namespaceURI === 'http://www.w3.org/2001/XMLSchema-instance')
      continue;
    found.set(namespaceURI ? `{${namespaceURI}}${localName}` : localName, value.trim());
  }
  return found;
}
