import {
  type FormField,
  type HttpAuthentication,
  type HttpBody,
  joinScripts,
  type KeyValue,
} from '@touchstone/engine-http/core';
import { apiKeyOf, awsOf, basicOf, oauth2Of, unsupported } from '../authentications.ts';
import {
  type FolderContext,
  isOn,
  mapTexts,
  optionalScripts,
  rootContext,
  rowsOf,
  withFolderHeaders,
} from '../client-parts.ts';
import { readJsonObjects } from '../document/read-json.ts';
import { scalarText } from '../document/scalar-text.ts';
import { described, descriptionText, optional, type SavedExample, savedExample } from '../documentation.ts';
import type { ImportedCollection } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { edgeGridOf, hawkOf } from '../signed-authentications.ts';
import { type CollectionDraft, depthLimit, findHeader, folderPath, importSafely, newStep, row } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';
import { bodyOfText, dropImpliedType, isFormType, isMultipart } from '../written-body.ts';
import { withScriptPrelude } from './script-prelude.ts';

/**
 * importHoppscotch reads Hoppscotch collections, requests and environments of all versions, a single one or a list.
 * Variables such as `<<name>>` become `{{name}}`; authentication, headers and scripts are inherited. It never throws.
 */
export function importHoppscotch(text: string): ImportedCollection {
  return importSafely('Imported collection', (draft) => {
    const documents = readJsonObjects(text, draft.problems);
    const collections = documents.filter((document) => !isEnvironment(document));
    for (const document of documents) if (isEnvironment(document)) readEnvironment(document, draft);
    const [first] = collections;
    if (collections.length === 1 && first) {
      draft.title = textOf(first.name) ?? draft.title;
      const isCollection = Array.isArray(first.requests) || Array.isArray(first.folders);
      if (isCollection) draft.description = descriptionText(first.description);
      if (isCollection) readLevel(first, inherit(rootContext(), first, undefined, draft), draft);
      else readFolder({ requests: [first] }, rootContext(), draft);
    } else for (const collection of collections) readFolder(collection, rootContext(), draft);
  });
}

const isEnvironment = (document: JsonObject): boolean =>
  Array.isArray(document.variables) &&
  !Array.isArray(document.requests) &&
  !Array.isArray(document.folders) &&
  document.endpoint === undefined;

const convert = (text: string): string => text.replace(/<<\s*([^<>{}\s][^<>{}]*?)\s*>>/g, '{{$1}}');

function readEnvironment(document: JsonObject, draft: CollectionDraft): void {
  const name = textOf(document.name);
  const variables = variablesOf(document.variables);
  if (name === undefined) for (const variable of variables) draft.addVariable(variable, 'global environment');
  else draft.environments.push({ name, variables });
}

const variablesOf = (source: unknown) =>
  listOf(source)
    .filter(isObject)
    .map((entry) => ({
      name: scalarText(entry.key).trim(),
      value: convert(scalarText(entry.value) || scalarText(entry.currentValue) || scalarText(entry.initialValue)),
      isSecret: entry.secret === true,
    }))
    .filter(({ name }) => name !== '');

function readFolder(folder: JsonObject, context: FolderContext, draft: CollectionDraft): void {
  const name = textOf(folder.name);
  const place = [...context.folders, name ?? 'folder'].join(' / ');
  if (context.folders.length >= depthLimit)
    draft.problems.add(place, `Folders are nested deeper than ${depthLimit} levels.`);
  else {
    const inner = inherit(context, folder, name, draft);
    draft.addFolder(inner.folders, descriptionText(folder.description));
    readLevel(folder, inner, draft);
  }
}

function readLevel(level: JsonObject, context: FolderContext, draft: CollectionDraft): void {
  for (const folder of listOf(level.folders).filter(isObject)) readFolder(folder, context, draft);
  for (const request of listOf(level.requests)) {
    const place = [...context.folders, textOf(objectOf(request).name) ?? 'request'].join(' / ');
    if (isObject(request)) readRequest(request, context, place, draft);
    else draft.problems.add(place, 'The request is no object and was left out.');
  }
}

function inherit(
  from: FolderContext,
  source: JsonObject,
  name: string | undefined,
  draft: CollectionDraft,
): FolderContext {
  const place = [...from.folders, name ?? 'collection'].join(' / ');
  for (const variable of variablesOf(source.variables)) draft.addVariable(variable, place);
  return {
    folders: name === undefined ? from.folders : [...from.folders, name],
    authentication: readAuthentication(source.auth, place, draft.problems) ?? from.authentication,
    headers: [...from.headers, ...rowsOf(source.headers, convert)],
    preRequest: [...from.preRequest, scalarText(source.preRequestScript)],
    test: [...from.test, scalarText(source.testScript)],
  };
}

function readRequest(request: JsonObject, context: FolderContext, place: string, draft: CollectionDraft): void {
  const isGraphql = request.query !== undefined && request.endpoint === undefined;
  const headers = withFolderHeaders(rowsOf(request.headers, convert), context.headers);
  const body = isGraphql
    ? {
        type: 'graphql' as const,
        query: convert(scalarText(request.query)),
        variables: convert(scalarText(request.variables)),
      }
    : bodyOf(request, headers, place, draft.problems);
  dropImpliedType(headers, body);
  const address = request.endpoint ?? `${scalarText(request.url)}${scalarText(request.path)}`;
  const split = splitQuery(convert(scalarText(address)));
  draft.addStep(
    newStep({
      name: textOf(request.name) ?? '',
      group: folderPath(context.folders),
      method: scalarText(request.method).trim() || (isGraphql ? 'POST' : 'GET'),
      url: split.url,
      queryParams: [...split.queryParams, ...rowsOf(request.params, convert)],
      headers,
      body,
      authentication: authenticationOf(request, place, draft.problems) ?? context.authentication ?? { type: 'none' },
      ...optionalScripts(
        joinScripts([...context.preRequest, scalarText(request.preRequestScript)].map(withScriptPrelude)),
        joinScripts([...context.test, scalarText(request.testScript)].map(withScriptPrelude)),
      ),
      ...described(request.description),
      ...optional({ examples: examplesOf(request.responses) }),
    }),
  );
  for (const { key, value, enabled } of rowsOf(request.requestVariables, convert))
    draft.addVariable({ name: key, value, isSecret: false, ...(enabled === false ? { enabled } : {}) }, place);
}

/** Saved responses by name. */
const examplesOf = (responses: unknown): SavedExample[] =>
  Object.entries(objectOf(responses)).flatMap(([name, response]) =>
    isObject(response)
      ? [
          savedExample({
            name: textOf(response.name) ?? name,
            status: response.code,
            statusText: response.status,
            headers: rowsOf(response.headers),
            body: response.body,
          }),
        ]
      : [],
  );

/** Before version 1 the authentication type was a string, and its values were members of the request. */
function authenticationOf(request: JsonObject, place: string, problems: ProblemList): HttpAuthentication | undefined {
  if (typeof request.auth !== 'string') return readAuthentication(request.auth, place, problems);
  const get = (name: string) => convert(scalarText(request[name]));
  if (/basic/i.test(request.auth)) return { type: 'basic', username: get('httpUser'), password: get('httpPassword') };
  if (/bearer|oauth/i.test(request.auth)) return { type: 'bearer', token: get('bearerToken') };
  return { type: 'none' };
}

function readAuthentication(source: unknown, place: string, problems: ProblemList): HttpAuthentication | undefined {
  if (!isObject(source)) return undefined;
  const kind = scalarText(source.authType);
  if (kind === '' || kind === 'inherit') return undefined;
  if (kind === 'none' || source.authActive === false) return { type: 'none' };
  const auth = objectOf(mapTexts(source, convert));
  const get = (name: string) => scalarText(auth[name]);
  switch (kind) {
    case 'basic':
    case 'digest':
      return basicOf(kind, get);
    case 'bearer':
      return { type: 'bearer', token: get('token') };
    case 'api-key':
      return apiKeyOf(get, 'addTo');
    case 'aws-signature':
      return awsOf({
        accessKeyId: get('accessKey'),
        secretAccessKey: get('secretKey'),
        sessionToken: get('serviceToken'),
        region: get('region'),
        service: get('serviceName'),
      });
    case 'oauth-2':
      return oauth2(auth, place, problems);
    case 'hawk':
      return hawkOf(
        {
          keyId: get('authId'),
          key: get('authKey'),
          algorithm: get('algorithm'),
          ext: get('ext'),
          app: get('app'),
          dlg: get('dlg'),
          timestamp: get('timestamp'),
          nonce: get('nonce'),
          includePayloadHash: auth.includePayloadHash === true,
        },
        place,
        problems,
      );
    case 'akamai-eg':
      return edgeGridOf({
        accessToken: get('accessToken'),
        clientToken: get('clientToken'),
        clientSecret: get('clientSecret'),
        host: get('host'),
        headersToSign: get('headersToSign'),
        maxBodyBytes: get('maxBodySize'),
        timestamp: get('timestamp'),
        nonce: get('nonce'),
      });
    default:
      return unsupported(kind, place, problems);
  }
}

function oauth2(auth: JsonObject, place: string, problems: ProblemList): HttpAuthentication {
  const info = objectOf(auth.grantTypeInfo);
  const get = (name: string) => scalarText(info[name] ?? auth[name]);
  return oauth2Of(
    {
      grant: get('grantType') || (get('accessTokenURL') === '' ? '' : 'authorization_code'),
      token: get('token'),
      tokenInQuery: /query/i.test(scalarText(auth.addTo)),
      tokenUrl: get('tokenEndpoint') || get('authEndpoint') || get('accessTokenURL'),
      clientId: get('clientID'),
      clientSecret: get('clientSecret'),
      inBody: /body/i.test(get('clientAuthentication')),
      scope: get('scopes') || get('scope'),
      username: get('username'),
      password: get('password'),
      refreshToken: get('refreshToken'),
    },
    place,
    problems,
  );
}

function bodyOf(request: JsonObject, headers: KeyValue[], place: string, problems: ProblemList): HttpBody {
  const body = isObject(request.body) ? request.body : oldBody(request);
  const contentType = scalarText(body.contentType);
  if (isMultipart(contentType)) {
    const written = findHeader(headers, 'Content-Type');
    if (written !== undefined && isMultipart(written.value)) headers.splice(headers.indexOf(written), 1);
    return { type: 'form', fields: formFields(body.body, place, problems) };
  }
  if (contentType === '') return { type: 'none' };
  if (/^application\/octet-stream/i.test(contentType) && typeof body.body !== 'string') {
    problems.add(place, 'The body is a file. Choose it again.');
    return { type: 'binary', fileId: '', contentType };
  }
  const text = convert(scalarText(body.body));
  if (isFormType(contentType))
    return { type: 'urlencoded', fields: Array.isArray(body.body) ? rowsOf(body.body, convert) : rawRows(text) };
  return text === '' ? { type: 'none' } : bodyOfText(text, contentType, headers);
}

/** Before version 1. */
function oldBody(request: JsonObject): JsonObject {
  const contentType = scalarText(request.contentType);
  const raw = scalarText(request.rawParams);
  if (request.rawInput !== false && raw !== '') return { contentType: contentType || 'application/json', body: raw };
  const rows = listOf(request.bodyParams);
  return rows.length === 0 ? {} : { contentType: contentType || 'application/x-www-form-urlencoded', body: rows };
}

/** One `key: value` per line; a line that starts with `#` is disabled. */
function rawRows(text: string): KeyValue[] {
  return text.split('\n').flatMap((line) => {
    const isOff = /^\s*#/.test(line);
    const written = line.replace(/^\s*#\s?/, '').trim();
    const colon = written.indexOf(':');
    if (written === '') return [];
    return [
      colon === -1
        ? row(written, '', !isOff)
        : row(unquoted(written.slice(0, colon)), unquoted(written.slice(colon + 1)), !isOff),
    ];
  });
}

/** A key or value that starts or ends with a space, or has an escape, is written as a JSON string. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  if (!/^".*"$/.test(trimmed)) return trimmed;
  try {
    return scalarText(JSON.parse(trimmed));
  } catch {
    return trimmed;
  }
}

function formFields(source: unknown, place: string, problems: ProblemList): FormField[] {
  return listOf(source)
    .filter(isObject)
    .map((entry): FormField => {
      const key = convert(scalarText(entry.key));
      const shared = row(key, '', isOn(entry));
      const contentType = scalarText(entry.contentType);
      const typed = contentType === '' ? {} : { contentType };
      if (entry.isFile !== true) return { ...shared, value: convert(scalarText(entry.value)), kind: 'text', ...typed };
      if (isOn(entry)) problems.add(place, `The field ${key} sends a file. Choose it again.`);
      return { ...shared, kind: 'file', ...typed };
    });
}
