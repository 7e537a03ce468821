import { expect, test } from 'vitest';
import { labelledApis } from '../../testing/labelled-apis.ts';
import type { ImportedStep } from '../imported-collection.ts';
import { importOpenApi } from '../openapi/import-openapi.ts';
import { applyLinks } from './apply-links.ts';
import type { AutomapLink } from './automap.ts';
import { automap } from './automap.ts';

const step = (id: string, more: Partial<ImportedStep>): ImportedStep => ({
  id,
  name: id,
  group: '',
  method: 'POST',
  url: 'https://shop.test/orders',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: { timeoutMs: 1, followRedirects: true, maxRedirects: 1, verifyCertificate: true },
  ...more,
});
const link = (to: Omit<AutomapLink['to'], 'stepId'>, variable = 'orderId'): AutomapLink => ({
  from: { stepId: 'give', path: '$.id' },
  to: { stepId: 'take', ...to },
  variable,
  confidence: 0.9,
  reason: 'Same name.',
});
const give = step('give', {});
const taken = (more: Partial<ImportedStep>, ...links: AutomapLink[]) =>
  applyLinks([give, step('take', more)], links)[1];

test('a source extracts its value once, however many requests use it', () => {
  const links = [link({ in: 'query', name: 'a' }), link({ in: 'query', name: 'b' })];
  const old = { name: 'orderId', source: 'jsonPath' as const, path: '$.old', enabled: true };
  const [first] = applyLinks([step('give', { dataHandlers: [old] })], links);
  expect(first?.dataHandlers).toEqual([{ name: 'orderId', source: 'jsonPath', path: '$.id', enabled: true }]);
});

test('a value is used where the link says', () => {
  const rows = [{ key: 'order', value: '1', enabled: true }];
  const filled = [{ key: 'order', value: '{{orderId}}', enabled: true }];
  expect(taken({ pathParams: rows }, link({ in: 'path', name: 'order' }))?.pathParams).toEqual(filled);
  expect(taken({}, link({ in: 'path', name: 'order' }))?.pathParams).toEqual(filled);
  expect(taken({ queryParams: rows }, link({ in: 'query', name: 'order' }))?.queryParams).toEqual(filled);
  expect(taken({ headers: rows }, link({ in: 'header', name: 'order' }))?.headers).toEqual(filled);
  const authentication = { type: 'bearer' as const, token: 'old' };
  const signed = taken({ authentication }, link({ in: 'authentication', name: 'token' }, 'accessToken'));
  expect(signed?.authentication).toEqual({ type: 'bearer', token: '{{accessToken}}' });
  const url = 'https://shop.test/orders/o-17/lines?of=o-17';
  expect(taken({ url }, link({ in: 'url', name: 'o-17' }))?.url).toBe(
    'https://shop.test/orders/{{orderId}}/lines?of=o-17',
  );
});

test('in a body, strings stay strings and numbers stay numbers', () => {
  const content = JSON.stringify({ order: { id: 17 }, 'line items': [{ sku: 'a' }], note: '17' });
  const body = taken(
    { body: { type: 'json', content } },
    link({ in: 'body', name: '$.order.id' }),
    link({ in: 'body', name: '$["line items"][0].sku' }, 'sku'),
    link({ in: 'body', name: '$.gone.id' }, 'gone'),
  )?.body;
  expect(body).toEqual({
    type: 'json',
    content: [
      '{',
      '  "order": {',
      '    "id": {{orderId}}',
      '  },',
      '  "line items": [',
      '    {',
      '      "sku": "{{sku}}"',
      '    }',
      '  ],',
      '  "note": "17"',
      '}',
    ].join('\n'),
  });
});

test.each(labelledApis)('in $name every proposed link can be applied', (api) => {
  const { steps } = importOpenApi(JSON.stringify(api.document));
  const { links } = automap(steps);
  const applied = new Map(applyLinks(steps, links).map((one) => [one.id, JSON.stringify(one)]));
  for (const { from, to, variable } of links) {
    expect(applied.get(from.stepId)).toContain(`"name":"${variable}"`);
    expect(applied.get(to.stepId)).toContain(`{{${variable}}}`);
  }
});
