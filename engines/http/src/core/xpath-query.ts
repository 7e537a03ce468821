import type { Document } from 'slimdom';

/** XmlDocument is a parsed XML response. */
export type XmlDocument = Document;

type FontoXPath = typeof import('fontoxpath');
type Slimdom = typeof import('slimdom');

let engines: { fonto: FontoXPath; slimdom: Slimdom } | undefined;

/** loadXPath loads the XML and XPath engines on first use; the rest of the engine starts without their weight. */
export async function loadXPath(): Promise<void> {
  if (engines !== undefined) return;
  const [fonto, slimdom] = await Promise.all([import('fontoxpath'), import('slimdom')]);
  // Node gives the CommonJS build under `default`, bundlers give the named exports.
  const namespace = fonto as FontoXPath & { default?: FontoXPath };
  engines = { fonto: namespace.default ?? namespace, slimdom };
}

/** XPathError says in one sentence what is wrong with an XPath. */
export class XPathError extends Error {}

/** parseXml parses strictly; external entities are never read and entity expansion is limited by the parser. */
export function parseXml(text: string): XmlDocument {
  return loaded().slimdom.parseXmlDocument(text.replace(/^\uFEFF/, '').trimStart());
}

/**
 * queryXml evaluates an XPath 3.1. Nodes give their text, other items their value. Prefixes are those that the document declares;
 * where names without prefix find nothing, they are looked up in the document's default namespace too.
 */
export function queryXml(path: string, document: XmlDocument): (string | number | boolean)[] {
  const declared = declaredPrefixes(document);
  const plain = evaluate(path, document, declared, null);
  if (plain.length > 0 && !isEmptyAnswer(plain)) return plain;
  const defaultNamespace = declared.get('');
  return defaultNamespace === undefined ? plain : evaluate(path, document, declared, defaultNamespace);
}

/** isCostlyXPath says whether an XPath may take long, so that the caller limits its time. */
export function isCostlyXPath(path: string): boolean {
  return /[(]|\bto\b|\/\/.*\/\/|\bfor\b|\bevery\b|\bsome\b/.test(path.replace(/\b(text|node|last|position)\(\)/g, ''));
}

function evaluate(
  path: string,
  document: XmlDocument,
  prefixes: ReadonlyMap<string, string>,
  defaultNamespace: string | null,
): (string | number | boolean)[] {
  const { fonto } = loaded();
  try {
    const items = fonto.evaluateXPath(path, document, null, null, fonto.evaluateXPath.ALL_RESULTS_TYPE, {
      language: fonto.evaluateXPath.XPATH_3_1_LANGUAGE,
      namespaceResolver: (prefix) => (prefix === '' ? defaultNamespace : (prefixes.get(prefix) ?? null)),
    }) as unknown[];
    return items.map(textOf);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.split('\n').find((line) => /^(Error: )?(X|F)[A-Z]{3}\d{4}/.test(line.trim()));
    throw new XPathError(`The XPath ${path} cannot be evaluated: ${(reason ?? message.split('\n', 1)[0]!).trim()}`);
  }
}

function textOf(item: unknown): string | number | boolean {
  if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') return item;
  if (item instanceof Date) return item.toISOString();
  if (isNode(item))
    return (item.nodeType === documentNode ? item.documentElement?.textContent : item.textContent) ?? '';
  return JSON.stringify(item) ?? '';
}

const documentNode = 9;

function isNode(
  item: unknown,
): item is { nodeType: number; textContent: string | null; documentElement?: Element | null } {
  return typeof item === 'object' && item !== null && 'nodeType' in item;
}
type Element = { textContent: string | null };

function isEmptyAnswer(items: (string | number | boolean)[]): boolean {
  return items.length === 1 && (items[0] === 0 || items[0] === false || items[0] === '');
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
