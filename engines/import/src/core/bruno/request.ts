import {
  type FormField,
  type HttpAuthentication,
  type HttpBody,
  type HttpStepSettings,
  joinScripts,
  type KeyValue,
} from '@touchstone/engine-http/core';
import { apiKeyOf, awsKeysOf, basicOf, oauth2Of, type ReadValue, unsupported } from '../authentications.ts';
import { type FolderContext, isOn, optionalScripts, rowsOf, withFolderHeaders } from '../client-parts.ts';
import { scalarText } from '../document/scalar-text.ts';
import { described, optional, type SavedExample, savedExample } from '../documentation.ts';
import type { ImportedVariable } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { fileParts } from '../named-files.ts';
import type { ProblemList } from '../problems.ts';
import { ntlmOf, oauth1Of } from '../signed-authentications.ts';
import { type CollectionDraft, folderPath, newStep, type PartDraft, row } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';
import { bodyOfText, dropImpliedType } from '../written-body.ts';
import { assertionsOf, dataHandlersOf } from './assertions.ts';
import { withBrunoPrelude } from './script-prelude.ts';

/** readRequest adds a request in the shape of Bruno's JSON export. */
export function readRequest(name: string, request: JsonObject, context: FolderContext, draft: CollectionDraft): void {
  const place = [...context.folders, name].join(' / ');
  const { problems } = draft;
  const headers = withFolderHeaders(rowsOf(request.headers), context.headers);
  const body = bodyOf(objectOf(request.body), headers, place, draft);
  dropImpliedType(headers, body);
  const script = objectOf(request.script);
  const vars = objectOf(request.vars);
  for (const variable of variablesOf(vars.req)) draft.addVariable(variable, place);
  draft.addStep(
    newStep({
      name,
      group: folderPath(context.folders),
      method: scalarText(request.method).trim() || 'GET',
      ...addressOf(request),
      headers,
      body,
      authentication: readAuthentication(request.auth, place, problems) ?? context.authentication ?? { type: 'none' },
      assertions: assertionsOf(listOf(request.assertions).filter(isObject), place, problems),
      dataHandlers: dataHandlersOf(listOf(vars.res).filter(isObject), place, problems),
      settings: settingsOf(objectOf(request.settings)),
      ...optionalScripts(
        joinScripts([...context.preRequest, scalarText(script.req)].map((text) => withBrunoPrelude(text, false))),
        joinScripts(
          [...context.test, scalarText(script.res), scalarText(request.tests)].map((text) =>
            withBrunoPrelude(text, true),
          ),
        ),
      ),
      ...described(request.docs),
      ...optional({ examples: examplesOf(request.examples) }),
    }),
  );
}

/** variablesOf reads the rows of `vars:pre-request`; an at sign marks a local one. */
export const variablesOf = (rows: unknown): ImportedVariable[] =>
  rowsOf(rows).map(({ key, value, enabled }) => ({
    name: key.replace(/^@/, ''),
    value,
    isSecret: false,
    ...(enabled === false ? { enabled } : {}),
  }));

const examplesOf = (source: unknown): SavedExample[] =>
  listOf(source)
    .filter(isObject)
    .map(({ name, description, response }) => {
      const { status, statusText, headers, body } = objectOf(response);
      const content = isObject(body) ? (body.content ?? body.data) : body;
      return savedExample({
        name: textOf(name),
        description,
        status,
        statusText,
        headers: rowsOf(headers),
        body: isObject(content) || Array.isArray(content) ? JSON.stringify(content, null, 2) : content,
      });
    });

/** The address repeats the enabled rows; older files have only the address. */
function addressOf(request: JsonObject): { url: string; queryParams: KeyValue[]; pathParams: KeyValue[] } {
  const params = listOf(request.params).filter(isObject);
  const pathParams = rowsOf(params.filter(({ type }) => type === 'path'));
  const rows = rowsOf(params.filter(({ type }) => type !== 'path'));
  const url = scalarText(request.url);
  const split = splitQuery(url);
  const hasRows = rows.some(({ enabled }) => enabled !== false);
  if (hasRows && !/[?&][^=&]*(?:&|$)/.test(url))
    return { url: url.split('?', 1)[0] ?? '', queryParams: rows, pathParams };
  return {
    ...split,
    queryParams: [...split.queryParams, ...rows.filter(({ enabled }) => enabled === false)],
    pathParams,
  };
}

function settingsOf(settings: JsonObject): HttpStepSettings {
  const timeoutMs = Number(scalarText(settings.timeout));
  const maxRedirects = Number(scalarText(settings.maxRedirects) || Number.NaN);
  return {
    ...(/^false$/i.test(scalarText(settings.followRedirects)) ? { followRedirects: false } : {}),
    ...(Number.isSafeInteger(maxRedirects) && maxRedirects >= 0 ? { maxRedirects } : {}),
    ...(Number.isSafeInteger(timeoutMs) && timeoutMs > 0 ? { timeoutMs } : {}),
  };
}

function bodyOf(body: JsonObject, headers: KeyValue[], place: string, draft: PartDraft): HttpBody {
  const { problems } = draft;
  const mode = scalarText(body.mode);
  const text = scalarText(body[mode]);
  switch (mode) {
    case '':
    case 'none':
      return { type: 'none' };
    case 'json':
    case 'xml':
      return text === '' ? { type: 'none' } : bodyOfText(text, `application/${mode}`, headers);
    case 'text':
      return text === '' ? { type: 'none' } : bodyOfText(text, undefined, headers);
    case 'sparql':
      return bodyOfText(text, 'application/sparql-query', headers);
    case 'formUrlEncoded':
      return { type: 'urlencoded', fields: rowsOf(body.formUrlEncoded) };
    case 'multipartForm':
      return {
        type: 'form',
        fields: listOf(body.multipartForm)
          .filter(isObject)
          .flatMap((entry) => formField(entry, place, draft)),
      };
    case 'graphql': {
      const { query, variables } = objectOf(body.graphql);
      return { type: 'graphql', query: scalarText(query), variables: scalarText(variables) };
    }
    case 'file': {
      const files = listOf(body.file).filter(isObject);
      const chosen = files.find(({ selected }) => selected === true) ?? files[0];
      const contentType = scalarText(chosen?.contentType);
      const { fileId = '' } = fileParts(scalarText(chosen?.filePath), draft.files);
      if (fileId === '') problems.add(place, 'The body is a file. Choose it again.');
      return { type: 'binary', fileId, ...(contentType === '' ? {} : { contentType }) };
    }
    default:
      problems.add(place, `The body mode ${mode} is not known; the body was left out.`);
      return { type: 'none' };
  }
}

function formField(entry: JsonObject, place: string, { problems, files }: PartDraft): FormField[] {
  const key = scalarText(entry.name);
  const contentType = scalarText(entry.contentType);
  const shared = { ...row(key, '', isOn(entry)), ...(contentType === '' ? {} : { contentType }) };
  if (entry.type !== 'file') return [{ ...shared, value: scalarText(entry.value), kind: 'text' }];
  const paths = (Array.isArray(entry.value) ? entry.value : [entry.value]).map(scalarText);
  if (isOn(entry) && (files === undefined || paths.includes('')))
    problems.add(place, `The field ${key} sends a file. Choose it again.`);
  return paths.map((path) => ({ ...shared, kind: 'file', ...fileParts(path, files) }));
}

/** readAuthentication returns undefined if the authentication is inherited from the folder. */
export function readAuthentication(
  source: unknown,
  place: string,
  problems: ProblemList,
): HttpAuthentication | undefined {
  const auth = objectOf(source);
  const mode = scalarText(auth.mode) || (Object.keys(auth)[0] ?? '');
  if (mode === '' || mode === 'inherit') return undefined;
  const values = objectOf(auth[mode]);
  const get = (name: string) => scalarText(values[name]);
  switch (mode) {
    case 'none':
      return { type: 'none' };
    case 'basic':
    case 'digest':
      return basicOf(mode, get);
    case 'bearer':
      return { type: 'bearer', token: get('token') };
    case 'apikey':
      return apiKeyOf(get, 'placement');
    case 'awsv4':
      return awsKeysOf(get);
    case 'oauth2':
      return oauth2Of(
        {
          grant: get('grantType'),
          tokenType: get('tokenHeaderPrefix'),
          tokenUrl: get('accessTokenUrl'),
          clientId: get('clientId'),
          clientSecret: get('clientSecret'),
          inBody: /body/i.test(get('credentialsPlacement')),
          scope: get('scope'),
          username: get('username'),
          password: get('password'),
          redirectUri: get('callbackUrl'),
        },
        place,
        problems,
      );
    case 'ntlm':
      return ntlmOf({ username: get('username'), password: get('password'), domain: get('domain') });
    case 'oauth1':
      return oauth1(get, place, problems);
    default:
      return unsupported(mode, place, problems);
  }
}

/** Older versions use other names for some values. */
function oauth1(get: ReadValue, place: string, problems: ProblemList): HttpAuthentication {
  const isFile = get('privateKeyType') === 'file';
  if (isFile && get('privateKey') !== '')
    problems.add(place, 'The private key of the OAuth 1.0 authentication is a file that is not read. Enter the key.');
  return oauth1Of(
    {
      signatureMethod: get('signatureMethod') || get('signatureEncoding'),
      consumerKey: get('consumerKey'),
      consumerSecret: get('consumerSecret'),
      token: get('accessToken'),
      tokenSecret: get('accessTokenSecret') || get('tokenSecret'),
      privateKey: isFile ? '' : get('privateKey') || get('rsaPrivateKey'),
      placement: get('placement') || get('parameterTransmission'),
      realm: get('realm'),
      callback: get('callbackUrl'),
      verifier: get('verifier'),
      timestamp: get('timestamp'),
      nonce: get('nonce'),
      includeBodyHash: get('includeBodyHash') === 'true',
    },
    place,
    problems,
  );
}
