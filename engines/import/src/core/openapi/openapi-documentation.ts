import type { KeyValue } from '@touchstone/engine-http/core';
import { withoutAccents } from '@touchstone/kernel';
import {
  type DocumentedParameter,
  type DocumentedResponse,
  descriptionText,
  optional,
  type SavedExample,
  type StepDocumentation,
} from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { longName } from '../step-parts.ts';
import { asText, type ParameterRows } from './parameters.ts';
import type { References } from './references.ts';
import { isJsonText, isJsonType } from './request-body.ts';
import type { SchemaBundler } from './schemas/standalone-schema.ts';
import type { ImportedSecurity } from './security.ts';

interface Tools {
  references: References;
  /** Converts schemas for documentation. */
  documents: SchemaBundler;
}

interface Source {
  operation: JsonObject;
  pathItem: JsonObject;
  parameters: JsonObject[];
  rows: ParameterRows;
  security: ImportedSecurity;
  servers: string[];
  name: string;
  place: string;
}

/**
 * documentationOf reads the parts of an operation that aren't sent: descriptions, schemas, responses with their
 * examples, credentials.
 */
export function documentationOf(source: Source, tools: Tools) {
  const { operation, pathItem, security, name, place } = source;
  const operationId = textOf(operation.operationId);
  const documentation = optional<StepDocumentation>({
    name: longName(textOf(operation.summary)),
    operationId: operationId === undefined || isMadeOf(operationId, name) ? undefined : operationId,
    tags: listOf(operation.tags)
      .slice(1)
      .filter((tag) => typeof tag === 'string'),
    isDeprecated: operation.deprecated === true ? true : undefined,
    externalDocs: linkOf(operation.externalDocs),
    parameters: parametersOf(source, tools),
    requestBody: requestBodyOf(operation.requestBody, place, tools),
    responses: responsesOf(operation, place, tools),
    security: security.documented,
    servers: source.servers,
  });
  const description = descriptionText(operation.description) ?? descriptionText(pathItem.description);
  const examples = examplesOf(operation, place, tools);
  return {
    ...(description === undefined ? {} : { description }),
    ...(documentation && { documentation }),
    ...(examples.length === 0 ? {} : { examples }),
  };
}

/** operationIdOf returns the name in camel case, as exports write ids: `List all pets` becomes `listAllPets`. */
export function operationIdOf(name: string): string {
  const words = withoutAccents(name).match(/[A-Za-z0-9]+/g) ?? ['request'];
  return words
    .map((word, index) => (index === 0 ? word.toLowerCase() : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('');
}

const isMadeOf = (id: string, name: string): boolean => {
  const made = operationIdOf(name);
  return id === made || (id.startsWith(made) && /^\d+$/.test(id.slice(made.length)));
};

function linkOf(source: unknown): StepDocumentation['externalDocs'] {
  const { url, description } = objectOf(source);
  if (typeof url !== 'string') return undefined;
  return { url, ...(typeof description === 'string' ? { description } : {}) };
}

/**
 * Parameters that are a single row under their own name; one spread over rows with other names is represented by those
 * rows.
 */
function parametersOf({ parameters, rows, place }: Source, { documents }: Tools): DocumentedParameter[] {
  const lists: Record<string, readonly KeyValue[]> = { path: rows.path, query: rows.query, header: rows.headers };
  return parameters.flatMap((parameter): DocumentedParameter[] => {
    const { in: where, name } = parameter;
    const isRow = where === 'cookie' || lists[String(where)]?.some(({ key }) => key === name);
    if (!isRow || typeof name !== 'string') return [];
    const details = detailsOf(
      parameter,
      withoutExamples(documents.bundle(parameter.schema, `${place}, parameter ${name}`)),
    );
    return Object.keys(details).length === 0 ? [] : [{ in: where as DocumentedParameter['in'], name, ...details }];
  });
}

function detailsOf(parameter: JsonObject, schema: JsonObject | undefined): Omit<DocumentedParameter, 'in' | 'name'> {
  const isPlain = schema === undefined || (Object.keys(schema).length === 1 && schema.type === 'string');
  const isList = schema?.type === 'array';
  return {
    ...(parameter.required === true && parameter.in !== 'path' ? { isRequired: true } : {}),
    ...(parameter.deprecated === true ? { isDeprecated: true } : {}),
    ...(isPlain ? {} : { schema }),
    ...(isList && typeof parameter.style === 'string' ? { style: parameter.style } : {}),
    ...(isList && parameter.explode === false ? { explode: false } : {}),
  };
}

/** The row has the example; an example in the schema would mean that the row is sent. */
function withoutExamples(schema: JsonObject | undefined): JsonObject | undefined {
  if (schema === undefined) return undefined;
  const { example: _example, examples: _examples, ...rest } = schema;
  return rest;
}

function requestBodyOf(source: unknown, place: string, tools: Tools): StepDocumentation['requestBody'] {
  if (source === undefined) return undefined;
  const where = `${place}, request body`;
  const body = tools.references.resolve(source, where);
  return (
    body &&
    optional<NonNullable<StepDocumentation['requestBody']>>({
      description: descriptionText(body.description),
      isRequired: body.required === true ? true : undefined,
      contents: contentsOf(body.content, where, tools),
    })
  );
}

function contentsOf(content: unknown, place: string, { documents }: Tools) {
  return Object.entries(objectOf(content)).map(([type, media]) => {
    const schema = documents.bundle(objectOf(media).schema, place);
    return { type, ...(schema === undefined ? {} : { schema }) };
  });
}

function responsesOf(operation: JsonObject, place: string, tools: Tools): DocumentedResponse[] {
  return Object.entries(objectOf(operation.responses)).flatMap(([status, source]) => {
    const where = `${place}, response ${status}`;
    const response = tools.references.resolve(source, where);
    if (response === undefined || !/^([1-5](\d\d|XX)|default)$/i.test(status)) return [];
    const headers = Object.entries(objectOf(response.headers)).map(([name, header]) => {
      const resolved = tools.references.resolve(header, where) ?? {};
      const description = descriptionText(resolved.description);
      const schema = tools.documents.bundle(resolved.schema, where);
      return {
        name,
        ...(description === undefined ? {} : { description }),
        ...(schema === undefined ? {} : { schema }),
      };
    });
    return [
      {
        status: status.toLowerCase() === 'default' ? 'default' : status.toUpperCase(),
        description: descriptionText(response.description) ?? '',
        ...optional({ headers, contents: contentsOf(response.content, where, tools) }),
      },
    ];
  });
}

/** Every example of a response body becomes a saved example. */
function examplesOf(operation: JsonObject, place: string, { references }: Tools): SavedExample[] {
  const responses = Object.entries(objectOf(operation.responses));
  const codes = responses.map(([code]) => code);
  return responses.flatMap(([code, source]) => {
    const where = `${place}, response ${code}`;
    return Object.entries(objectOf(references.resolve(source, where)?.content)).flatMap(([type, media]) =>
      writtenExamples(objectOf(media), where, references).map(
        ({ name, description, value }): SavedExample => ({
          name: name ?? exampleName(code),
          ...(description === undefined ? {} : { description }),
          status: exampleStatus(code, codes),
          headers: [{ key: 'Content-Type', value: type }],
          body: exampleText(value, type),
        }),
      ),
    );
  });
}

/** exampleName returns the name of an example that the document leaves unnamed. */
export const exampleName = (code: string): string => (code === 'default' ? 'Example' : `Example ${code}`);

/**
 * exampleStatus returns the status of a response's example: the first of a class; for `default`, one that no other
 * response has.
 */
export function exampleStatus(code: string, codes: readonly string[]): number {
  if (/^\d{3}$/.test(code)) return Number(code);
  if (/^\dXX$/i.test(code)) return Number(code[0]) * 100;
  return codes.some((other) => other.startsWith('2')) ? 500 : 200;
}

/** exampleText serializes the value of an example as a body. */
export function exampleText(value: unknown, type: string): string {
  if (!isJsonType(type)) return typeof value === 'string' ? value : asText(value);
  return typeof value === 'string' && isJsonText(value) ? value : JSON.stringify(value, null, 2);
}

function writtenExamples(media: JsonObject, place: string, references: References) {
  if (media.example !== undefined) return [{ name: undefined, description: undefined, value: media.example }];
  return Object.entries(objectOf(media.examples)).flatMap(([name, source]) => {
    const example = references.resolve(source, place);
    if (!isObject(example) || example.value === undefined) return [];
    const description = descriptionText(example.description) ?? descriptionText(example.summary);
    return [{ name, description, value: example.value }];
  });
}
