import type { RequestChanges, ScriptBody, ScriptPair, ScriptRequest } from '@touchstone/engine-script/core';
import type { FormField, HttpBody, HttpStep, KeyValue } from '../plan.ts';
import { withOAuth1Place } from './postman-signatures.ts';
import { authenticationOf, scriptAuthOf } from './script-auth.ts';

/** toScriptRequest converts a step to `pm.request`, with its variables as written. */
export function toScriptRequest(step: HttpStep): ScriptRequest {
  return {
    method: step.method,
    url: withQuery(step.url, step.queryParams),
    headers: pairs(step.headers),
    body: toScriptBody(step.body),
    ...scriptAuthOf(step.authentication),
  };
}

/** applyRequestChanges applies the changes of a pre-request script to the step; untouched rows stay as they were. */
export function applyRequestChanges(step: HttpStep, changes: RequestChanges): HttpStep {
  const { method, url, body } = changes;
  return {
    ...step,
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url, queryParams: [] }),
    ...(body === undefined ? {} : { body: fromScriptBody(body, step.body) }),
    headers: changedHeaders(step.headers, changes),
  };
}

/** stepOfScriptRequest makes a step from the argument of `pm.sendRequest`. */
export function stepOfScriptRequest(request: ScriptRequest, like: HttpStep): HttpStep {
  const method = request.method.toUpperCase() || 'GET';
  const body = fromScriptBody(request.body, { type: 'none' });
  return {
    ...like,
    method,
    url: request.url,
    headers: request.headers,
    queryParams: [],
    pathParams: [],
    body,
    authentication: withOAuth1Place(authenticationOf(request.auth), { method, body }),
    assertions: [],
    dataHandlers: [],
  };
}

function changedHeaders(headers: KeyValue[], { headers: changes }: RequestChanges): KeyValue[] {
  const rows = headers.map((row) => ({ ...row }));
  for (const { operation, key, value } of changes) {
    const isIt = (row: KeyValue) => row.enabled !== false && row.key.toLowerCase() === key.toLowerCase();
    const known = operation === 'upsert' ? rows.findLast(isIt) : undefined;
    if (known !== undefined) known.value = value;
    else if (operation === 'remove') rows.splice(0, rows.length, ...rows.filter((row) => !isIt(row)));
    else rows.push({ key, value });
  }
  return rows;
}

function toScriptBody(body: HttpBody): ScriptBody {
  switch (body.type) {
    case 'none':
      return { mode: 'none' };
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: pairs(body.fields) };
    case 'form':
      return { mode: 'formdata', formdata: pairs(body.fields) };
    case 'graphql':
      return { mode: 'graphql', graphql: { query: body.query, variables: body.variables } };
    case 'binary':
      return { mode: 'file' };
    default:
      return { mode: 'raw', raw: body.content };
  }
}

function fromScriptBody(body: ScriptBody, before: HttpBody): HttpBody {
  switch (body.mode) {
    case 'none':
      return { type: 'none' };
    case 'file':
      return before;
    case 'raw':
      return { type: rawType(body.raw, before), content: body.raw };
    case 'urlencoded':
      return { type: 'urlencoded', fields: body.urlencoded };
    case 'graphql':
      return { ...(before.type === 'graphql' ? before : {}), type: 'graphql', ...body.graphql };
    case 'formdata':
      return { type: 'form', fields: formFields(body.formdata, before) };
  }
}

function rawType(raw: string, before: HttpBody): 'json' | 'xml' | 'text' {
  if (before.type === 'json' || before.type === 'xml' || before.type === 'text') return before.type;
  try {
    JSON.parse(raw);
    return 'json';
  } catch {
    return 'text';
  }
}

/** Scripts see no files, so the step's files are kept for fields that still exist. */
function formFields(fields: ScriptPair[], before: HttpBody): FormField[] {
  const files = before.type === 'form' ? before.fields.filter((field) => field.kind === 'file') : [];
  return fields.map(({ key, value }) => files.find((file) => file.key === key) ?? { kind: 'text', key, value });
}

function pairs(rows: readonly KeyValue[]): ScriptPair[] {
  return rows.filter((row) => row.enabled !== false).map(({ key, value }) => ({ key, value }));
}

function withQuery(url: string, params: readonly KeyValue[]): string {
  const query = pairs(params)
    .filter(({ key }) => key !== '')
    .map(({ key, value }) => `${key}=${value}`)
    .join('&');
  if (query === '') return url;
  const [, base = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${base}${base.includes('?') ? '&' : '?'}${query}${hash}`;
}
