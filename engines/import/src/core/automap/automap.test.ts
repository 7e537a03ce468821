import { expect, test } from 'vitest';
import { automapScore } from '../../testing/automap-score.ts';
import { labelledApis } from '../../testing/labelled-apis.ts';
import { importHar } from '../har/import-har.ts';
import { importOpenApi } from '../openapi/import-openapi.ts';
import { type Automap, automap } from './automap.ts';
import { entityOf, isReference, resourceOf, segmentsOf, singular, variableName, wordsOf } from './names.ts';

test.each([
  ['orderId', ['order', 'id']],
  ['order_ids', ['order', 'id']],
  ['Order-UUID', ['order', 'id']],
  ['HTTPServerName', ['http', 'server', 'name']],
  ['categories', ['category']],
  ['addresses', ['address']],
  ['status', ['status']],
  ['line2', ['line', '2']],
  ['', []],
])('words of %j', (name, words) => expect(wordsOf(name)).toEqual(words));

test.each([
  ['boxes', 'box'],
  ['news', 'news'],
  ['class', 'class'],
  ['gas', 'gas'],
  ['pets', 'pet'],
])('one of %s is %s', (word, one) => expect(singular(word)).toBe(one));

test('names of schemas, addresses and variables', () => {
  expect(['CreateOrderResponse', 'OrderDto', 'ListResponse', 'PurchaseOrder'].map(entityOf)).toEqual([
    ['order'],
    ['order'],
    [],
    ['purchase', 'order'],
  ]);
  expect(segmentsOf('{{baseUrl}}/v1/orders/{id}?a=b')).toEqual(['v1', 'orders', '{id}']);
  expect(segmentsOf('https://shop.test/orders/')).toEqual(['orders']);
  expect([resourceOf(['v1', 'orders', '{id}']), resourceOf(['v1', '{id}'])]).toEqual([['order'], []]);
  expect([variableName(['order', 'id']), isReference(['member', 'number']), isReference(['colour'])]).toEqual([
    'orderId',
    true,
    false,
  ]);
});

test.each(labelledApis)('in $name 70 of 100 known links are found, and 90 of 100 proposals are right', (api) => {
  const { proposed, right, known, wrong, missed, map } = automapScore(api);
  expect({ precision: right / proposed, wrong }).toMatchObject({ precision: expect.closeTo(1, 1) });
  expect({ isEnough: right / known >= 0.7, missed }).toMatchObject({ isEnough: true });
  expectUsable(map);
});

/** Values are produced before they are used, and each name stands for one value. */
function expectUsable({ links, order }: Automap): void {
  const place = new Map(order.map((id, at) => [id, at]));
  const sources = new Map<string, string>();
  for (const { from, to, variable, confidence, reason } of links) {
    expect(place.get(from.stepId)).toBeLessThan(place.get(to.stepId) ?? -1);
    expect(confidence).toBeGreaterThanOrEqual(0.55);
    expect(confidence).toBeLessThan(1);
    expect(reason).toMatch(/^[A-Z“].*\.$/);
    const source = `${from.stepId} ${from.path}`;
    expect(sources.get(variable) ?? source).toBe(source);
    sources.set(variable, source);
  }
}

test('deletions run when nothing needs the deleted object any more', () => {
  const [shop] = labelledApis;
  if (!shop) throw new Error('There is no labelled API.');
  const { steps } = importOpenApi(JSON.stringify(shop.document));
  const { order } = automap(steps);
  const nameOf = new Map(steps.map((step) => [step.id, step.documentation?.operationId ?? step.name]));
  expect(order.map((id) => nameOf.get(id)).slice(-2)).toEqual(['removeLine', 'cancelOrder']);
});

const entry = (method: string, url: string, answer: unknown, sent?: unknown) => ({
  request: {
    method,
    url,
    headers: [],
    ...(sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
  },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: JSON.stringify(answer) } },
});

test('a recording is linked by its values, whatever they are called', () => {
  const text = JSON.stringify({
    log: {
      version: '1.2',
      entries: [
        entry('GET', 'https://h.test/early/9f3a77c1', {}),
        entry('POST', 'https://h.test/things', { ref: '9f3a77c1', count: 1, ok: true }, { size: 1 }),
        entry('GET', 'https://h.test/things/9f3a77c1', { ref: '9f3a77c1', at: '2026-01-01' }),
        entry('POST', 'https://h.test/marks', {}, { target: '9f3a77c1', size: 1 }),
      ],
    },
  });
  const { steps } = importHar(text);
  const { links } = automap(steps);
  expect(
    links.map(({ from, to, variable, confidence }) => [
      steps.findIndex(({ id }) => id === from.stepId),
      from.path,
      to.in,
      to.name,
      variable,
      confidence,
    ]),
  ).toEqual([
    [1, '$.ref', 'url', '9f3a77c1', 'ref', 0.9],
    [1, '$.ref', 'body', '$.target', 'ref', 0.9],
  ]);
  expect(links[0]?.reason).toMatch(/^The recorded response of “.*” has the same value at \$\.ref\.$/);
});

test('examples in a description are hints: names still count, in any order', () => {
  const answer = (example: object) => ({
    responses: {
      201: {
        description: '',
        content: {
          'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } }, example },
        },
      },
    },
  });
  const paths = {
    '/orders/{orderId}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' }, example: 'ord-20417' }],
        responses: { 200: { description: '' } },
      },
    },
    '/orders': { post: { operationId: 'createOrder', ...answer({ id: 'ord-20417' }) } },
    '/carts': { post: { operationId: 'createCart', ...answer({ id: 'cart-1' }) } },
    '/carts/{cartId}': {
      get: {
        operationId: 'getCart',
        parameters: [{ name: 'cartId', in: 'path', required: true, schema: { type: 'string' }, example: 'another' }],
        responses: { 200: { description: '' } },
      },
    },
  };
  const { steps } = importOpenApi(JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths }));
  const map = automap(steps);
  expect(map.links.map(({ variable, reason }) => [variable, reason])).toEqual([
    ['orderId', 'An example response of “createOrder” has the same value at $.id.'],
    ['cartId', '“createCart” creates the cart that path parameter cartId names.'],
  ]);
  expectUsable(map);
});

test('requests that need each other form no cycle', () => {
  const schema = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  const operation = (needs: string, gives: string) => ({
    post: {
      operationId: `create_${gives}`,
      requestBody: { content: { 'application/json': { schema: schema(needs) } } },
      responses: { 201: { description: '', content: { 'application/json': { schema: schema(gives) } } } },
    },
  });
  const paths = { '/eggs': operation('henId', 'eggId'), '/hens': operation('eggId', 'henId') };
  const { steps } = importOpenApi(JSON.stringify({ openapi: '3.0.3', info: { title: 'Farm', version: '1' }, paths }));
  const map = automap(steps);
  expect(map.links).toHaveLength(1);
  expectUsable(map);
  expect(automap([])).toEqual({ links: [], order: [] });
});
