import { decodeText, type GivenFile, GivenFiles, mainFile, unpackZip } from '@touchstone/engine-import';
import {
  detectMockFormat,
  importMock,
  MockEngine,
  type MockFormat,
  type MockProblem,
  type ResourceDefinition,
} from '@touchstone/engine-mock/core';
import { type AssetContent, contentOfStub, factsOf, type JsonObject } from '../asset-content.ts';

/** An asset to be created from an entry of a document. */
export interface DocumentEntry {
  /** Identifies the entry within the document across imports. */
  key: string;
  name: string;
  content: AssetContent;
}

/** The documents that another one refers to, so that it can be read again without fetching them. */
export interface NamedTexts {
  /** The location of the document itself; locations in it are relative to this. */
  location: string;
  documents: { location: string; text: string }[];
}

/** A parsed document; `format` is undefined if no mock can be made from it. */
export interface MockDocument {
  format: MockFormat | undefined;
  title: string;
  entries: DocumentEntry[];
  problems: MockProblem[];
  text: string;
  /** Null if it refers to none, or none was found. */
  named: NamedTexts | null;
  /** Locations of referenced documents that haven't been fetched yet. */
  asked: string[];
}

/** An uploaded file or a text. */
export interface GivenDocument {
  fileName: string;
  content: Uint8Array | string;
}

/** A document fetched because another one refers to it; `failure` explains a missing text. */
export interface FetchedText {
  location: string;
  text?: string;
  failure?: string;
}

/** The input to parse. */
export interface DocumentInput {
  /** The document and the files it refers to, or archives of them; which one is the document is detected. */
  files: GivenDocument[];
  /** The URL the document was fetched from, and the fetched documents it refers to. */
  fetched?: { location: string; documents: FetchedText[] } | undefined;
  hasResources: boolean;
}

const maxEntries = 10_000;
const archiveLimits = { files: 500, megabytes: 64 };

/**
 * readMockDocument parses a document that a mock can be made from. Run it in a worker: the text comes from a user and
 * may be large.
 */
export async function readMockDocument({ files, fetched, hasResources }: DocumentInput): Promise<MockDocument> {
  const texts = files.flatMap(textsOf);
  const index = mainFile(texts, ({ text, fileName }) => detectMockFormat(text, fileName) !== undefined) ?? 0;
  const { text, fileName } = texts[index] ?? { text: '', fileName: '' };
  const others = new GivenFiles(texts.filter((_, at) => at !== index));
  const named: NamedTexts = { location: fetched?.location ?? fileName, documents: [] };
  const asked: string[] = [];
  const known = new Map(fetched?.documents.map((document) => [document.location, document]));
  const lookUp = async (location: string) => {
    if (fetched === undefined) return others.resolve(location);
    const document = known.get(location);
    if (document?.failure !== undefined) throw new Error(document.failure);
    if (document === undefined) asked.push(location);
    return document?.text;
  };
  const resolve = async (location: string) => {
    const found = await lookUp(location);
    if (found !== undefined) named.documents.push({ location, text: found });
    return found;
  };
  const hasOthers = fetched !== undefined || texts.length > 1;
  const options = { hasResources, location: named.location, ...(hasOthers && { resolve }) };
  const { title, stubs, resources, problems } = await importMock(text, fileName, options);
  const { entries, problems: ofEntries } = entriesOf(stubs, resources);
  return {
    format: detectMockFormat(text, fileName),
    title: title.slice(0, 255) || 'Import',
    entries,
    problems: [
      ...problems,
      ...ofEntries,
      ...others.unused().map(({ place, reason }) => ({ path: place, message: reason })),
    ],
    text,
    named: named.documents.length > 0 ? named : null,
    asked,
  };
}

function textsOf({ fileName, content }: GivenDocument): GivenFile[] {
  if (typeof content === 'string') return [{ fileName, text: content }];
  if (content[0] !== 0x50 || content[1] !== 0x4b) return [{ fileName, text: decodeText(content) }];
  return unpackZip(content, archiveLimits).map((file) => ({ fileName: file.fileName, text: decodeText(file.bytes) }));
}

function entriesOf(stubs: readonly JsonObject[], resources: readonly ResourceDefinition[]) {
  const entries: DocumentEntry[] = [];
  const problems: MockProblem[] = [];
  // The worker has its own time limit.
  const engine = new MockEngine({ guard: (work) => work() });
  for (const [index, stub] of stubs.entries()) {
    const read = engine.put(stub, `stubs[${index}]`);
    if (read.problems.length > 0) problems.push(...read.problems);
    else entries.push({ key: read.stub.id, ...partsOf(stub) });
  }
  for (const resource of resources)
    entries.push({
      key: `records ${resource.path}`,
      name: resource.name,
      content: { form: 'resource', resource: { ...resource } },
    });
  if (entries.length > maxEntries) {
    const message = `The document has ${entries.length} entries; the first ${maxEntries} come in.`;
    problems.push({ path: 'document', message });
  }
  return { entries: entries.slice(0, maxEntries), problems };
}

function partsOf(stub: JsonObject): { name: string; content: AssetContent } {
  const content = contentOfStub(stub);
  const { method, path } = factsOf(content);
  const name = typeof stub.name === 'string' && stub.name !== '' ? stub.name : `${method} ${path}`;
  return { name: name.slice(0, 255), content };
}
