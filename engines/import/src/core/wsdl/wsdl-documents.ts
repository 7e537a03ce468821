import { attributeOf, childElements, readXml, type XmlElement } from '../document/xml-document.ts';
import type { ProblemList } from '../problems.ts';

/** Reads a referenced document; undefined if it is unavailable. */
export type ResolveDocument = (location: string) => Promise<string | undefined>;

/** One `xs:schema` with the namespace of its components, which may come from an including schema. */
export interface SchemaDocument {
  root: XmlElement;
  namespace: string;
}

/** WsdlDocuments is everything that makes up a service description. */
export interface WsdlDocuments {
  definitions: XmlElement[];
  schemas: SchemaDocument[];
}

const documentLimit = 500;
const sizeLimit = 64 * 1024 * 1024;
export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
/** Built-in namespaces, which are never fetched. */
const builtInNamespaces = new Set([
  schemaNamespace,
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://schemas.xmlsoap.org/soap/envelope/',
  'http://www.w3.org/2003/05/soap-encoding',
  'http://www.w3.org/2003/05/soap-envelope',
  'http://schemas.xmlsoap.org/wsdl/',
  'http://schemas.xmlsoap.org/wsdl/soap/',
  xmlNamespace,
]);

interface Reading extends WsdlDocuments {
  seen: Map<string, XmlElement | undefined>;
  taken: Set<string>;
  inline: Set<string>;
  size: number;
  resolve: ResolveDocument | undefined;
  problems: ProblemList;
}

/** readWsdlDocuments collects the description and its imports and includes, each once, and only through `resolve`. */
export async function readWsdlDocuments(
  text: string,
  options: { resolve?: ResolveDocument | undefined; location?: string | undefined },
  problems: ProblemList,
): Promise<WsdlDocuments> {
  const reading: Reading = {
    definitions: [],
    schemas: [],
    seen: new Map(),
    taken: new Set(),
    inline: new Set(),
    size: text.length,
    resolve: options.resolve,
    problems,
  };
  const root = readXml(text, 'document', problems);
  if (root) {
    const location = options.location ?? '';
    reading.seen.set(location, root);
    await addRoot(root, location, reading);
  }
  return { definitions: reading.definitions, schemas: reading.schemas };
}

async function addRoot(root: XmlElement, location: string, reading: Reading): Promise<void> {
  if (root.localName === 'definitions') {
    reading.definitions.push(root);
    const inline = childElements(root, 'types').flatMap((types) => childElements(types, 'schema'));
    for (const schema of inline) reading.inline.add(attributeOf(schema, 'targetNamespace') ?? '');
    for (const schema of inline)
      await addSchema(schema, attributeOf(schema, 'targetNamespace') ?? '', location, reading);
    for (const item of childElements(root, 'import')) await follow(item, location, undefined, reading);
  } else if (root.localName === 'schema') {
    await addSchema(root, attributeOf(root, 'targetNamespace') ?? '', location, reading);
  } else if (root.localName === 'description') {
    reading.problems.add(
      location || 'document',
      'This is WSDL 2.0, which is not read. Give the WSDL 1.1 of the service.',
    );
  } else {
    reading.problems.add(
      location || 'document',
      `The root element is ${root.nodeName}; a WSDL 1.1 document begins with definitions.`,
    );
  }
}

async function addSchema(root: XmlElement, namespace: string, location: string, reading: Reading): Promise<void> {
  reading.schemas.push({ root, namespace });
  for (const item of childElements(root, 'import', 'include', 'redefine'))
    await follow(item, location, item.localName === 'import' ? undefined : namespace, reading);
}

/** Follows an import or include; `lent` is the namespace for an included schema without its own (chameleon include). */
async function follow(item: XmlElement, base: string, lent: string | undefined, reading: Reading): Promise<void> {
  const written = attributeOf(item, 'schemaLocation') ?? attributeOf(item, 'location');
  const namespace = attributeOf(item, 'namespace') ?? '';
  if (lent === undefined && builtInNamespaces.has(namespace)) return;
  // A namespace may be defined inline and in further files; only given files are requested.
  if (lent === undefined && reading.inline.has(namespace) && !reading.resolve) return;
  // An import without a location refers to a namespace that the reader is expected to know.
  if (!written) return;
  const location = joinLocation(base, written);
  const root = await fetchDocument(location, reading);
  if (!root) return;
  const own = attributeOf(root, 'targetNamespace');
  const key = `${location} ${own ?? lent ?? ''}`;
  if (reading.taken.has(key)) return;
  reading.taken.add(key);
  if (root.localName === 'schema') await addSchema(root, own ?? lent ?? '', location, reading);
  else await addRoot(root, location, reading);
}

async function fetchDocument(location: string, reading: Reading): Promise<XmlElement | undefined> {
  if (reading.seen.has(location)) return reading.seen.get(location);
  reading.seen.set(location, undefined);
  const { problems } = reading;
  if (reading.seen.size > documentLimit || reading.size > sizeLimit) {
    problems.add(location, 'The description names too many or too large documents; this one is not read.');
    return undefined;
  }
  if (!reading.resolve) {
    problems.add(
      location,
      'The description names this document, which was not given. Import the file together with it.',
    );
    return undefined;
  }
  let text: string | undefined;
  try {
    text = await reading.resolve(location);
  } catch (error) {
    problems.add(location, `The document cannot be read: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
  if (text === undefined) {
    problems.add(
      location,
      'The description names this document, which was not found. Import the file together with it.',
    );
    return undefined;
  }
  reading.size += text.length;
  const root = readXml(text, location, problems);
  reading.seen.set(location, root);
  return root;
}

/** joinLocation resolves a location against the referencing document; both may be URLs or paths. */
export function joinLocation(base: string, location: string): string {
  const target = location.replaceAll('\\', '/');
  if (/^[a-z][a-z0-9+.-]+:/i.test(target)) return URL.canParse(target) ? new URL(target).href : target;
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(base) && URL.canParse(target, base)) return new URL(target, base).href;
  if (target.startsWith('/')) return target;
  const parts = base.replaceAll('\\', '/').split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
