import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { BrunoFile, ImportedCollection, ImportedVariable, NamedFiles } from '@touchstone/engine-import';
import { CliError } from '../cli-error.ts';
import { isAddress, readDocument, readDocumentText } from './document-text.ts';
import { type FileFlags, neighbourFiles, type WorkingFolder } from './working-folder.ts';

/** Documents that `run` and `import` read, by their option. */
export const formats = {
  openapi: 'OpenAPI document',
  postman: 'Postman collection',
  wsdl: 'WSDL document',
  har: 'HAR file',
  curl: 'file of curl commands',
  insomnia: 'Insomnia export',
  bruno: 'Bruno collection',
  hoppscotch: 'Hoppscotch export',
  jmeter: 'JMeter test plan',
  excel: 'Excel sheet',
  import: 'document',
} as const;
export type SourceFormat = keyof typeof formats;

const brunoFileLimit = 10_000;

/** What to read of a document, and which other files it may use. */
export interface SourceOptions {
  baseUrl?: string | undefined;
  /** The files that its requests send; without it, they are named but not read. */
  files?: NamedFiles;
  /** Limits for OpenAPI references and schemas of a WSDL description. */
  flags?: FileFlags;
}

/** The importers, each loaded only for a document that needs it. */
const importers = {
  bruno: () => import('@touchstone/engine-import/bruno'),
  curl: () => import('@touchstone/engine-import/curl'),
  excel: () => import('@touchstone/engine-import/excel'),
  har: () => import('@touchstone/engine-import/har'),
  hoppscotch: () => import('@touchstone/engine-import/hoppscotch'),
  insomnia: () => import('@touchstone/engine-import/insomnia'),
  jmeter: () => import('@touchstone/engine-import/jmeter'),
  openapi: () => import('@touchstone/engine-import/openapi'),
  postman: () => import('@touchstone/engine-import/postman'),
  wsdl: () => import('@touchstone/engine-import/wsdl'),
};

/** readSource imports what the user named. Of other files, only those allowed by `options` are read. */
export async function readSource(
  format: SourceFormat,
  source: string,
  options: SourceOptions,
): Promise<ImportedCollection> {
  const { files } = options;
  const text = () => readDocumentText(source, formats[format], `--${format}`);
  switch (format) {
    case 'openapi':
      return readOpenApi(source, await text(), options);
    case 'wsdl':
      return readWsdl(source, await text(), options);
    case 'curl':
      return (await importers.curl()).importCurl(/^\s*curl(\.exe)?\s/i.test(source) ? source : await text(), { files });
    case 'bruno':
      return readBruno(source, options);
    case 'excel':
      return readExcel(await readDocument(source, formats.excel, '--excel'));
    case 'import':
      return readAny(source, options);
    case 'postman':
      return (await importers.postman()).importPostman(await text(), { files });
    case 'har':
      return (await importers.har()).importHar(await text());
    case 'insomnia':
      return (await importers.insomnia()).importInsomnia(await text(), { files });
    case 'hoppscotch':
      return (await importers.hoppscotch()).importHoppscotch(await text());
    case 'jmeter':
      return (await importers.jmeter()).importJmeter(await text(), { files });
  }
}

/** readPostmanEnvironment returns the variables of a Postman environment. */
export async function readPostmanEnvironment(path: string): Promise<ImportedCollection> {
  const { importPostmanEnvironment } = await importers.postman();
  return importPostmanEnvironment(await readDocumentText(path, 'Postman environment', '--postman-env'));
}

/** readPostmanGlobals returns the variables of Postman globals, or of an environment used as such. */
export async function readPostmanGlobals(path: string): Promise<ImportedCollection> {
  const { importPostmanEnvironment } = await importers.postman();
  return importPostmanEnvironment(await readDocumentText(path, 'file of globals', '--globals'));
}

/** The variables of an environment or of globals, whichever the file contains. */
export const variablesOf = (read: ImportedCollection | undefined): readonly ImportedVariable[] =>
  read?.environments[0]?.variables ?? read?.variables ?? [];

/** The default folder of requests' files: the source if it is a collection folder, otherwise the current folder. */
export const folderOfRequests = async (source: string): Promise<string> =>
  !isAddress(source) && (await isFolder(source)) ? source : '.';

const baseUrlOf = ({ baseUrl }: SourceOptions) => (baseUrl === undefined ? {} : { baseUrl });

async function readAny(source: string, options: SourceOptions): Promise<ImportedCollection> {
  if (!isAddress(source) && (await isFolder(source))) return readBruno(source, options);
  const bytes = await readDocument(source, formats.import, '--import');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  if (head.startsWith('PK')) return readExcel(bytes);
  const text = await readDocumentText(source, formats.import, '--import');
  const { detectFormat } = await import('@touchstone/engine-import/detect-format');
  const { format, reason } = detectFormat(text, basename(source));
  if (format === 'excel') return readExcel(bytes);
  if (format === 'postmanEnvironment')
    throw new CliError(`${source} is a Postman environment. Give it as --postman-env beside a collection.`);
  if (format === undefined) throw new CliError(`${source} cannot be imported: ${reason}`);
  return readSource(format, source, options);
}

async function readExcel(bytes: Uint8Array): Promise<ImportedCollection> {
  const { importExcel } = await importers.excel();
  return importExcel(bytes);
}

async function readOpenApi(source: string, text: string, options: SourceOptions): Promise<ImportedCollection> {
  const { importOpenApiFiles } = await importers.openapi();
  return importOpenApiFiles(text, { ...baseUrlOf(options), ...neighboursOf(source, options) });
}

async function readWsdl(source: string, text: string, options: SourceOptions): Promise<ImportedCollection> {
  const { importWsdl } = await importers.wsdl();
  return importWsdl(text, { ...baseUrlOf(options), ...neighboursOf(source, options) });
}

function neighboursOf(source: string, { flags = {} }: SourceOptions) {
  return isAddress(source)
    ? { location: source, resolve: sameOrigin(source) }
    : { location: basename(source), resolve: fromFolder(neighbourFiles(source, flags)) };
}

/** Related documents are only fetched from the server that the user named. */
function sameOrigin(source: string) {
  return async (location: string): Promise<string | undefined> => {
    if (!URL.canParse(location) || new URL(location).origin !== new URL(source).origin)
      throw new Error('it lies on another server than the document');
    return readDocumentText(location, 'document', 'the address');
  };
}

function fromFolder(folder: WorkingFolder) {
  return async (location: string): Promise<string | undefined> => {
    if (isAddress(location)) throw new Error('it lies on a server; download it next to the document');
    const path = folder.find(location);
    return path === undefined ? undefined : readDocumentText(path, 'document', 'the reference');
  };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function readBruno(source: string, { files: namedFiles }: SourceOptions): Promise<ImportedCollection> {
  const { importBruno } = await importers.bruno();
  if (!(await isFolder(source)))
    return importBruno(await readDocumentText(source, formats.bruno, '--bruno'), { files: namedFiles });
  const files: BrunoFile[] = [];
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(source, path).split(sep).join('/');
    if (!entry.isFile() || name.includes('node_modules/') || !/\.bru$|(^|\/)bruno\.json$/.test(name)) continue;
    if (files.length >= brunoFileLimit)
      throw new CliError(`${source} has more than ${brunoFileLimit} files. Name a smaller folder.`);
    files.push({ path: name, text: await readFile(path, 'utf8') });
  }
  if (files.length === 0) throw new CliError(`${source} has no .bru files. Check the folder of --bruno.`);
  return importBruno(files, { files: namedFiles });
}
