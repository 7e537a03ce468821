import { readDocument } from '../document/parse-document.ts';
import { isObject, type JsonObject } from '../json-values.ts';
import { type ImportProblem, ProblemList } from '../problems.ts';
import { joinLocation, type ResolveDocument } from '../wsdl/wsdl-documents.ts';

const documentLimit = 500;
const sizeLimit = 64 * 1024 * 1024;
const depthLimit = 500;
/** Member of the joined document that contains the other files by location. */
const filesKey = 'x-touchstone-files';
/** Below these keys `$ref` is example data, unless the key names a component or property. */
const dataKeys = new Set(['const', 'default', 'enum', 'example', 'value']);
const nameMaps = new Set(['$defs', 'definitions', 'dependentSchemas', 'examples', 'patternProperties', 'properties']);

interface Joining {
  root: string;
  /** Documents by location; undefined if one could not be read. */
  documents: Map<string, JsonObject | undefined>;
  size: number;
  resolve: ResolveDocument;
  problems: ProblemList;
}

/**
 * joinOpenApiFiles joins an OpenAPI or Swagger document with the files that it references, each read once through
 * `resolve`; cycles stay references. At most 500 files and 64 MB are read. Unresolvable references stay, with the
 * reason in `problems`. A text without references to other files is returned unchanged.
 */
export async function joinOpenApiFiles(
  text: string,
  options: { resolve: ResolveDocument; location: string },
): Promise<{ text: string; problems: ImportProblem[] }> {
  const problems = new ProblemList();
  const document = readDocument(text, problems);
  if (!document) return { text, problems: [] };
  const root = options.location;
  const joining: Joining = { root, documents: new Map([[root, document]]), size: text.length, ...options, problems };
  // Documents found along the way are appended to the map being iterated.
  for (const [location, found] of joining.documents)
    if (found && !(await followReferences(found, location, joining)))
      return {
        text,
        problems: [{ place: location, reason: `The document is nested deeper than ${depthLimit} levels.` }],
      };
  if (joining.documents.size === 1) return { text, problems: [] };
  const files: JsonObject = Object.create(null);
  for (const [location, found] of joining.documents) if (found && location !== root) files[location] = found;
  return { text: JSON.stringify({ ...document, [filesKey]: files }), problems: problems.list() };
}

/** Rewrites the references of one document in place; returns false if it is nested too deeply. */
async function followReferences(document: JsonObject, location: string, joining: Joining): Promise<boolean> {
  const waiting: { value: unknown; isNames: boolean; depth: number }[] = [
    { value: document, isNames: false, depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isNames, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > depthLimit) return false;
    if (isObject(value) && !isNames && typeof value.$ref === 'string')
      value.$ref = await rewritten(value.$ref, location, joining);
    for (const [key, child] of Object.entries(value))
      if (isNames || !dataKeys.has(key))
        waiting.push({ value: child, isNames: !isNames && nameMaps.has(key), depth: depth + 1 });
  }
  return true;
}

async function rewritten(reference: string, base: string, joining: Joining): Promise<string> {
  const hash = reference.indexOf('#');
  const file = hash === -1 ? reference : reference.slice(0, hash);
  const pointer = hash === -1 ? '' : reference.slice(hash + 1);
  if (file === '' && base === joining.root) return reference;
  const location = file === '' ? base : locationOf(base, file);
  const isKnown = (await documentAt(location, joining)) !== undefined;
  if (!isKnown || (pointer !== '' && !pointer.startsWith('/'))) return reference;
  if (location === joining.root) return `#${pointer}`;
  const key = encodeURIComponent(location.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${filesKey}/${key}${pointer === '/' ? '' : pointer}`;
}

/** References are URIs, in which a space in a file name is written as %20. */
function locationOf(base: string, file: string): string {
  const location = joinLocation(base, file);
  if (/^[a-z][a-z0-9+.-]+:/i.test(location)) return location;
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}

async function documentAt(location: string, joining: Joining): Promise<JsonObject | undefined> {
  const { documents, problems, resolve } = joining;
  if (documents.has(location)) return documents.get(location);
  documents.set(location, undefined);
  try {
    if (documents.size > documentLimit || joining.size > sizeLimit)
      throw new Error('the references name too many or too large files');
    const text = await resolve(location);
    if (text === undefined) throw new Error('no such file');
    joining.size += text.length;
    const own = new ProblemList();
    const document = readDocument(text, own);
    for (const { place, reason } of own.list()) problems.add(`${location}, ${place}`, reason);
    documents.set(location, document);
    return document;
  } catch (error) {
    problems.add(location, `The file cannot be read: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
