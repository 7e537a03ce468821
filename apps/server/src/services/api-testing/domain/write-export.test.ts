import { expect, test } from 'vitest';
import { writeExport } from './write-export.ts';

const step = (name: string) => ({
  id: name,
  name,
  group: 'Orders',
  method: 'GET',
  url: 'https://a.test/orders',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
});

test('an export holds every request in its order', () => {
  const { text } = writeExport({
    format: 'postman',
    title: 'Shop',
    variables: [],
    steps: [step('List'), step('Count')].map((item) => JSON.stringify(item)),
  });
  const document = JSON.parse(text);
  expect(document.info.name).toBe('Shop');
  expect(document.item[0].item.map(({ name }: { name: string }) => name)).toEqual(['List', 'Count']);
});
