import { expect, test } from 'vitest';
import type { ImportedStep } from '../../imported-collection.ts';
import { newStep } from '../../step-parts.ts';
import type { ExportSource } from '../export-source.ts';
import { exportOpenApi } from './export-openapi.ts';

const stepOf = (more: Partial<ImportedStep> = {}) =>
  newStep({ name: 'List', method: 'GET', url: 'https://a.test/orders', ...more });
const documentOf = (source: Partial<ExportSource>) =>
  JSON.parse(exportOpenApi({ title: 'Shop', steps: [stepOf()], ...source }));
const responsesOf = (step: Partial<ImportedStep>) =>
  documentOf({ steps: [stepOf(step)] }).paths['/orders'].get.responses;

const status = (expected: unknown) => [{ kind: 'status', operator: 'equals', expected }] as ImportedStep['assertions'];
const example = (name: string, status: number, more: object = {}) => ({
  name,
  status,
  headers: [{ key: 'Content-Type', value: 'text/plain' }],
  body: 'a',
  ...more,
});
const type = (value: string) => ({ headers: [{ key: 'content-type', value }] });

/** A single example with the default name of an import is written without a name. */
test.each<[string, ReturnType<typeof example>[], object]>([
  ['the only one', [example('Example 200', 200)], { 'text/plain': { example: 'a' } }],
  ['one with a name of its own', [example('Found', 200)], { 'text/plain': { examples: { Found: { value: 'a' } } } }],
  [
    'one with a description',
    [example('Example 200', 200, { description: 'd' })],
    { 'text/plain': { examples: { 'Example 200': { description: 'd', value: 'a' } } } },
  ],
  [
    'two of one type',
    [example('Example 200', 200), example('Other', 200)],
    { 'text/plain': { examples: { 'Example 200': { value: 'a' }, Other: { value: 'a' } } } },
  ],
  [
    'two of different types',
    [example('Example 200', 200), example('Example 200', 200, type('text/csv'))],
    { 'text/plain': { example: 'a' }, 'text/csv': { example: 'a' } },
  ],
  [
    'one beside that of another status',
    [example('Example 200', 200), example('Example 404', 404)],
    {
      'text/plain': { example: 'a' },
    },
  ],
])('examples of a response: %s', (_name, examples, content) => {
  expect(responsesOf({ examples, assertions: status(200) })['200'].content).toEqual(content);
});

test('the default response covers what an import asserts for it', () => {
  const documentation = { responses: [{ status: 'default', description: 'Any' }] };
  const asserted = (expected: unknown) => Object.keys(responsesOf({ documentation, assertions: status(expected) }));
  expect(asserted('2xx')).toEqual(['default']);
  expect(asserted(201)).toEqual(['201', 'default']);
});

test('if servers are documented, the document names no others', () => {
  const servers = ['https://b.test/v1/', 'https://c.test'];
  expect(documentOf({ servers }).servers).toEqual([{ url: 'https://b.test/v1' }, { url: 'https://c.test' }]);
  expect(documentOf({ steps: [stepOf({ url: ' https://b.test/v1/orders ' })], servers }).paths).toHaveProperty([
    '/orders',
  ]);
});

test('disabled cookies come after enabled ones', () => {
  const headers = [
    { key: 'Cookie', value: 'off=1', enabled: false },
    { key: 'Cookie', value: 'on=1' },
  ];
  const { parameters } = documentOf({ steps: [stepOf({ headers })] }).paths['/orders'].get;
  expect(parameters.map(({ name, ...rest }: { name: string }) => [name, 'x-disabled' in rest])).toEqual([
    ['on', false],
    ['off', true],
  ]);
});

test('text that looks like JSON stays text with another content type', () => {
  const content = (body: ImportedStep['body']) =>
    documentOf({ steps: [stepOf({ method: 'POST', body })] }).paths['/orders'].post.requestBody.content;
  expect(responsesOf({ examples: [example('Example', 200, { body: '{"a":1}' })] }).default.content).toEqual({
    'text/plain': { example: '{"a":1}' },
  });
  expect(Object.keys(content({ type: 'binary', fileId: 'f', contentType: 'image/png' }))).toEqual(['image/png']);
  expect(Object.keys(content({ type: 'binary', fileId: 'f' }))).toEqual(['application/octet-stream']);
});

test('two definitions of one name stay apart even if only their property id differs', () => {
  const returning = (type: string): Partial<ImportedStep> => {
    const Order = { type: 'object', properties: { id: { type } } };
    const schema = { $ref: '#/$defs/Order', $defs: { Order } };
    const contents = [{ type: 'application/json', schema }];
    return { documentation: { responses: [{ status: '200', description: '', contents }] } };
  };
  const steps = ['integer', 'string', 'integer'].map((type, at) =>
    stepOf({ url: `https://a.test/${at}`, ...returning(type) }),
  );
  const { components, paths } = documentOf({ steps });
  const refOf = (path: string) => paths[path].get.responses['200'].content['application/json'].schema.$ref;
  expect(['/0', '/1', '/2'].map(refOf)).toEqual(
    ['Order', 'Order_2', 'Order'].map((name) => `#/components/schemas/${name}`),
  );
  expect(components.schemas).toEqual({
    Order: { type: 'object', properties: { id: { type: 'integer' } } },
    Order_2: { type: 'object', properties: { id: { type: 'string' } } },
  });
});
