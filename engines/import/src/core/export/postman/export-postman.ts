import { type FormField, type HttpBody, type KeyValue, toPostmanSignature } from '@touchstone/engine-http/core';
import type { ExampleRequest, SavedExample, StepDocumentation } from '../../documentation.ts';
import type { ImportedStep } from '../../imported-collection.ts';
import { objectOf, textOf } from '../../json-values.ts';
import { isSigned } from '../../signed-authentications.ts';
import { findHeader, shortName } from '../../step-parts.ts';
import { textKind } from '../../written-body.ts';
import type { ExportSource } from '../export-source.ts';
import { FolderTree } from '../folder-tree.ts';
import { fullUrl } from '../plain-request.ts';
import { writePostmanTests } from './postman-tests.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * exportPostman writes a Postman collection of format 2.1: group levels become folders, assertions and data handlers
 * become test scripts.
 */
export function exportPostman({ title, description, steps, folders = [], variables = [] }: ExportSource): string {
  const tree = new FolderTree(folders, steps);
  for (const step of steps) tree.add(step.group, itemOf(step));
  const collection = {
    info: { name: title || 'Collection', ...described(description), schema },
    item: tree.items(),
    ...(variables.length === 0
      ? {}
      : {
          variable: variables.map(({ name, value, isSecret, enabled, description: text }) => ({
            key: name,
            value,
            type: isSecret ? 'secret' : 'string',
            ...(enabled === false ? { disabled: true } : {}),
            ...described(text),
          })),
        }),
  };
  return JSON.stringify(collection, null, 2);
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

function itemOf(step: ImportedStep) {
  const auth = authOf(step);
  const tests = [writePostmanTests(step), step.testScript].filter((script) => script !== undefined).join('\n');
  const event = [...eventOf('prerequest', step.preRequestScript), ...eventOf('test', tests || undefined)];
  const protocolProfileBehavior = behaviorOf(step);
  const { documentation, examples = [] } = step;
  const isShortened = documentation?.name !== undefined && shortName(documentation.name) === step.name;
  const request = { ...requestOf(step), ...(auth === undefined ? {} : { auth }) };
  return {
    name: isShortened ? documentation.name : step.name,
    ...(event.length === 0 ? {} : { event }),
    ...(Object.keys(protocolProfileBehavior).length === 0 ? {} : { protocolProfileBehavior }),
    request: { ...request, ...described(step.description) },
    response: examples.map((example) => responseOf(example, step)),
  };
}

function requestOf(step: ExampleRequest) {
  const body = bodyOf(step.body);
  const header = step.headers.map(rowOf);
  if (step.body.type === 'binary' && step.body.contentType && findHeader(step.headers, 'Content-Type') === undefined)
    header.push({ key: 'Content-Type', value: step.body.contentType });
  return { method: step.method, header, ...(body === undefined ? {} : { body }), url: urlOf(step) };
}

function responseOf(example: SavedExample, step: ImportedStep) {
  const type = findHeader(example.headers, 'Content-Type')?.value ?? '';
  return {
    name: example.name,
    ...described(example.description),
    originalRequest: requestOf(example.request ?? step),
    ...(example.statusText === undefined ? {} : { status: example.statusText }),
    code: example.status,
    _postman_previewlanguage: /html/i.test(type) ? 'html' : textKind(type),
    header: example.headers.map(rowOf),
    cookie: [],
    body: example.body,
  };
}

const rowOf = ({ key, value, enabled, description }: KeyValue) => ({
  key,
  value,
  ...(enabled === false ? { disabled: true } : {}),
  ...described(description),
});

/** Postman sends a plus sign unencoded, which servers read as a space. */
const queryRow = (row: KeyValue) =>
  rowOf({ ...row, key: row.key.replaceAll('+', '%2B'), value: row.value.replaceAll('+', '%2B') });

const eventOf = (listen: 'prerequest' | 'test', script: string | undefined) =>
  script === undefined ? [] : [{ listen, script: { type: 'text/javascript', exec: script.split('\n') } }];

function behaviorOf({ settings, body, method }: ImportedStep) {
  return {
    ...(settings.followRedirects === undefined ? {} : { followRedirects: settings.followRedirects }),
    ...(settings.verifyCertificate === undefined ? {} : { strictSSL: settings.verifyCertificate }),
    ...(settings.maxRedirects === undefined ? {} : { maxRedirects: settings.maxRedirects }),
    ...(settings.timeoutMs === undefined ? {} : { requestTimeout: settings.timeoutMs }),
    // Postman drops the body of a GET without this.
    ...(body.type !== 'none' && /^(GET|HEAD)$/.test(method) ? { disableBodyPruning: true } : {}),
  };
}

/** Postman's path parameters are whole segments that start with a colon. */
function urlOf(step: ExampleRequest) {
  const named = new Set(step.pathParams.map(({ key }) => key));
  const inline: KeyValue[] = [];
  const url = step.url.replace(
    /\{\{[^{}]*\}\}|(\/)?\{([^{}/?#]+)\}(?=([/?#]|$)|)/g,
    (whole, slash?: string, name?: string, end?: string) => {
      if (name === undefined || !named.has(name)) return whole;
      if (slash !== undefined && end !== undefined && /^[A-Za-z_][\w.-]*$/.test(name)) return `/:${name}`;
      inline.push(...step.pathParams.filter(({ key }) => key === name));
      return whole;
    },
  );
  const filled = inline.length === 0 ? url : fullUrl({ url, queryParams: [], pathParams: inline });
  const variable = step.pathParams.filter(({ key }) => !inline.some((used) => used.key === key)).map(rowOf);
  const sent = fullUrl({ url: filled, queryParams: step.queryParams, pathParams: [] });
  const hasOwnQuery = /\?./.test(filled);
  const isPlain = step.queryParams.every(({ enabled, description }) => enabled !== false && description === undefined);
  if (hasOwnQuery && variable.length === 0 && isPlain) return sent;
  const query = [...(hasOwnQuery ? ownQuery(filled) : []), ...step.queryParams.map(queryRow)];
  return {
    raw: sent,
    ...partsOf(filled),
    ...(query.length === 0 ? {} : { query }),
    ...(variable.length === 0 ? {} : { variable }),
  };
}

const ownQuery = (url: string) =>
  (url.split('#', 1)[0] ?? '')
    .slice(url.indexOf('?') + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1 ? { key: pair, value: null } : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
    });

function partsOf(url: string) {
  const [, protocol, host = '', port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\{\{[^{}]*\}\}|\[[^\]]*\]|[^/?#:])*)(?::([^/?#]*))?(?:\/([^?#]*))?/i.exec(url) ??
    [];
  return {
    ...(protocol === undefined ? {} : { protocol }),
    host: /^(\[|.*\{\{)/.test(host) ? [host] : host.split('.'),
    ...(port === undefined ? {} : { port }),
    ...(path === undefined ? {} : { path: path.split('/') }),
  };
}

function bodyOf(body: HttpBody) {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map(rowOf) };
    case 'form':
      return { mode: 'formdata', formdata: body.fields.map(formRow) };
    case 'graphql':
      return {
        mode: 'graphql',
        graphql: {
          query: body.query,
          variables: body.variables,
          ...(body.operationName ? { operationName: body.operationName } : {}),
        },
      };
    case 'binary':
      return { mode: 'file', file: { src: body.fileId === '' ? null : body.fileId } };
    default:
      return { mode: 'raw', raw: body.content, options: { raw: { language: body.type } } };
  }
}

const formRow = (field: FormField) => ({
  key: field.key,
  ...(field.kind === 'file' ? { type: 'file', src: field.fileName ?? [] } : { type: 'text', value: field.value }),
  ...(field.contentType === undefined ? {} : { contentType: field.contentType }),
  ...(field.kind === 'text' && field.fileName !== undefined ? { fileName: field.fileName } : {}),
  ...(field.enabled === false ? { disabled: true } : {}),
  ...described(field.description),
});

const grants = {
  clientCredentials: 'client_credentials',
  password: 'password_credentials',
  authorizationCode: 'authorization_code',
  refreshToken: 'refresh_token',
} as const;

function authOf({ authentication, documentation }: ImportedStep) {
  const auth = (type: string, values: Record<string, string | boolean | undefined>) => ({
    type,
    [type]: Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [{ key, value, type: typeof value }],
    ),
  });
  if (isSigned(authentication)) {
    const { type, values } = toPostmanSignature(authentication);
    return auth(type, values);
  }
  switch (authentication.type) {
    case 'none':
      return undefined;
    case 'basic':
    case 'digest':
      return auth(authentication.type, { username: authentication.username, password: authentication.password });
    case 'bearer':
      return auth('bearer', { token: authentication.token });
    case 'apiKey':
      return auth('apikey', { key: authentication.key, value: authentication.value, in: authentication.in });
    case 'oauth2':
      return auth('oauth2', {
        accessToken: authentication.token,
        headerPrefix: authentication.tokenType,
        ...flowOf(documentation),
        addTokenTo: 'header',
      });
    case 'awsV4':
      return auth('awsv4', {
        accessKey: authentication.accessKeyId,
        secretKey: authentication.secretAccessKey,
        region: authentication.region,
        service: authentication.service,
        sessionToken: authentication.sessionToken,
      });
    case 'oauth2Grant':
      return auth('oauth2', {
        ...flowOf(documentation),
        grant_type: grants[authentication.grant],
        accessTokenUrl: authentication.tokenUrl,
        clientId: authentication.clientId,
        clientSecret: authentication.clientSecret,
        client_authentication: authentication.clientAuthentication,
        scope: authentication.scope,
        audience: authentication.audience,
        username: authentication.username,
        password: authentication.password,
        code: authentication.code,
        redirect_uri: authentication.redirectUri,
        code_verifier: authentication.codeVerifier,
        refreshToken: authentication.refreshToken,
        addTokenTo: 'header',
      });
  }
}

const flowGrants: Record<string, string> = {
  implicit: 'implicit',
  authorizationCode: 'authorization_code',
  password: 'password_credentials',
  clientCredentials: 'client_credentials',
};

/** The documented OAuth 2.0 flow of a request that already has its token. */
function flowOf(documentation: StepDocumentation | undefined): Record<string, string | undefined> {
  const credential = documentation?.security?.[0]?.find(({ scheme }) => scheme.type === 'oauth2');
  const [name, flow] = Object.entries(objectOf(credential?.scheme.flows))[0] ?? [];
  if (name === undefined) return {};
  const { authorizationUrl, tokenUrl, refreshUrl } = objectOf(flow);
  return {
    grant_type: flowGrants[name],
    authUrl: textOf(authorizationUrl),
    accessTokenUrl: textOf(tokenUrl),
    refreshTokenUrl: textOf(refreshUrl),
    scope: credential?.scopes?.join(' '),
  };
}
