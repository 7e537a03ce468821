import type { JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { type BruRow, outdented, readBlocks, readRows } from './bru-blocks.ts';

/** Content of a `.bru` file, in the shape of Bruno's JSON export. */
export interface BruFile {
  meta: Record<string, string>;
  request: JsonObject;
  /** Rows of an environment file; secret ones have only a name. */
  variables: (BruRow & { secret: boolean })[];
  isRequest: boolean;
}

const methods = new Set(['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'connect', 'trace']);
const bodyKinds: Record<string, string> = {
  body: 'json',
  'body:json': 'json',
  'body:text': 'text',
  'body:xml': 'xml',
  'body:sparql': 'sparql',
};
const jsonNames: Record<string, string> = {
  grant_type: 'grantType',
  access_token_url: 'accessTokenUrl',
  client_id: 'clientId',
  client_secret: 'clientSecret',
  callback_url: 'callbackUrl',
  credentials_placement: 'credentialsPlacement',
  token_placement: 'tokenPlacement',
  token_header_prefix: 'tokenHeaderPrefix',
  token_query_key: 'tokenQueryKey',
  consumer_key: 'consumerKey',
  consumer_secret: 'consumerSecret',
  access_token: 'accessToken',
  token_secret: 'accessTokenSecret',
  access_token_secret: 'accessTokenSecret',
  signature_method: 'signatureMethod',
  private_key: 'privateKey',
  private_key_type: 'privateKeyType',
  rsa_private_key: 'rsaPrivateKey',
  parameter_transmission: 'parameterTransmission',
  include_body_hash: 'includeBodyHash',
};

interface Draft extends BruFile {
  body: JsonObject;
  auth: JsonObject;
  script: JsonObject;
  vars: JsonObject;
}

/** readBru reads one `.bru` file: a request, a folder, a collection or an environment. */
export function readBru(text: string, place: string, problems: ProblemList): BruFile {
  const { blocks, lost } = readBlocks(text);
  for (const line of lost.slice(0, 5))
    problems.add(place, `The line ${JSON.stringify(line.slice(0, 60))} could not be read.`);
  const file: Draft = {
    meta: {},
    request: {},
    variables: [],
    isRequest: false,
    body: {},
    auth: {},
    script: {},
    vars: {},
  };
  for (const block of blocks) readBlock(block.name, block.text, file, place, problems);
  const { body, auth, script, vars, ...rest } = file;
  return { ...rest, request: { ...file.request, body, auth, script, vars } };
}

const valuesOf = (text: string): Record<string, string> =>
  Object.fromEntries(readRows(text).map(({ name, value }) => [jsonNames[name] ?? name, value]));

function readBlock(name: string, text: string, file: Draft, place: string, problems: ProblemList): void {
  if (methods.has(name) || name === 'http' || name === 'graphql') readMethod(name, valuesOf(text), file);
  else if (bodyKinds[name] !== undefined) file.body[bodyKinds[name]] = outdented(text);
  else if (name.startsWith('auth:')) file.auth[name.slice(5)] = valuesOf(text);
  else if (!readBodyBlock(name, text, file) && !readOther(name, text, file))
    problems.add(place, `The block ${name.slice(0, 60)} is not supported and was left out.`);
}

function readMethod(name: string, values: Record<string, string>, file: Draft): void {
  file.isRequest = true;
  file.request.method = methods.has(name) ? name.toUpperCase() : (values.method ?? 'POST').toUpperCase();
  file.request.url = values.url ?? '';
  if (values.body !== undefined) file.body.mode = modeNames[values.body] ?? values.body;
  if (values.auth !== undefined) file.auth.mode = values.auth;
}

const modeNames: Record<string, string> = {
  'form-urlencoded': 'formUrlEncoded',
  'multipart-form': 'multipartForm',
};

/** Returns whether the block is a body of a known kind. */
function readBodyBlock(name: string, text: string, file: Draft): boolean {
  const graphql = (file.body.graphql ?? {}) as JsonObject;
  if (name === 'body:graphql') file.body.graphql = { ...graphql, query: outdented(text) };
  else if (name === 'body:graphql:vars') file.body.graphql = { ...graphql, variables: outdented(text) };
  else if (name === 'body:form-urlencoded') file.body.formUrlEncoded = readRows(text);
  else if (name === 'body:multipart-form') file.body.multipartForm = readRows(text).map(multipartRow);
  else if (name === 'body:file') file.body.file = readRows(text).map(fileRow);
  else return false;
  return true;
}

const typed = (value: string): { value: string; contentType?: string } => {
  const type = /\s*@contentType\(([^)]*)\)\s*$/.exec(value);
  return type === null ? { value } : { value: value.slice(0, type.index), contentType: type[1]! };
};

function multipartRow(row: BruRow): JsonObject {
  const { value, contentType } = typed(row.value);
  const file = /^@file\(([\s\S]*)\)$/.exec(value);
  const shared = { ...row, ...(contentType === undefined ? {} : { contentType }) };
  return file === null ? { ...shared, type: 'text', value } : { ...shared, type: 'file', value: file[1]!.split('|') };
}

function fileRow(row: BruRow): JsonObject {
  const { value, contentType } = typed(row.value);
  return { filePath: value.replace(/^@file\(|\)$/g, ''), contentType: contentType ?? '', selected: row.enabled };
}

/** An example contains blocks of its own, whose names end with a colon; only its response is kept. */
function readExample(text: string): JsonObject {
  const { blocks, lost } = readBlocks(text);
  const { name, description } = valuesOf(lost.join('\n'));
  const response = blocks.find((block) => block.name === 'response:');
  const inner = new Map(
    readBlocks(outdented(response?.text ?? '')).blocks.map((block) => [block.name, outdented(block.text)]),
  );
  const { code, text: statusText } = valuesOf(inner.get('status:') ?? '');
  const body = inner.get('body:') ?? '';
  return {
    name,
    description,
    response: {
      status: code,
      statusText,
      headers: readRows(inner.get('headers:') ?? ''),
      body: valuesOf(body).content ?? body,
    },
  };
}

/** Reads blocks that apply to the whole file; returns false for unknown blocks. */
function readOther(name: string, text: string, file: Draft): boolean {
  const withType = (type: string) => readRows(text).map((row) => ({ ...row, type }));
  const params = (Array.isArray(file.request.params) ? file.request.params : []) as unknown[];
  const examples = (Array.isArray(file.request.examples) ? file.request.examples : []) as unknown[];
  const readers: Record<string, () => unknown> = {
    meta: () => Object.assign(file.meta, valuesOf(text)),
    headers: () => Object.assign(file.request, { headers: readRows(text) }),
    query: () => Object.assign(file.request, { params: [...params, ...withType('query')] }),
    'params:query': () => Object.assign(file.request, { params: [...params, ...withType('query')] }),
    'params:path': () => Object.assign(file.request, { params: [...params, ...withType('path')] }),
    auth: () => Object.assign(file.auth, { mode: valuesOf(text).mode ?? 'none' }),
    'script:pre-request': () => Object.assign(file.script, { req: outdented(text) }),
    'script:post-response': () => Object.assign(file.script, { res: outdented(text) }),
    tests: () => Object.assign(file.request, { tests: outdented(text) }),
    assert: () => Object.assign(file.request, { assertions: readRows(text) }),
    'vars:pre-request': () => Object.assign(file.vars, { req: readRows(text) }),
    'vars:post-response': () => Object.assign(file.vars, { res: readRows(text) }),
    vars: () => file.variables.push(...readRows(text).map((row) => ({ ...row, secret: false }))),
    'vars:secret': () => file.variables.push(...readRows(text).map((row) => ({ ...row, secret: true }))),
    settings: () => Object.assign(file.request, { settings: valuesOf(text) }),
    docs: () => Object.assign(file.request, { docs: outdented(text) }),
    color: () => undefined,
    example: () => Object.assign(file.request, { examples: [...examples, readExample(outdented(text))] }),
  };
  readers[name]?.();
  return readers[name] !== undefined;
}
