import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { detectMockFormat, importMock } from '../../core/import/import-mock.ts';
import type { OpenApiMockOptions } from '../../core/import/import-openapi-mock.ts';
import { importWireMock } from '../../core/import/import-wiremock.ts';
import type { ImportedMock } from '../../core/import/imported-mock.ts';
import type { MockProblem } from '../../core/stub.ts';

/** A document from which a mock is made. */
export interface MockSource extends ImportedMock {
  /** Path as given or found. */
  path: string;
  kind: string;
}

/** MockSources is the combined content of files and folders. */
export interface MockSources {
  sources: MockSource[];
  /** Folders from which stubs may send files. */
  fileRoots: string[];
  problems: MockProblem[];
}

const documents = new Set(['.json', '.yaml', '.yml', '.har', '.wsdl', '.xml']);
const sizeLimit = 64 * 1024 * 1024;
const countLimit = 200_000;

/**
 * readSources reads documents and folders: a folder with `mappings` is read as WireMock's, with `__files` next to it;
 * in any other folder every document counts. Referenced documents are read from the document's own folder. Throws if a
 * path does not exist.
 */
export async function readSources(paths: readonly string[], options: OpenApiMockOptions = {}): Promise<MockSources> {
  const result: MockSources = { sources: [], fileRoots: [], problems: [] };
  for (const path of paths) {
    const facts = await stat(path);
    if (!facts.isDirectory()) {
      result.fileRoots.push(dirname(resolve(path)));
      await readDocument(path, basename(path), options, result);
    } else await readFolder(path, options, result);
  }
  return result;
}

async function readFolder(folder: string, options: OpenApiMockOptions, into: MockSources): Promise<void> {
  const names = await readdir(folder);
  const isWireMock = names.includes('mappings') || names.includes('__files');
  const isMappings = basename(resolve(folder)) === 'mappings';
  if (isWireMock || isMappings) {
    const root = isMappings ? dirname(resolve(folder)) : resolve(folder);
    into.fileRoots.push(join(root, '__files'));
    const mappings = isMappings ? folder : join(folder, 'mappings');
    if (isMappings || names.includes('mappings')) await readMappings(mappings, into);
    return;
  }
  into.fileRoots.push(resolve(folder));
  for (const file of await filesBelow(folder))
    if (documents.has(extname(file).toLowerCase()) && !file.split(sep).includes('node_modules'))
      await readDocument(join(folder, file), file, options, into, true);
}

/** All mappings in a folder form one source. */
async function readMappings(folder: string, into: MockSources): Promise<void> {
  const source: MockSource = { path: folder, kind: 'wiremock', title: folder, stubs: [], resources: [], problems: [] };
  for (const file of await filesBelow(folder)) {
    if (extname(file).toLowerCase() !== '.json') continue;
    const { stubs, problems } = importWireMock(await readText(join(folder, file)), file.replaceAll(sep, '/'));
    source.stubs.push(...stubs);
    source.problems.push(...problems);
  }
  into.sources.push(source);
  into.problems.push(...source.problems);
}

async function readDocument(
  path: string,
  name: string,
  options: OpenApiMockOptions,
  into: MockSources,
  isFound = false,
): Promise<void> {
  const text = await readText(path);
  const kind = detectMockFormat(text, name);
  // A folder may contain files other than documents.
  if (kind === undefined && isFound) return;
  const resolveDocument = neighbour(dirname(resolve(path)));
  const imported = await importMock(text, name, { ...options, location: basename(path), resolve: resolveDocument });
  into.sources.push({ ...imported, path, kind: kind ?? 'unknown' });
  into.problems.push(...imported.problems.map((problem) => ({ ...problem, path: `${name}: ${problem.path}` })));
}

/** Reads files only from below a folder, even if links lead out of it. */
function neighbour(folder: string): (location: string) => Promise<string | undefined> {
  return async (location) => {
    if (/^[a-z][a-z0-9+.-]+:/i.test(location)) return undefined;
    const [root, path] = [await realpath(folder), await realpath(resolve(folder, location)).catch(() => '')];
    const way = relative(root, path);
    return path === '' || way.startsWith('..') || resolve(way) === way ? undefined : readText(path);
  };
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > sizeLimit) throw new Error(`${path} is larger than 64 MB.`);
  return readFile(path, 'utf8');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  if (files.length > countLimit) throw new Error(`${folder} has more than ${countLimit} files.`);
  return files.sort();
}
