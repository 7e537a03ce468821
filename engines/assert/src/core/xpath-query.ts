import { BudgetError, workLimits, xmlNesting } from '@touchstone/kernel';
import type { Document } from 'slimdom';
import { evaluateXPath1 } from './xpath1/evaluate-xpath1.ts';
import { NamespaceAxis, NotXPath1, parseXPath1 } from './xpath1/parse-xpath1.ts';

/** XmlDocument is a parsed XML response. */
export type XmlDocument = Document;

type FontoXPath = typeof import('fontoxpath');
type Slimdom = typeof import('slimdom');

let engines: { fonto: FontoXPath; slimdom: Slimdom } | undefined;

/** loadXPath loads the XML and XPath engines on first use, to keep them out of the engine's startup. */
export async function loadXPath(): Promise<void> {
  if (engines !== undefined) return;
  const [fonto, slimdom] = await Promise.all([import('fontoxpath'), import('slimdom')]);
  // Node exports the CommonJS build as `default`, bundlers use named exports.
  const namespace = fonto as FontoXPath & { default?: FontoXPath };
  engines = { fonto: namespace.default ?? namespace, slimdom };
}

/** XPathError says in one sentence what is wrong with an XPath. */
export class XPathError extends Error {}

/** Limits the expansion of a document by entities to this factor, once it exceeds the threshold. */
const entityLimits = { entityExpansionThreshold: 100_000, entityExpansionMaxAmplification: 10 };

/** parseXml parses strictly; external entities are never read. Throws BudgetError if elements are nested too deeply. */
export function parseXml(text: string): XmlDocument {
  if (xmlNesting(text) > workLimits.nesting) {
    throw new BudgetError('The XML', 'nesting', workLimits.nesting, 'Make it less deep.');
  }
  return loaded().slimdom.parseXmlDocument(text.replace(/^\uFEFF/, '').trimStart(), entityLimits);
}

type XmlItem = string | number | boolean;

/**
 * queryXml evaluates an XPath: valid XPath 1.0 with its own semantics, anything else as XPath 3.1. Nodes return their
 * text, other items their value. Prefixes are those declared in the document; if unprefixed names find nothing, they
 * are also looked up in the document's default namespace.
 */
export function queryXml(path: string, document: XmlDocument, namespaces?: Namespaces): XmlItem[] {
  return evaluate(path, document, namespaces).map(({ value }) => value);
}

/** XmlFinding is one item found by an XPath: its text or value, and the node if it is one. */
export interface XmlFinding {
  value: XmlItem;
  node?: XmlNode;
}

/**
 * findXml evaluates an XPath like `queryXml` and also returns nodes; `namespaces` take precedence over the document's
 * prefixes.
 */
export const findXml = (path: string, document: XmlDocument, namespaces?: Namespaces): XmlFinding[] =>
  evaluate(path, document, namespaces);

/** Namespaces by their prefixes in an expression. */
type Namespaces = Readonly<Record<string, string>>;

/** locateXml evaluates an XPath and returns each item, for nodes with a path that leads to it alone. */
export function locateXml(path: string, document: XmlDocument): { path: string; value: XmlItem }[] {
  return evaluate(path, document).map(({ node, value }) => ({ path: node === undefined ? path : pathOf(node), value }));
}

/** findXmlNodes evaluates an XPath and returns the nodes in its result. */
export const findXmlNodes = (path: string, document: XmlDocument): XmlNode[] =>
  evaluate(path, document).flatMap(({ node }) => node ?? []);

/**
 * isXPath1 returns whether a text is an XPath 1.0 expression, which is decided immediately; other texts may be XPath
 * 3.1.
 */
export function isXPath1(path: string): boolean {
  try {
    parseXPath1(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * xpathProblem says where an XPath is invalid; undefined if it is valid. Parsing anything other than XPath 1.0 takes
 * time, so use it in workers.
 */
export function xpathProblem(path: string): string | undefined {
  let at = 0;
  try {
    parseXPath1(path);
    return undefined;
  } catch (error) {
    if (error instanceof NamespaceAxis) return error.message;
    if (error instanceof NotXPath1) at = error.at;
  }
  const { fonto, slimdom } = loaded();
  try {
    fonto.parseScript(path, { language: fonto.evaluateXPath.XPATH_3_1_LANGUAGE }, new slimdom.Document());
    return undefined;
  } catch (error) {
    const [, line, column] = /\bat <>:(\d+):(\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    // The grammar that reads further locates the mistake better.
    return unreadableFrom(path, Math.max(at, placeOf(path, Number(line), Number(column))));
  }
}

const shownLength = 20;

function unreadableFrom(path: string, at: number): string {
  const rest = path.slice(at).trim();
  if (rest === '') return 'The XPath ends too early.';
  const shown = rest.length > shownLength ? `${rest.slice(0, shownLength).toWellFormed()}…` : rest;
  return `The XPath cannot be read from character ${at + 1} on: ${shown}`;
}

/** The offset of a line and column that count from 1; 0 if there is none. */
function placeOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return Number.isNaN(line + column) ? 0 : before.reduce((sum, { length }) => sum + length + 1, column - 1);
}

/** isCostlyXPath returns whether an XPath may take long, so that the caller limits its time. */
export function isCostlyXPath(path: string): boolean {
  return /[(]|\bto\b|\/\/.*\/\/|\bfor\b|\bevery\b|\bsome\b/.test(path.replace(/\b(text|node|last|position)\(\)/g, ''));
}

function evaluate(path: string, document: XmlDocument, namespaces?: Namespaces): XmlFinding[] {
  const ofDocument = declaredPrefixes(document);
  const declared = namespaces === undefined ? ofDocument : new Map([...ofDocument, ...Object.entries(namespaces)]);
  const plain = evaluateIn(path, document, declared, null);
  const defaultNamespace = declared.get('');
  const [only] = plain;
  const isAnswered = plain.length > 1 || (only !== undefined && (only.node !== undefined || Boolean(only.value)));
  if (isAnswered || defaultNamespace === undefined) return plain;
  return evaluateIn(path, document, declared, defaultNamespace);
}

/** XPath 1.0 keeps its own semantics, as in tools that support only that; anything else is XPath 3.1. */
function evaluateIn(
  path: string,
  document: XmlDocument,
  prefixes: ReadonlyMap<string, string>,
  defaultNamespace: string | null,
): XmlFinding[] {
  try {
    return evaluateXPath1(path, document, (prefix) => {
      const namespace = prefix === '' ? (defaultNamespace ?? '') : (prefixes.get(prefix) ?? wellKnown[prefix]);
      if (namespace === undefined) throw new Error(`no prefix ${prefix}`);
      return namespace;
    });
  } catch (error) {
    if (error instanceof BudgetError || error instanceof NamespaceAxis) throw new XPathError(error.message);
    // Not XPath 1.0, or without a value there.
    return evaluateXPath3(path, document, prefixes, defaultNamespace).map((item) =>
      isNode(item) ? { value: textOf(item), node: item } : { value: textOf(item) },
    );
  }
}

const wellKnown: Record<string, string | undefined> = { xml: 'http://www.w3.org/XML/1998/namespace' };

function evaluateXPath3(
  path: string,
  document: XmlDocument,
  prefixes: ReadonlyMap<string, string>,
  defaultNamespace: string | null,
): unknown[] {
  const { fonto } = loaded();
  try {
    return fonto.evaluateXPath(path, document, null, null, fonto.evaluateXPath.ALL_RESULTS_TYPE, {
      language: fonto.evaluateXPath.XPATH_3_1_LANGUAGE,
      namespaceResolver: (prefix) => (prefix === '' ? defaultNamespace : (prefixes.get(prefix) ?? null)),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.split('\n').find((line) => /^(Error: )?(X|F)[A-Z]{3}\d{4}/.test(line.trim()));
    throw new XPathError(
      `The XPath ${path} cannot be evaluated: ${(reason ?? message.split('\n', 1)[0]!).trim().replace(/^Error: /, '')}`,
    );
  }
}

function textOf(item: unknown): XmlItem {
  if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') return item;
  if (item instanceof Date) return item.toISOString();
  if (isNode(item))
    return (item.nodeType === nodeTypes.document ? item.documentElement?.textContent : item.textContent) ?? '';
  return JSON.stringify(item) ?? '';
}

const nodeTypes = { element: 1, attribute: 2, text: 3, document: 9 };

/** XmlNode is a node of a parsed document, limited to the members used here. */
export interface XmlNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  documentElement?: XmlNode | null;
  parentNode?: XmlNode | null;
  ownerElement?: XmlNode | null;
  childNodes?: XmlNode[];
}

function isNode(item: unknown): item is XmlNode {
  return typeof item === 'object' && item !== null && 'nodeType' in item;
}

function pathOf(node: XmlNode): string {
  if (node.nodeType === nodeTypes.document) return '/';
  if (node.nodeType === nodeTypes.attribute) {
    return `${node.ownerElement ? pathOf(node.ownerElement) : ''}/@${node.nodeName}`;
  }
  const parent = node.parentNode;
  if (!parent) return `/${node.nodeName}`;
  const alike = (parent.childNodes ?? []).filter((other) => other.nodeName === node.nodeName);
  const name = node.nodeType === nodeTypes.text ? 'text()' : node.nodeName;
  const position = alike.length > 1 ? `[${alike.indexOf(node) + 1}]` : '';
  return `${parent.nodeType === nodeTypes.document ? '' : pathOf(parent)}/${name}${position}`;
}

const prefixesOf = new WeakMap<XmlDocument, Map<string, string>>();

function declaredPrefixes(document: XmlDocument): Map<string, string> {
  const known = prefixesOf.get(document);
  if (known !== undefined) return known;
  const prefixes = new Map<string, string>();
  const pending = document.documentElement === null ? [] : [document.documentElement];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const attribute of element.attributes) {
      if (attribute.name !== 'xmlns' && attribute.prefix !== 'xmlns') continue;
      const prefix = attribute.name === 'xmlns' ? '' : attribute.localName;
      if (!prefixes.has(prefix)) prefixes.set(prefix, attribute.value);
    }
    pending.push(...[...element.children].reverse());
  }
  prefixesOf.set(document, prefixes);
  return prefixes;
}

function loaded(): NonNullable<typeof engines> {
  if (engines === undefined) throw new Error('loadXPath must have finished before XML is read.');
  return engines;
}
