import { readDocument } from '../document/parse-document.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { type ImportProblem, ProblemList } from '../problems.ts';
import { dialectOf, serversOf } from './import-openapi.ts';
import { noteUnknownMembers, operationsIn } from './path-items.ts';
import { References } from './references.ts';
import { Samples } from './schemas/samples.ts';
import { type Dialect, SchemaBundler } from './schemas/standalone-schema.ts';
import { mergeParameters, swaggerServers, upgradeOperation } from './swagger2.ts';

/**
 * DescribedApi is an OpenAPI document's description of each operation and its responses; schemas are self-contained
 * (JSON Schema 2020-12).
 */
export interface DescribedApi {
  title: string;
  servers: string[];
  operations: DescribedOperation[];
  problems: ImportProblem[];
}

/** One operation, normalized to OpenAPI 3. */
export interface DescribedOperation {
  method: string;
  /** Path with variables in braces. */
  path: string;
  operationId?: string;
  name: string;
  parameters: DescribedInput[];
  body?: { isRequired: boolean; contents: { type: string; schema?: JsonObject }[] };
  answers: DescribedAnswer[];
}

/** A parameter of an operation. */
export interface DescribedInput {
  in: string;
  name: string;
  isRequired: boolean;
  schema?: JsonObject;
  style?: string;
  explode?: boolean;
}

/** A response of an operation. */
export interface DescribedAnswer {
  /** A code, a class such as `2XX`, or `default`. */
  status: string;
  headers: { name: string; value: string }[];
  contents: {
    type: string;
    /** The schema that a response must be valid against. */
    schema?: JsonObject;
    /** The schema for samples, with examples and formats. */
    sampleSchema?: JsonObject;
    /** Named written examples, or one sample of the schema. */
    examples: { name: string; value: unknown }[];
  }[];
}

interface Tools {
  document: JsonObject;
  dialect: Dialect;
  references: References;
  problems: ProblemList;
  requests: SchemaBundler;
  answers: SchemaBundler;
  sampled: SchemaBundler;
  samples: Samples;
}

/** describeOpenApi reads requests and responses from an OpenAPI 3.0, 3.1 or Swagger 2.0 document. It never throws. */
export function describeOpenApi(text: string): DescribedApi {
  const problems = new ProblemList();
  const document = readDocument(text, problems);
  const dialect = document && dialectOf(document, problems);
  if (!document || !dialect) return { title: '', servers: [], operations: [], problems: problems.list() };
  const references = new References(document, problems);
  const sampled = new SchemaBundler(references, problems, dialect, 'answer');
  const tools: Tools = {
    document,
    dialect,
    references,
    problems,
    requests: new SchemaBundler(references, problems, dialect, 'request'),
    answers: new SchemaBundler(references, problems, dialect, 'response'),
    sampled,
    samples: new Samples(references, problems, sampled),
  };
  const operations = Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    operationsOf(path, references.resolve(item, path), tools),
  );
  if (operations.length === 0) problems.add('paths', 'The document has no operations.');
  return {
    title: textOf(objectOf(document.info).title) ?? 'API',
    servers: dialect === '2.0' ? swaggerServers(document) : serversOf(document.servers),
    operations,
    problems: problems.list(),
  };
}

function operationsOf(path: string, item: JsonObject | undefined, tools: Tools): DescribedOperation[] {
  if (item === undefined || path.startsWith('x-')) return [];
  noteUnknownMembers(item, path, tools.problems);
  return operationsIn(item).flatMap(([method, own]) => {
    if (!isObject(own)) return [];
    const place = `${method} ${path}`;
    try {
      return [operationOf({ path, method, shared: listOf(item.parameters), own, place }, tools)];
    } catch (error) {
      tools.problems.add(place, `The operation could not be read: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
}

function operationOf(
  at: { path: string; method: string; shared: unknown[]; own: JsonObject; place: string },
  tools: Tools,
): DescribedOperation {
  const { path, method, shared, own, place } = at;
  const { dialect, document, references } = tools;
  const operation = dialect === '2.0' ? upgradeOperation(own, shared, document, tools, place) : own;
  const resolve = (parameter: unknown) => references.resolve(parameter, `${place}, parameters`);
  const parameters = mergeParameters(
    dialect === '2.0' ? [] : shared.map(resolve).filter(isObject),
    listOf(operation.parameters).map(resolve).filter(isObject),
  );
  const operationId = textOf(operation.operationId);
  const body = references.resolve(operation.requestBody, `${place}, body`);
  return {
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    ...(operationId === undefined ? {} : { operationId }),
    name: textOf(operation.summary) ?? operationId ?? place,
    parameters: parameters.map((parameter) => inputOf(parameter, place, tools)),
    ...(body === undefined ? {} : { body: bodyOf(body, place, tools) }),
    answers: Object.entries(objectOf(operation.responses)).map(([status, answer]) =>
      answerOf(status, references.resolve(answer, `${place}, response ${status}`) ?? {}, place, tools),
    ),
  };
}

function inputOf(parameter: JsonObject, place: string, { requests }: Tools): DescribedInput {
  const [content] = Object.values(objectOf(parameter.content));
  const schema = requests.bundle(parameter.schema ?? objectOf(content).schema, place);
  return {
    in: String(parameter.in ?? ''),
    name: String(parameter.name ?? ''),
    isRequired: parameter.required === true || parameter.in === 'path',
    ...(schema === undefined ? {} : { schema }),
    ...(typeof parameter.style === 'string' ? { style: parameter.style } : {}),
    ...(typeof parameter.explode === 'boolean' ? { explode: parameter.explode } : {}),
  };
}

function bodyOf(body: JsonObject, place: string, { requests }: Tools) {
  return {
    isRequired: body.required === true,
    contents: Object.entries(objectOf(body.content)).map(([type, media]) => {
      const schema = requests.bundle(objectOf(media).schema, `${place}, body`);
      return { type, ...(schema === undefined ? {} : { schema }) };
    }),
  };
}

function answerOf(status: string, answer: JsonObject, place: string, tools: Tools): DescribedAnswer {
  const at = `${place}, response ${status}`;
  const { references, samples } = tools;
  const headers = Object.entries(objectOf(answer.headers)).flatMap(([name, header]) => {
    const resolved = references.resolve(header, at) ?? {};
    const value = samples.written(resolved, at) ?? samples.ofSchema(resolved.schema, at);
    const isPlain = value !== undefined && value !== null && !/^content-type$/i.test(name);
    return isPlain ? [{ name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) }] : [];
  });
  const contents = Object.entries(objectOf(answer.content)).map(([type, media]) =>
    contentOf(type, objectOf(media), at, tools),
  );
  return { status, headers, contents };
}

function contentOf(type: string, media: JsonObject, place: string, tools: Tools): DescribedAnswer['contents'][number] {
  const { answers, sampled, references, samples } = tools;
  const schema = answers.bundle(media.schema, place);
  const sampleSchema = sampled.bundle(media.schema, place);
  const named = Object.entries(objectOf(media.examples)).flatMap(([name, example]) => {
    const value = references.resolve(example, place)?.value;
    return value === undefined ? [] : [{ name, value }];
  });
  const written = media.example === undefined ? named : [{ name: 'example', value: media.example }, ...named];
  const isXml = /\bxml\b/i.test(type);
  const sample = () => (isXml ? samples.xmlOfSchema(media.schema, place) : samples.ofSchema(media.schema, place));
  const made = written.length > 0 ? undefined : sample();
  return {
    type,
    ...(schema === undefined ? {} : { schema }),
    ...(sampleSchema === undefined ? {} : { sampleSchema }),
    examples: made === undefined ? written : [{ name: 'sample', value: made }],
  };
}
