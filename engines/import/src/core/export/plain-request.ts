import type { FormField, HttpBody, HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { withProtocol } from '@touchstone/engine-http/core';
import { findHeader } from '../step-parts.ts';
import { encodedForm, encodedQuery } from '../url-rows.ts';
import { impliedTypes } from '../written-body.ts';
import { encodeBase64 } from './base64.ts';

/** PlainRequest is what a step sends, with `{{variables}}` unresolved. */
export interface PlainRequest {
  method: string;
  url: string;
  /** In order, including credentials and the body's content type where known. */
  headers: KeyValue[];
  body: PlainBody;
  /** Credentials that a library has to negotiate with the server. */
  login?: PlainLogin;
  /** A sentence about anything that a header can't express. */
  note?: string;
}

/** PlainLogin is a challenge–response login. */
export interface PlainLogin {
  kind: 'digest' | 'ntlm';
  username: string;
  password: string;
  domain: string;
}

export type PlainBody =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'form'; fields: FormField[] }
  | { kind: 'file' };

/** plainRequest fills in path parameters, appends the query and converts credentials to headers where possible. */
export function plainRequest(step: HttpStep): PlainRequest {
  const headers = enabledRows(step.headers);
  const credentials = credentialsOf(step);
  if (credentials !== undefined && findHeader(headers, credentials.key) === undefined) headers.push(credentials);
  const type = contentTypeOf(step);
  if (type !== undefined && findHeader(headers, 'Content-Type') === undefined)
    headers.push({ key: 'Content-Type', value: type });
  const isOwn = findHeader(headers, 'Authorization') !== undefined;
  return {
    method: step.method.trim() || 'GET',
    url: addressOf(fullUrl(step)),
    headers,
    body: plainBody(step),
    ...(isOwn ? {} : signInOf(step)),
  };
}

const signatures: Partial<Record<HttpStep['authentication']['type'], string>> = {
  digest: 'Digest',
  awsV4: 'AWS Signature v4',
  oauth1: 'OAuth 1.0',
  hawk: 'Hawk',
  ntlm: 'NTLM',
  edgeGrid: 'Akamai EdgeGrid',
  asap: 'ASAP',
};

/** signatureNote returns a sentence saying that a step's credentials are computed per request and therefore missing. */
export function signatureNote({ authentication }: HttpStep): string | undefined {
  const name = signatures[authentication.type];
  if (name === undefined) return undefined;
  return `The ${name} credentials are computed for each request and are not part of this code.`;
}

function signInOf(step: HttpStep): Pick<PlainRequest, 'login' | 'note'> {
  const { authentication } = step;
  const note = signatureNote(step);
  if (note === undefined) return {};
  if (authentication.type !== 'digest' && authentication.type !== 'ntlm') return { note };
  const { type: kind, username, password } = authentication;
  const domain = authentication.type === 'ntlm' ? (authentication.domain ?? '') : '';
  return { note, login: { kind, username, password, domain } };
}

/** enabledRows returns copies of the enabled rows. */
export const enabledRows = <T extends KeyValue>(rows: readonly T[]): T[] =>
  rows
    .filter(({ enabled, key, value }) => enabled !== false && (key !== '' || value !== ''))
    .map((entry) => ({ ...entry }));

/** fullUrl returns the address as sent. */
export function fullUrl(
  step: Pick<HttpStep, 'url' | 'queryParams' | 'pathParams'> & Partial<Pick<HttpStep, 'authentication'>>,
): string {
  const { authentication } = step;
  const keyRow =
    authentication?.type === 'apiKey' && authentication.in === 'query'
      ? [{ key: authentication.key, value: authentication.value }]
      : [];
  const [, base = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(protectedUrl(step.url)) ?? [];
  const rows = encodedQuery([...step.queryParams, ...keyRow]);
  const joined =
    query === '' || query === '?'
      ? rows === ''
        ? query
        : `?${rows}`
      : rows === ''
        ? query
        : `${query}${query.endsWith('&') ? '' : '&'}${rows}`;
  return restored(fillPath(base, step.pathParams) + joined);
}

/** A question mark or a number sign inside a variable's braces is part of its name. */
/** An address that starts with a variable may get its protocol from it. */
const addressOf = (url: string): string => (url.startsWith('{{') ? url : withProtocol(url));

const protectedUrl = (url: string): string =>
  url.trim().replace(/\{\{[^{}]*\}\}/g, (name) => name.replaceAll('?', '\u0000').replaceAll('#', '\u0001'));
const restored = (url: string): string => url.replaceAll('\u0000', '?').replaceAll('\u0001', '#');

/** Matches the http engine; variables in values stay readable. */
function fillPath(base: string, params: readonly KeyValue[]): string {
  const values = new Map(enabledRows(params).map(({ key, value }) => [key, value]));
  return base.replace(
    /\{\{[^{}]*\}\}|\{([^{}/]+)\}|(?<=\/):([A-Za-z_][\w.-]*)(?=\/|$)/g,
    (whole, braced?: string, colon?: string) => {
      const value = values.get(braced ?? colon ?? '');
      return value === undefined || (braced ?? colon) === undefined ? whole : encodeSegment(value);
    },
  );
}

const encodeSegment = (text: string): string =>
  text
    .toWellFormed()
    .split(/(\{\{[^{}]*\}\}|%[0-9A-Fa-f]{2})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');

function credentialsOf({ authentication }: HttpStep): KeyValue | undefined {
  switch (authentication.type) {
    case 'basic': {
      const pair = `${authentication.username}:${authentication.password}`;
      return {
        key: 'Authorization',
        value: `Basic ${pair.includes('{{') ? `{{base64 of ${pair.replace(/[{}]/g, '')}}}` : encodeBase64(pair)}`,
      };
    }
    case 'bearer':
      return { key: 'Authorization', value: `Bearer ${authentication.token.trim()}` };
    case 'oauth2':
      return {
        key: 'Authorization',
        value: `${authentication.tokenType.trim() || 'Bearer'} ${authentication.token.trim()}`,
      };
    case 'oauth2Grant':
      return { key: 'Authorization', value: 'Bearer {{accessToken}}' };
    case 'apiKey':
      return authentication.in === 'header'
        ? { key: authentication.key.trim(), value: authentication.value }
        : undefined;
    default:
      return undefined;
  }
}

function contentTypeOf({ body }: HttpStep): string | undefined {
  if (body.type === 'binary') return body.contentType ?? 'application/octet-stream';
  return impliedTypes[body.type];
}

function plainBody({ body, method }: HttpStep): PlainBody {
  switch (body.type) {
    case 'none':
      return { kind: 'none' };
    case 'urlencoded':
      return { kind: 'text', text: encodedForm(body.fields) };
    case 'form':
      return { kind: 'form', fields: enabledRows(body.fields) };
    case 'graphql':
      return { kind: 'text', text: graphqlText(body) };
    case 'binary':
      return { kind: 'file' };
    default:
      return body.content === '' && /^(GET|HEAD)$/i.test(method)
        ? { kind: 'none' }
        : { kind: 'text', text: body.content };
  }
}

/** Matches the http engine: variables stay exactly as written. */
export function graphqlText({ query, variables, operationName }: Extract<HttpBody, { type: 'graphql' }>): string {
  const written = variables.trim();
  const head = JSON.stringify({ query, ...(operationName ? { operationName } : {}) });
  return written === '' ? head : `${head.slice(0, -1)},"variables":${written}}`;
}
