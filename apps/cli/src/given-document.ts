import type { FileSource, KeyValue } from '@touchstone/engine-http';
import type { ImportedCollection, ImportedVariable, ImportProblem } from '@touchstone/engine-import';
import {
  folderOfRequests,
  readPostmanEnvironment,
  readPostmanGlobals,
  readSource,
  type SourceFormat,
  variablesOf,
} from './document/import-source.ts';
import { type FileFlags, requestFiles } from './document/working-folder.ts';

/** Another tool's document with the related command-line options. */
export interface DocumentSource {
  format: SourceFormat;
  /** Path or address of the document; for curl also the command itself. */
  source: string;
  baseUrl: string | undefined;
  /** File of a Postman environment. */
  environment: string | undefined;
  /** File of the Postman globals. */
  globals: string | undefined;
  /** Which files the document may use. */
  files: FileFlags;
}

export interface GivenDocument {
  api: ImportedCollection;
  environmentName: string | undefined;
  /** Values of the environment, the collection and the globals, in lookup order. */
  scopes: [environment: Record<string, string>, collection: Record<string, string>, globals: Record<string, string>];
  /** Values that are masked wherever they appear. */
  secrets: string[];
  problems: ImportProblem[];
  /** Opens the files of requests. */
  files: FileSource;
}

/** readGivenDocument reads a document, its environment and its globals. Throws CliError with what to correct. */
export async function readGivenDocument(given: DocumentSource): Promise<GivenDocument> {
  const { format, source, baseUrl, files: flags } = given;
  const files = requestFiles(flags, await folderOfRequests(source));
  const api = await readSource(format, source, { baseUrl, files, flags });
  const environment = given.environment === undefined ? undefined : await readPostmanEnvironment(given.environment);
  const globals = given.globals === undefined ? undefined : await readPostmanGlobals(given.globals);
  const lists = [variablesOf(environment), api.variables, variablesOf(globals)];
  const [ofEnvironment = {}, ofCollection = {}, ofGlobals = {}] = lists.map(valuesOf);
  return {
    api,
    files,
    environmentName: environment?.title,
    scopes: [{ ...ofEnvironment, ...(baseUrl !== undefined && { baseUrl }) }, ofCollection, ofGlobals],
    secrets: lists.flat().flatMap(({ isSecret, value }) => (isSecret && value !== '' ? [value] : [])),
    problems: [...api.problems, ...(environment?.problems ?? []), ...(globals?.problems ?? [])],
  };
}

/** Variables without a value must be given by the user; disabled ones have none. */
const valuesOf = (variables: readonly ImportedVariable[]): Record<string, string> =>
  Object.fromEntries(
    variables.filter(({ value, enabled }) => value !== '' && enabled !== false).map(({ name, value }) => [name, value]),
  );

/** withHeaders returns headers with those of the command line replacing their own. */
export function withHeaders(own: readonly KeyValue[], given: readonly KeyValue[]): KeyValue[] {
  const names = new Set(given.map(({ key }) => key.toLowerCase()));
  return [...own.filter(({ key }) => !names.has(key.toLowerCase())), ...given];
}
