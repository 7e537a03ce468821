import type { DescribedApi, DescribedInput, DescribedOperation } from '@touchstone/engine-import/core';
import type { MockAnswer } from '../answer/mock-answer.ts';
import type { ContractValidator } from '../engine/contract-validator.ts';
import type { ContractViolation } from '../journal/journal.ts';
import { Subject } from '../match/subject.ts';
import type { WorkLimits } from '../match/value-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import { type KnownOperation, knownOperations, operationFinder } from './openapi-operations.ts';
import { OpenApiSchemas } from './openapi-schemas.ts';

/**
 * openApiValidator validates requests and responses against an OpenAPI document. Anything outside `basePath` is not
 * validated.
 */
export function openApiValidator(api: DescribedApi, basePath = ''): ContractValidator {
  const known = knownOperations(api, basePath);
  const find = operationFinder(api, basePath);
  const schemas = new OpenApiSchemas();
  return {
    request(request) {
      if (!request.path.startsWith(basePath)) return [];
      const found = find(request);
      if (found === undefined) return [unknownOperation(known, request)];
      return judgeRequest(found.operation, found.path, request, schemas);
    },
    answer(request, answer) {
      const found = find(request);
      return found === undefined ? [] : judgeAnswer(found.operation, answer, schemas, request.limits);
    },
  };
}

function unknownOperation(known: readonly KnownOperation[], request: RequestView): ContractViolation {
  const methods = known.filter(({ template }) => template.read(request.path)).map(({ operation }) => operation.method);
  const { method } = request.request;
  const message =
    methods.length === 0
      ? `${request.path} is not a path of the description.`
      : `${method} is not described for ${request.path}. Described: ${methods.join(', ')}.`;
  return { in: 'request', place: methods.length === 0 ? 'path' : 'method', message };
}

function judgeRequest(
  operation: DescribedOperation,
  path: Record<string, string>,
  request: RequestView,
  schemas: OpenApiSchemas,
): ContractViolation[] {
  const violations: ContractViolation[] = [];
  const violate = (place: string, message: string) => violations.push({ in: 'request', place, message });
  for (const parameter of operation.parameters) {
    const values = valuesOf(parameter, path, request);
    if (values === undefined) continue;
    const place = `${parameter.in}.${parameter.name}`;
    if (values.length === 0) {
      if (parameter.isRequired) violate(place, `The ${parameter.in} parameter ${parameter.name} is missing.`);
      continue;
    }
    if (parameter.schema === undefined) continue;
    const value = coerced(values, parameter);
    const about = { limits: request.limits, length: values.reduce((sum, text) => sum + text.length, 0) };
    for (const { path: at, message } of schemas.unmet(parameter.schema, value, about).slice(0, 5))
      violate(place, at === '$' ? message : `${at}: ${message}`);
  }
  judgeBody(operation, request, schemas, violate);
  return violations;
}

function valuesOf(
  { in: where, name, style, explode }: DescribedInput,
  path: Record<string, string>,
  request: RequestView,
): readonly string[] | undefined {
  if (where === 'path') return path[name] === undefined ? [] : [path[name]];
  if (where === 'header') return /^(accept|content-type|authorization)$/i.test(name) ? undefined : request.header(name);
  if (where === 'cookie') return request.cookie(name);
  if (where !== 'query') return undefined;
  // Members of a deep object are validated where it is used.
  if (style === 'deepObject') return undefined;
  const values = request.query(name);
  const separator = style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';
  return explode === false && values.length > 0 ? values.flatMap((value) => value.split(separator)) : values;
}

/** Converts strings from an address to the types that the schema names. */
function coerced(values: readonly string[], { schema, in: where }: DescribedInput): unknown {
  const own = resolvedOf(schema ?? {});
  const types = Array.isArray(own.type) ? own.type : [own.type];
  if (types.includes('array')) {
    const items = resolvedOf((own.items ?? {}) as Record<string, unknown>, schema);
    const list = where === 'query' ? values : values.flatMap((value) => value.split(','));
    return list.map((value) => scalar(value, Array.isArray(items.type) ? items.type : [items.type]));
  }
  return scalar(values[0] ?? '', types);
}

function resolvedOf(schema: Record<string, unknown>, root: Record<string, unknown> = schema): Record<string, unknown> {
  if (typeof schema.$ref !== 'string') return schema;
  const definitions = (root.$defs ?? {}) as Record<string, Record<string, unknown>>;
  return definitions[schema.$ref.replace('#/$defs/', '')] ?? {};
}

function scalar(value: string, types: unknown[]): unknown {
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)) return Number(value);
  if (types.includes('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
  return value;
}

function judgeBody(
  { body }: DescribedOperation,
  request: RequestView,
  schemas: OpenApiSchemas,
  violate: (place: string, message: string) => void,
): void {
  if (body === undefined) return;
  if (request.request.body.length === 0) {
    if (body.isRequired) violate('body', 'The body is missing.');
    return;
  }
  const type = request.header('content-type')[0] ?? '';
  const content = contentFor(body.contents, type);
  if (content === undefined) {
    const types = body.contents.map((item) => item.type).join(', ');
    if (body.contents.length > 0) violate('header.Content-Type', `“${type}” is not described. Described: ${types}.`);
    return;
  }
  if (content.schema === undefined || !/[/+]json\b/i.test(content.type === '*/*' ? type : content.type)) return;
  for (const { path, message } of schemas.unmetByText(content.schema, request.body, request.limits).slice(0, 20))
    violate(`body ${path}`.trimEnd(), message);
}

function contentFor<Content extends { type: string }>(contents: readonly Content[], type: string): Content | undefined {
  const bare = (text: string) => text.split(';')[0]!.trim().toLowerCase();
  const wanted = bare(type);
  return (
    contents.find((content) => bare(content.type) === wanted) ??
    contents.find((content) => bare(content.type) === `${wanted.split('/')[0]}/*` || bare(content.type) === '*/*')
  );
}

function judgeAnswer(
  { answers, method }: DescribedOperation,
  answer: MockAnswer,
  schemas: OpenApiSchemas,
  limits: WorkLimits,
): ContractViolation[] {
  if (answers.length === 0 || answer.fault !== undefined) return [];
  const code = String(answer.status);
  const described =
    answers.find(({ status }) => status === code) ??
    answers.find(({ status }) => status.toUpperCase() === `${code[0]}XX`) ??
    answers.find(({ status }) => status === 'default');
  if (described === undefined)
    return [{ in: 'answer', place: 'status', message: `The status ${code} is not described.` }];
  if (method === 'HEAD' || described.contents.length === 0 || answer.events !== undefined) return [];
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const content = contentFor(described.contents, type);
  if (content === undefined)
    return [{ in: 'answer', place: 'header.Content-Type', message: `“${type}” is not described for ${code}.` }];
  if (content.schema === undefined || !/[/+]json\b/i.test(type)) return [];
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  return schemas
    .unmetByText(content.schema, new Subject(text), limits)
    .slice(0, 20)
    .map(({ path, message }) => ({ in: 'answer', place: `body ${path}`.trimEnd(), message }));
}
