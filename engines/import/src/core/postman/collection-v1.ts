import { type HttpBody, joinScripts, type KeyValue, withOAuth1Place } from '@touchstone/engine-http/core';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText, type ExampleRequest, optional } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { fileParts } from '../named-files.ts';
import { ProblemList } from '../problems.ts';
import { type CollectionDraft, depthLimit, folderPath, newStep, type PartDraft, row } from '../step-parts.ts';
import { encodedQuery, splitQuery } from '../url-rows.ts';
import { dropImpliedType } from '../written-body.ts';
import { readAuthentication, readHelper } from './authentication.ts';
import { formBody, graphqlBody, headerLines, keyValues, rawBody } from './body.ts';
import {
  documentationOf,
  type Inherited,
  methodOf,
  nothingInherited,
  readEvents,
  settingsOf,
} from './collection-v2.ts';
import { readVariables } from './environment.ts';
import { readExamples } from './examples.ts';

interface Tables {
  requests: Map<string, JsonObject>;
  folders: Map<string, JsonObject>;
  /** Items already read, so that cyclic folders end. */
  done: Set<JsonObject>;
  draft: CollectionDraft;
}

/** readCollectionV1 reads format 1: flat lists of folders and requests, ordered by lists of ids. */
export function readCollectionV1(document: JsonObject, folders: string[], draft: CollectionDraft): void {
  const tables: Tables = {
    requests: byId(document.requests),
    folders: byId(document.folders),
    done: new Set(),
    draft,
  };
  const place = 'collection';
  for (const variable of readVariables(document.variables ?? document.variable, place, draft))
    draft.addVariable(variable, place);
  const inherited = inherit(nothingInherited(folders), document, undefined, place, draft);
  readLevel(document, inherited, tables);
  // Items missing from the lists are still part of the collection.
  for (const folder of tables.folders.values()) readFolder(folder, inherited, tables);
  for (const request of tables.requests.values()) readRequest(request, inherited, tables);
}

function byId(list: unknown): Map<string, JsonObject> {
  const entries = listOf(list).filter(isObject);
  return new Map(entries.map((entry, index) => [scalarText(entry.id) || `\0${index}`, entry]));
}

function readLevel(level: JsonObject, inherited: Inherited, tables: Tables): void {
  const id = scalarText(level.id);
  const named = listOf(level.folders_order).map(scalarText);
  const nested = [...tables.folders]
    .filter(([, folder]) => id !== '' && scalarText(folder.folder ?? folder.folder_id) === id)
    .map(([key]) => key);
  for (const folderId of [...named, ...nested]) {
    const folder = tables.folders.get(folderId);
    if (folder !== undefined) readFolder(folder, inherited, tables);
  }
  for (const requestId of listOf(level.order).map(scalarText)) {
    const request = tables.requests.get(requestId);
    if (request !== undefined) readRequest(request, inherited, tables);
    else
      tables.draft.problems.add(
        inherited.folders.join(' / ') || 'collection',
        'The order names a request that the document does not hold.',
      );
  }
  for (const request of tables.requests.values())
    if (id !== '' && scalarText(request.folder) === id) readRequest(request, inherited, tables);
}

function readFolder(folder: JsonObject, inherited: Inherited, tables: Tables): void {
  if (tables.done.has(folder)) return;
  tables.done.add(folder);
  const name = textOf(folder.name) ?? 'Folder';
  if (inherited.folders.length >= depthLimit)
    tables.draft.problems.add(name, `Folders are nested deeper than ${depthLimit} levels.`);
  else {
    const inner = inherit(inherited, folder, name, name, tables.draft);
    tables.draft.addFolder(inner.folders, descriptionText(folder.description));
    readLevel(folder, inner, tables);
  }
}

function inherit(
  from: Inherited,
  source: JsonObject,
  name: string | undefined,
  place: string,
  { problems }: CollectionDraft,
): Inherited {
  const scripts = scriptsOf(source, place, problems);
  return {
    folders: name === undefined ? from.folders : [...from.folders, name],
    authentication: readAuthentication(source.auth, place, problems) ?? from.authentication,
    preRequest: [...from.preRequest, ...scripts.preRequest],
    test: [...from.test, ...scripts.test],
    behavior: { ...from.behavior, ...objectOf(source.protocolProfileBehavior) },
  };
}

/** Events are newer than the two script fields and contain the same scripts. */
function scriptsOf(source: JsonObject, place: string, problems: ProblemList): { preRequest: string[]; test: string[] } {
  const scripts = readEvents(source.events, place, problems);
  if (listOf(source.events).length > 0) return scripts;
  return { preRequest: [scalarText(source.preRequestScript)], test: [scalarText(source.tests)] };
}

function readRequest(request: JsonObject, from: Inherited, tables: Tables): void {
  if (tables.done.has(request)) return;
  tables.done.add(request);
  const { draft } = tables;
  const place = [...from.folders, textOf(request.name) ?? 'request'].join(' / ');
  const own = inherit(from, request, undefined, place, draft);
  const parts = partsOf(request, place, draft);
  const preRequestScript = joinScripts(own.preRequest);
  const testScript = joinScripts(own.test);
  const auth =
    readAuthentication(request.auth, place, draft.problems) ??
    (isObject(request.auth) ? undefined : readHelper(request, place, draft.problems)) ??
    own.authentication;
  draft.addStep(
    newStep({
      name: textOf(request.name) ?? '',
      group: folderPath(own.folders),
      ...parts,
      authentication: withOAuth1Place(auth?.authentication ?? { type: 'none' }, parts),
      settings: settingsOf(own.behavior, place, draft.problems),
      ...(preRequestScript === undefined ? {} : { preRequestScript }),
      ...(testScript === undefined ? {} : { testScript }),
      ...documentationOf(request.name, descriptionText(request.description), auth),
      ...optional({
        examples: readExamples(listOf(request.responses), parts, (original) =>
          partsOf(original, place, { problems: new ProblemList(), files: draft.files }),
        ),
      }),
    }),
  );
}

function partsOf(request: JsonObject, place: string, draft: PartDraft): ExampleRequest {
  const { problems } = draft;
  const headers = Array.isArray(request.headerData)
    ? keyValues(request.headerData, `${place}, headers`, problems)
    : headersOf(request.headers, place, problems);
  const body = bodyOf(request, headers, place, draft);
  dropImpliedType(headers, body);
  return { method: methodOf(request.method), ...urlOf(request), headers, body };
}

const headersOf = (headers: unknown, place: string, problems: ProblemList): KeyValue[] =>
  typeof headers === 'string' ? headerLines(headers) : keyValues(headers, `${place}, headers`, problems);

function urlOf(request: JsonObject): { url: string; queryParams: KeyValue[]; pathParams: KeyValue[] } {
  const split = splitQuery(scalarText(request.url));
  const pathParams = Array.isArray(request.pathVariableData)
    ? request.pathVariableData
        .filter(isObject)
        .map((entry) => row(scalarText(entry.key), scalarText(entry.value), true, descriptionText(entry.description)))
    : Object.entries(objectOf(request.pathVariables)).map(([key, value]) => row(key, scalarText(value)));
  const rows = listOf(request.queryParams)
    .filter(isObject)
    .map((entry) =>
      row(
        scalarText(entry.key),
        scalarText(entry.value),
        entry.enabled !== false && entry.disabled !== true,
        descriptionText(entry.description),
      ),
    );
  // The address contains what is sent; the rows add disabled parameters.
  if (encodedQuery(rows) === encodedQuery(split.queryParams)) return { url: split.url, queryParams: rows, pathParams };
  return {
    ...split,
    queryParams: [...split.queryParams, ...rows.filter(({ enabled }) => enabled === false)],
    pathParams,
  };
}

function bodyOf(request: JsonObject, headers: KeyValue[], place: string, draft: PartDraft): HttpBody {
  const { problems } = draft;
  if (request.dataDisabled === true) return { type: 'none' };
  const where = `${place}, body`;
  const language = scalarText(objectOf(objectOf(request.dataOptions).raw).language);
  switch (request.dataMode) {
    case 'raw': {
      const raw = request.rawModeData ?? request.data;
      return rawBody(Array.isArray(raw) ? raw.map(scalarText).join('\n') : scalarText(raw), language, headers);
    }
    case 'urlencoded':
      return { type: 'urlencoded', fields: keyValues(request.data, where, problems) };
    case 'params':
      return listOf(request.data).length === 0 ? { type: 'none' } : formBody(request.data, headers, where, draft);
    case 'graphql':
      return graphqlBody(request.graphqlModeData);
    case 'binary': {
      const { fileId = '' } = fileParts(scalarText(request.rawModeData), draft.files);
      if (fileId === '') problems.add(where, 'The body is a file. Choose it again.');
      return { type: 'binary', fileId };
    }
    default:
      return typeof request.rawModeData === 'string'
        ? rawBody(request.rawModeData, language, headers)
        : { type: 'none' };
  }
}
