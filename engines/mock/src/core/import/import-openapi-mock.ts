import {
  type DescribedAnswer,
  type DescribedApi,
  type DescribedOperation,
  describeOpenApi,
} from '@touchstone/engine-import/core';
import { refusesViolations } from '../engine/settings.ts';
import type { ResourceDefinition } from '../resources/resource.ts';
import { type ImportedMock, problemsOf, stableId } from './imported-mock.ts';
import { rank, statusOf } from './openapi-negotiation.ts';

/** Which parts of an OpenAPI document are mocked, and how. */
export interface OpenApiMockOptions {
  /** Path prepended to those of the document; defaults to the path of its first server. */
  basePath?: string | undefined;
  /** Whether lists with records become stateful resources. */
  hasResources?: boolean;
  /** Seed for generating the records. */
  seed?: number | undefined;
}

/**
 * importOpenApiMock makes stubs from an OpenAPI 3 or Swagger 2 document: each operation answers with its first success;
 * `Prefer: code=404`, `Prefer: example=name` and `Accept` choose others, as in Prism.
 */
export function importOpenApiMock(text: string, options: OpenApiMockOptions = {}): ImportedMock {
  const api = describeOpenApi(text);
  const basePath = (options.basePath ?? pathOfServer(api.servers[0])).replace(/\/+$/, '');
  const resources = options.hasResources ? resourcesOf(api, basePath, options.seed) : [];
  const kept = new Set(resources.flatMap(({ path }) => [path, `${path}/*`]));
  const stubs = api.operations.flatMap((operation) => {
    const path = `${basePath}${operation.path}`;
    const isKept = kept.has(path) || kept.has(path.replace(/\/\{[^}]+\}$/, '/*'));
    return isKept && operation.method !== 'OPTIONS' ? [] : stubsOf(operation, path);
  });
  return { title: api.title, stubs, resources, api, basePath, problems: problemsOf(api.problems) };
}

function pathOfServer(server: string | undefined): string {
  if (server === undefined || server.includes('{{')) return '';
  return URL.canParse(server, 'http://localhost') ? new URL(server, 'http://localhost').pathname : '';
}

interface Variant {
  answer: DescribedAnswer;
  content: DescribedAnswer['contents'][number] | undefined;
  example: { name: string; value: unknown } | undefined;
}

function stubsOf(operation: DescribedOperation, path: string): Record<string, unknown>[] {
  const answers = operation.answers.toSorted((a, b) => rank(a.status) - rank(b.status));
  const stubs: Record<string, unknown>[] = [];
  const add = (variant: Variant, priority: number, headers: Record<string, unknown>, label: string) =>
    stubs.push(stubOf(operation, path, variant, priority, headers, label));
  for (const [index, answer] of answers.entries()) {
    const contents = answer.contents.toSorted((a, b) => Number(isJson(b.type)) - Number(isJson(a.type)));
    const [content] = contents;
    const [example] = content?.examples ?? [];
    if (index === 0) {
      add({ answer, content, example }, 5, {}, '');
      for (const other of contents.slice(1))
        add(
          { answer, content: other, example: other.examples[0] },
          4,
          { Accept: { contains: other.type } },
          other.type,
        );
    }
    const variant = { answer, content, example };
    if (/^\d{3}$/.test(answer.status)) add(variant, 3, { Prefer: preferring(`code=${answer.status}`) }, answer.status);
    else
      stubs.push(
        withStatusAskedFor(
          stubOf(operation, path, variant, 4, { Prefer: preferringCodes(answer.status) }, answer.status),
        ),
      );
    for (const named of content?.examples ?? []) {
      if (named.name === 'sample') continue;
      const isWritten = (content?.examples.length ?? 0) > 1 || named.name !== 'example';
      if (isWritten)
        add({ answer, content, example: named }, 2, { Prefer: preferring(`example=${named.name}`) }, named.name);
    }
  }
  if (answers.length === 0)
    add({ answer: { status: '200', headers: [], contents: [] }, content: undefined, example: undefined }, 5, {}, '');
  return stubs;
}

const isJson = (type: string): boolean => /[/+]json\b/i.test(type);
const preferring = (preference: string) => preferringPattern(preference.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
const preferringPattern = (pattern: string) => ({ matches: `(.*[,; ])?${pattern.replace('=', '="?')}"?([,; ].*)?` });
/** Any code, or any code of a class such as 4XX. */
const preferringCodes = (status: string) =>
  preferringPattern(/^\dxx$/i.test(status) ? `code=${status[0]}\\d{2}` : 'code=\\d{3}');

/** Gives a response that covers several codes the requested one. */
function withStatusAskedFor(stub: { response: Record<string, unknown> }): Record<string, unknown> {
  // An example that looks like a template is not one.
  if (JSON.stringify(stub.response).includes('{{')) return stub;
  const status = "{{regexExtract request.headers.Prefer 'code=.?([0-9]{3})' 'code'}}{{code.0}}";
  return { ...stub, response: { ...stub.response, status, transformers: ['response-template'] } };
}

function stubOf(
  operation: DescribedOperation,
  path: string,
  { answer, content, example }: Variant,
  priority: number,
  headers: Record<string, unknown>,
  label: string,
): { response: Record<string, unknown> } & Record<string, unknown> {
  const { method, name } = operation;
  const url = path.includes('{') ? { urlPathTemplate: path } : { urlPath: path };
  const answerHeaders: Record<string, string> = Object.fromEntries(
    answer.headers.map((header) => [header.name, header.value]),
  );
  if (content !== undefined)
    answerHeaders['Content-Type'] = content.type.includes('*') ? 'application/json' : content.type;
  return {
    id: stableId('openapi', method, path, answer.status, content?.type ?? '', label, String(priority)),
    name: label === '' ? name : `${name} (${label})`,
    ...(priority === 5 ? {} : { priority }),
    request: { method, ...url, ...(Object.keys(headers).length === 0 ? {} : { headers }) },
    response: {
      status: statusOf(answer.status),
      ...(Object.keys(answerHeaders).length === 0 ? {} : { headers: answerHeaders }),
      ...bodyOf(content?.type, example),
    },
    metadata: {
      ...(operation.operationId === undefined ? {} : { operationId: operation.operationId }),
      [refusesViolations]: true,
    },
  };
}

function bodyOf(type: string | undefined, example: Variant['example']): Record<string, unknown> {
  if (example === undefined || type === undefined) return {};
  const { value } = example;
  // A JSON example may be given as its text.
  if (typeof value === 'string') return { body: isJson(type) && !isJsonText(value) ? JSON.stringify(value) : value };
  return isJson(type) || type.includes('*') ? { jsonBody: value } : { body: JSON.stringify(value) };
}

function isJsonText(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Resources for paths that describe both a list and a record. */
function resourcesOf(api: DescribedApi, basePath: string, seed = 1): ResourceDefinition[] {
  return api.operations.flatMap((operation) => {
    const found = /^(.*)\/\{([^{}]+)\}$/.exec(operation.path);
    if (operation.method !== 'GET' || found === null) return [];
    const [, listPath = '', parameter = ''] = found;
    const list = api.operations.find(({ method, path }) => method === 'GET' && path === listPath);
    const schema = sampleSchemaOf(operation);
    const ofList = list && sampleSchemaOf(list);
    if (schema === undefined || list === undefined || ofList === undefined) return [];
    const listKey = listKeyOf(ofList);
    if (listKey === null) return [];
    const properties = membersOf(schema);
    const idKey = properties.has(parameter) ? parameter : properties.has('id') ? 'id' : parameter;
    const name =
      listPath
        .split('/')
        .filter((part) => part !== '' && !part.startsWith('{'))
        .at(-1) ?? 'records';
    return [{ name, path: `${basePath}${listPath}`, idKey, schema, seed, ...(listKey === '' ? {} : { listKey }) }];
  });
}

function sampleSchemaOf({ answers }: DescribedOperation): Record<string, unknown> | undefined {
  const success = answers.find(({ status }) => /^2/.test(status)) ?? answers.find(({ status }) => status === 'default');
  return success?.contents.find(({ type }) => isJson(type))?.sampleSchema;
}

function resolved(schema: Record<string, unknown>, root: Record<string, unknown>): Record<string, unknown> {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : undefined;
  const definitions = (root.$defs ?? {}) as Record<string, Record<string, unknown>>;
  return name !== undefined && Object.hasOwn(definitions, name) ? definitions[name]! : schema;
}

function membersOf(schema: Record<string, unknown>): Set<string> {
  const own = resolved(schema, schema);
  const parts = [own, ...((Array.isArray(own.allOf) ? own.allOf : []) as Record<string, unknown>[])];
  return new Set(parts.flatMap((part) => Object.keys((resolved(part, schema).properties ?? {}) as object)));
}

/** The key of the records in a list response: empty if the response itself is the list, null if it has none. */
function listKeyOf(schema: Record<string, unknown>): string | null {
  const own = resolved(schema, schema);
  if (own.type === 'array') return '';
  const properties = (own.properties ?? {}) as Record<string, Record<string, unknown>>;
  const lists = Object.entries(properties).filter(([, value]) => resolved(value, schema).type === 'array');
  return lists.length === 1 ? lists[0]![0] : null;
}
