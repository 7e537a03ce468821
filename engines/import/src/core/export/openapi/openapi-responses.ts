import type { HttpAssertion } from '@touchstone/engine-assert/core';
import type { DocumentedResponse, SavedExample } from '../../documentation.ts';
import type { ImportedStep } from '../../imported-collection.ts';
import { isObject, type JsonObject, objectOf } from '../../json-values.ts';
import { exampleName, exampleStatus } from '../../openapi/openapi-documentation.ts';
import { findHeader } from '../../step-parts.ts';
import { exampleValue } from './openapi-body.ts';
import { acceptedType } from './openapi-parameters.ts';
import type { SchemaComponents } from './openapi-schemas.ts';

/**
 * responsesOf describes the responses of a request: the documented ones, with additions from assertions and saved
 * examples.
 */
export function responsesOf(step: ImportedStep, components: SchemaComponents): JsonObject {
  const documented = step.documentation?.responses ?? [];
  const responses = new Map<string, JsonObject>(
    documented.map((response) => [response.status, responseOf(response, components)]),
  );
  addAsserted(step, responses, components);
  addExamples(step, responses);
  if (responses.size === 0) responses.set('default', { description: 'Any response' });
  const named = [...responses].map(([code, response]) => [code === 'default' ? code : code.toUpperCase(), response]);
  return Object.fromEntries(named) as JsonObject;
}

function responseOf({ description, headers, contents }: DocumentedResponse, components: SchemaComponents): JsonObject {
  const schemaOf = (schema: object | undefined) => (schema === undefined ? {} : { schema: components.add(schema) });
  return {
    description,
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            headers.map(({ name, description: text, schema }) => [
              name,
              { ...(text === undefined ? {} : { description: text }), ...schemaOf(schema) },
            ]),
          ),
        }),
    ...(contents === undefined
      ? {}
      : { content: Object.fromEntries(contents.map(({ type, schema }) => [type, schemaOf(schema)])) }),
  };
}

/** Adds the status and body that the assertions require. */
function addAsserted(step: ImportedStep, responses: Map<string, JsonObject>, components: SchemaComponents): void {
  const active = step.assertions.filter(({ enabled }) => enabled !== false);
  const schema = active.find(({ kind, expected }) => kind === 'jsonSchema' && isObject(expected))?.expected;
  const codes = active.filter(({ kind }) => kind === 'status').flatMap(statusesOf);
  const type = acceptedType(step) ?? (schema === undefined ? undefined : 'application/json');
  const content = () =>
    type === undefined ? {} : { content: { [type]: schema ? { schema: components.add(schema as object) } : {} } };
  // Documented statuses take precedence; 2XX is also what an import asserts for a default response.
  const wanted = codes.length > 0 ? codes : responses.size > 0 ? [] : ['default'];
  const isDefault = responses.size === 1 && responses.has('default') && codes.every((code) => code === '2XX');
  for (const code of isDefault ? [] : wanted)
    if (!responses.has(code))
      responses.set(code, { description: code === 'default' ? 'Any response' : 'As asserted', ...content() });
}

function statusesOf({ operator, expected }: HttpAssertion): string[] {
  if (operator !== 'equals' && operator !== 'in') return [];
  return String(Array.isArray(expected) ? expected.join(',') : (expected ?? ''))
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => /^[1-5](?:\d\d|XX)$/.test(code));
}

/** Adds saved examples to the response with their status and media type. */
function addExamples({ examples = [] }: ImportedStep, responses: Map<string, JsonObject>): void {
  for (const example of examples) {
    const codes = [...responses.keys()];
    const code = responseFor(example.status, codes);
    const response = responses.get(code) ?? { description: example.statusText ?? 'Saved example' };
    responses.set(code, response);
    const content = objectOf(response.content);
    const type = findHeader(example.headers, 'Content-Type')?.value ?? 'text/plain';
    const media = objectOf(content[type]);
    const known = objectOf(media.examples);
    const isOnly = example.name === exampleName(code) && isAlone(example, examples);
    const value = exampleValue(example.body, type);
    content[type] = isOnly
      ? { ...media, example: value }
      : { ...media, examples: { ...known, [freeKey(example.name, known)]: namedExample(example, value) } };
    response.content = content;
  }
}

const namedExample = ({ description }: SavedExample, value: unknown): JsonObject => ({
  ...(description === undefined ? {} : { description }),
  value,
});

const isAlone = (example: SavedExample, all: readonly SavedExample[]): boolean =>
  example.description === undefined &&
  !all.some(
    (other) =>
      other !== example &&
      other.status === example.status &&
      findHeader(other.headers, 'Content-Type')?.value === findHeader(example.headers, 'Content-Type')?.value,
  );

function freeKey(name: string, known: JsonObject): string {
  let key = name;
  for (let number = 2; Object.hasOwn(known, key); number += 1) key = `${name} ${number}`;
  return key;
}

function responseFor(status: number, codes: readonly string[]): string {
  const exact = String(status);
  if (codes.includes(exact)) return exact;
  const known = codes.find((code) => exampleStatus(code, codes) === status);
  if (known !== undefined) return known;
  return /^[1-5]\d\d$/.test(exact) ? exact : 'default';
}
