import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve as resolvePath, sep } from 'node:path';
import {
  type BrunoFile,
  detectFormat,
  type ImportedCollection,
  importBruno,
  importCurl,
  importExcel,
  importHar,
  importHoppscotch,
  importInsomnia,
  importJmeter,
  importOpenApi,
  importPostman,
  importPostmanEnvironment,
  importWsdl,
} from '@touchstone/engine-import';
import { CliError } from './cli-error.ts';
import { isAddress, readDocument, readDocumentText } from './document-text.ts';

/** Documents that `run` and `import` read, by the option that names them. */
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

/** readSource imports what the user named; nothing that a document names is read besides schemas next to a WSDL document. */
export async function readSource(
  format: SourceFormat,
  source: string,
  baseUrl: string | undefined,
): Promise<ImportedCollection> {
  const text = () => readDocumentText(source, formats[format], `--${format}`);
  switch (format) {
    case 'openapi':
      return importOpenApi(await text(), options(baseUrl));
    case 'wsdl':
      return readWsdl(source, await text(), baseUrl);
    case 'curl':
      return importCurl(/^\s*curl(\.exe)?\s/i.test(source) ? source : await text());
    case 'bruno':
      return readBruno(source);
    case 'excel':
      return importExcel(await readDocument(source, formats.excel, '--excel'));
    case 'import':
      return readAny(source, baseUrl);
    case 'postman':
      return importPostman(await text());
    case 'har':
      return importHar(await text());
    case 'insomnia':
      return importInsomnia(await text());
    case 'hoppscotch':
      return importHoppscotch(await text());
    case 'jmeter':
      return importJmeter(await text());
  }
}

/** readPostmanEnvironment gives the variables of a Postman environment. */
export async function readPostmanEnvironment(path: string): Promise<ImportedCollection> {
  return importPostmanEnvironment(await readDocumentText(path, 'Postman environment', '--postman-env'));
}

const options = (baseUrl: string | undefined) => (baseUrl === undefined ? {} : { baseUrl });

async function readAny(source: string, baseUrl: string | undefined): Promise<ImportedCollection> {
  if (!isAddress(source) && (await isFolder(source))) return readBruno(source);
  const bytes = await readDocument(source, formats.import, '--import');
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4));
  if (head.startsWith('PK')) return importExcel(bytes);
  const text = await readDocumentText(source, formats.import, '--import');
  const { format, reason } = detectFormat(text, basename(source));
  if (format === 'excel') return importExcel(bytes);
  if (format === 'postmanEnvironment')
    throw new CliError(`${source} is a Postman environment. Give it as --postman-env beside a collection.`);
  if (format === undefined) throw new CliError(`${source} cannot be imported: ${reason}`);
  return readSource(format, source, baseUrl);
}

async function readWsdl(source: string, text: string, baseUrl: string | undefined): Promise<ImportedCollection> {
  const location = isAddress(source) ? source : basename(source);
  return importWsdl(text, {
    ...options(baseUrl),
    location,
    resolve: isAddress(source) ? sameOrigin(source) : sameFolder(source),
  });
}

/** Schemas are fetched from the server that the user named, and from no other. */
function sameOrigin(source: string) {
  return async (location: string): Promise<string | undefined> => {
    if (!URL.canParse(location) || new URL(location).origin !== new URL(source).origin)
      throw new Error('it lies on another server than the description');
    return readDocumentText(location, 'schema', '--wsdl');
  };
}

/** Schemas are read from the folder that the user named, and from no other. */
function sameFolder(source: string) {
  const folder = dirname(resolvePath(source));
  return async (location: string): Promise<string | undefined> => {
    if (isAddress(location)) throw new Error('it lies on a server; download it next to the description');
    const path = resolvePath(folder, location);
    const actual = await realpath(path).catch(() => undefined);
    if (actual === undefined) return undefined;
    if (!actual.startsWith(`${await realpath(folder)}${sep}`))
      throw new Error('it lies outside the folder of the description');
    return readDocumentText(actual, 'schema', '--wsdl');
  };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

async function readBruno(source: string): Promise<ImportedCollection> {
  if (!(await isFolder(source))) return importBruno(await readDocumentText(source, formats.bruno, '--bruno'));
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
  return importBruno(files);
}
