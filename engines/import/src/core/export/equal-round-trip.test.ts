import { expect, test } from 'vitest';
import { featureDocuments } from '../../testing/feature-documents.ts';
import type { ImportedCollection } from '../imported-collection.ts';
import { importOpenApi } from '../openapi/import-openapi.ts';
import { importPostman } from '../postman/import-postman.ts';
import { type ExportFormat, exportCollection } from './losses.ts';

const readers = { postman: importPostman, openapi: importOpenApi };

/** All that is kept of a document; ids are made anew by every import. */
const kept = ({ problems: _, steps, ...rest }: ImportedCollection) => ({
  ...rest,
  steps: steps.map(({ id: _id, ...step }) => step),
});

test.each(featureDocuments)('$format, $feature: imported, exported and imported again is the same', (entry) => {
  const read = readers[entry.format];
  const first = read(JSON.stringify(entry.document));
  expect(JSON.stringify(first)).toContain(entry.holds.replaceAll('"', ''));
  const { text, losses } = exportCollection(entry.format, first);
  expect(kept(read(text))).toEqual(kept(first));
  expect(losses).toEqual([]);
});

const postmanStep = {
  name: 'Order',
  event: [{ listen: 'prerequest', script: { exec: ['pm.variables.set("a", 1)'] } }],
  request: {
    method: 'GET',
    url: 'https://shop.test/orders',
    description: 'About',
    auth: { type: 'digest', digest: [] },
  },
  response: [{ name: 'Found', code: 200, header: [{ key: 'X-A', value: '1' }], body: 'x' }],
};
const openapiStep = {
  summary: 'Order',
  operationId: 'shop.order',
  responses: { 200: { description: 'Fine', content: { 'application/json': { schema: { type: 'object' } } } } },
};

test.each<[ExportFormat, 'postman' | 'openapi', string[]]>([
  ['postman', 'openapi', ['documentation']],
  ['openapi', 'postman', ['credentials', 'pre-request scripts', 'saved examples']],
  ['har', 'postman', ['descriptions of requests', 'credentials', 'pre-request scripts']],
  ['curl', 'openapi', ['names of requests', 'folders of requests', 'assertions', 'documentation', 'variables']],
])('%s: what it has no place for is named, here of %s', (format, source, expected) => {
  const document = {
    postman: { info: { name: 'Shop' }, item: [postmanStep] },
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://shop.test' }],
      paths: { '/orders': { get: openapiStep } },
    },
  }[source];
  const { losses } = exportCollection(format, readers[source](JSON.stringify(document)));
  expect(losses.map(({ what }) => what)).toEqual(expected);
});

test('a request that a format cannot write at all is named', () => {
  const item = { name: 'Copy', request: { method: 'COPY', url: 'https://shop.test/a' } };
  const { losses } = exportCollection('openapi', importPostman(JSON.stringify({ info: { name: 'S' }, item: [item] })));
  expect(losses).toEqual([{ what: 'requests', count: 1 }]);
});
