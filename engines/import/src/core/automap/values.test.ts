import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { consumedValues } from './consumed-values.ts';
import { producedValues } from './produced-values.ts';

const step = (parts: Partial<ImportedStep> = {}): ImportedStep => ({
  ...newStep({ name: 'Do', method: 'GET', url: 'https://h.test/orders' }),
  ...parts,
});
const json = (content: unknown): Partial<ImportedStep> => ({
  body: { type: 'json', content: JSON.stringify(content) },
});

describe('the values that a request takes', () => {
  const taken = (parts: Partial<ImportedStep>) =>
    consumedValues(step(parts)).map(
      ({ in: where, name, words, value, onlyObserved, alsoCalled, mustOwn, type, format }) => ({
        at: `${where} ${name}`,
        words: words.join(' '),
        value,
        ...(onlyObserved && { onlyObserved }),
        ...(alsoCalled && { alsoCalled: alsoCalled.join(' ') }),
        ...(mustOwn && { mustOwn }),
        ...(type && { type }),
        ...(format && { format }),
      }),
    );

  test.each<[name: string, url: string, found: object[]]>([
    ['a parameter', 'https://h.test/orders/{orderId}', [{ at: 'path orderId', words: 'order id', value: '' }]],
    ['a bare id', 'https://h.test/orders/{id}', [{ at: 'path id', words: 'order id', value: '' }]],
    ['a bare word', 'https://h.test/orders/{name}', [{ at: 'path name', words: 'name', value: '' }]],
    ['a variable', '{{baseUrl}}/orders/{{code}}', [{ at: 'path code', words: 'order code', value: '' }]],
    ['a colon', 'https://h.test/:id', [{ at: 'path id', words: 'id', value: '' }]],
    [
      'a value that was recorded',
      'https://h.test/orders/9f%203',
      [{ at: 'url 9f%203', words: 'order id', value: '9f 3', onlyObserved: true }],
    ],
    [
      'a value that cannot be decoded',
      'https://h.test/9%',
      [{ at: 'url 9%', words: 'id', value: '9%', onlyObserved: true }],
    ],
    ['no versions', 'https://h.test/v1/V2.1/orders', []],
    [
      'what only looks like a version',
      'https://h.test/v1x',
      [{ at: 'url v1x', words: 'id', value: 'v1x', onlyObserved: true }],
    ],
    [
      'what only ends like a version',
      'https://h.test/xv1',
      [{ at: 'url xv1', words: 'id', value: 'xv1', onlyObserved: true }],
    ],
  ])('from its address: %s', (_name, url, found) => {
    expect(taken({ url })).toEqual(found);
  });

  test('from its address with their documentation', () => {
    const parameters = [
      { in: 'query' as const, name: 'id', schema: { type: 'integer' } },
      { in: 'path' as const, name: 'other', schema: { type: 'integer' } },
      { in: 'path' as const, name: 'id', schema: { type: 'string', format: 'uuid' } },
    ];
    expect(
      taken({
        url: '/orders/{id}',
        pathParams: [
          { key: 'x', value: 'y' },
          { key: 'id', value: '7' },
        ],
        documentation: { parameters },
      }),
    ).toEqual([{ at: 'path id', words: 'order id', value: '7', type: 'string', format: 'uuid' }]);
  });

  test('from its query and headers', () => {
    const row = (key: string, more: object = {}) => ({ key, value: 'v', ...more });
    const parameters = [
      { in: 'header' as const, name: 'orderId', schema: { type: 'integer' } },
      { in: 'query' as const, name: 'orderId', schema: { type: ['string'], format: 5 } },
    ];
    const found = taken({
      queryParams: [
        row('orderId'),
        row('colour'),
        row('off', { enabled: false }),
        row('on_id', { enabled: true }),
        row('from', { description: 'The ID of the origin station that is near' }),
      ],
      headers: [
        row('X-Order-Id'),
        ...[
          'Accept',
          'accept-language',
          'Content-Type',
          'AUTHORIZATION',
          'Cookie',
          'User-Agent',
          'Host',
          'Origin',
          'Referer',
          'Cache-Control',
          'If-Match',
          'X-Requested-With',
        ].map((key) => row(key)),
        row('orderId'),
        row('My-Accept'),
        row('hosts'),
      ],
      documentation: { parameters },
    });
    expect(found).toEqual([
      { at: 'query orderId', words: 'order id', value: 'v' },
      { at: 'query colour', words: 'colour', value: 'v', onlyObserved: true },
      { at: 'query on_id', words: 'on id', value: 'v' },
      { at: 'query from', words: 'from', value: 'v', alsoCalled: 'origin station id' },
      { at: 'header X-Order-Id', words: 'order id', value: 'v' },
      { at: 'header orderId', words: 'order id', value: 'v', type: 'integer' },
      { at: 'header My-Accept', words: 'my accept', value: 'v', onlyObserved: true },
      { at: 'header hosts', words: 'host', value: 'v', onlyObserved: true },
    ]);
  });

  test.each([
    ['Identifier of an order', 'order id'],
    ['UUIDs of orders', 'order id'],
    ['the id of this order line to read', 'order line id'],
    ['id of a b c d', 'b c d id'],
    ['valid of orders', undefined],
    ['The id', undefined],
    ['id of 5', undefined],
  ])('a row described as %j is also called %j', (description, alsoCalled) => {
    expect(taken({ queryParams: [{ key: 'x', value: '', description }] })[0]?.alsoCalled).toBe(alsoCalled);
  });

  test('from its credential', () => {
    expect(taken({ authentication: { type: 'bearer', token: 't' } })).toEqual([
      { at: 'authentication token', words: 'access token', value: 't' },
    ]);
    expect(taken({ authentication: { type: 'basic', username: 'u', password: 'p' } })).toEqual([]);
  });

  test('from its body', () => {
    const content = {
      id: 1,
      orderId: 'o',
      order: { id: 2, 'a b': 'x', flag: true, none: null },
      tags: ['t', 'u'],
      lines: [{ sku: 's' }, { sku: 't' }],
      customerCode: 'c',
      code: 'd',
      colour: 'red',
      empty: [],
    };
    expect(taken(json(content))).toEqual([
      { at: 'body $.id', words: 'id', value: '1', onlyObserved: true, type: 'number' },
      { at: 'body $.orderId', words: 'order id', value: 'o', type: 'string' },
      { at: 'body $.order.id', words: 'order id', value: '2', type: 'number' },
      { at: 'body $.order["a b"]', words: 'a b', value: 'x', onlyObserved: true, mustOwn: true, type: 'string' },
      { at: 'body $.tags[0]', words: 'tag', value: 't', onlyObserved: true, mustOwn: true, type: 'string' },
      { at: 'body $.lines[0].sku', words: 'sku', value: 's', type: 'string' },
      { at: 'body $.customerCode', words: 'customer code', value: 'c', mustOwn: true, type: 'string' },
      { at: 'body $.code', words: 'code', value: 'd', onlyObserved: true, mustOwn: true, type: 'string' },
      { at: 'body $.colour', words: 'colour', value: 'red', onlyObserved: true, mustOwn: true, type: 'string' },
    ]);
    expect(taken(json([{ orderId: 1 }]))).toEqual([
      { at: 'body $[0].orderId', words: 'order id', value: '1', type: 'number' },
    ]);
    expect(taken({ body: { type: 'text', content: '{"orderId":1}' } })).toEqual([]);
    expect(taken({ body: { type: 'json', content: '{' } })).toEqual([]);
  });

  test('down to a limited depth and number', () => {
    const deep = (levels: number): object => (levels === 0 ? { orderId: 1 } : { a: deep(levels - 1) });
    expect([taken(json(deep(6))).length, taken(json(deep(7))).length]).toEqual([1, 0]);
    const lists = (levels: number): unknown => (levels === 0 ? { orderId: 1 } : [lists(levels - 1)]);
    expect([taken(json(lists(6))).length, taken(json(lists(7))).length]).toEqual([1, 0]);
    expect(taken(json(Object.fromEntries(Array.from({ length: 310 }, (_, at) => [`n${at}Id`, at]))))).toHaveLength(300);
  });
});

describe('the values that a request returns', () => {
  const given = (parts: Partial<ImportedStep>) =>
    producedValues(step(parts)).map(({ path, key, owners, type, format, isOfList, observed, isRecorded }) => ({
      path,
      key: key.join(' '),
      owners: owners.map((owner) => owner.join(' ')),
      ...(type && { type }),
      ...(format && { format }),
      ...(isOfList && { isOfList }),
      ...(observed.length > 0 && { observed }),
      ...(isRecorded && { isRecorded }),
    }));
  const response = (schema: unknown, status = '200', type = 'application/json') => ({
    status,
    description: '',
    contents: [{ type, schema: schema as object }],
  });
  const described = (schema: unknown, more: Partial<ImportedStep> = {}) =>
    given({ documentation: { responses: [response(schema)] }, ...more });
  const example = (body: unknown, status = 200) => ({
    name: 'E',
    status,
    headers: [],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = { type: 'string' };
  const objectSchema = (properties: object) => ({ type: 'object', properties });

  test.each<[name: string, schema: object | boolean, found: object[]]>([
    [
      'values of a thing',
      objectSchema({ id: { type: 'integer', format: 'int64' }, name: text, any: {}, flag: { type: 'boolean' } }),
      [
        { path: '$.id', key: 'id', owners: ['order'], type: 'integer', format: 'int64' },
        { path: '$.name', key: 'name', owners: ['order'], type: 'string' },
        { path: '$.any', key: 'any', owners: ['order'] },
      ],
    ],
    [
      'values that may be null',
      objectSchema({ id: { type: ['null', 'number'] } }),
      [{ path: '$.id', key: 'id', owners: ['order'], type: 'number' }],
    ],
    [
      'things in things',
      objectSchema({
        customer: objectSchema({ id: text }),
        data: objectSchema({ id: text }),
        orderData: objectSchema({ id: text }),
      }),
      [
        { path: '$.customer.id', key: 'id', owners: ['customer'], type: 'string' },
        { path: '$.data.id', key: 'id', owners: ['order'], type: 'string' },
        { path: '$.orderData.id', key: 'id', owners: ['order'], type: 'string' },
      ],
    ],
    [
      'lists',
      { type: 'array', items: objectSchema({ id: text }) },
      [{ path: '$[0].id', key: 'id', owners: ['order'], type: 'string', isOfList: true }],
    ],
    [
      'lists of texts',
      objectSchema({ tags: { items: text } }),
      [{ path: '$.tags[0]', key: 'tag', owners: ['order'], type: 'string', isOfList: true }],
    ],
    ['a text', text, [{ path: '$', key: '', owners: ['order'], type: 'string' }]],
    [
      'references',
      {
        $ref: '#/$defs/CreateBoxResponse',
        $defs: {
          CreateBoxResponse: objectSchema({ id: text, lid: { $ref: '#/$defs/a~1b%20c' } }),
          'a/b c': objectSchema({ id: text }),
        },
      },
      [
        { path: '$.id', key: 'id', owners: ['box', 'order'], type: 'string' },
        { path: '$.lid.id', key: 'id', owners: ['a b c', 'lid'], type: 'string' },
      ],
    ],
    [
      'references to lists',
      { $ref: '#/$defs/Boxes', $defs: { Boxes: { items: { $ref: '#/$defs/Box' } }, Box: objectSchema({ id: text }) } },
      [{ path: '$[0].id', key: 'id', owners: ['box', 'order'], type: 'string', isOfList: true }],
    ],
    [
      'all parts',
      {
        allOf: [{ $ref: '#/$defs/Base' }, objectSchema({ b: text }), 5],
        properties: { c: text },
        $defs: { Base: objectSchema({ a: text }) },
      },
      ['a', 'b', 'c'].map((key) => ({ path: `$.${key}`, key, owners: ['order'], type: 'string' })),
    ],
    [
      'the first part',
      {
        oneOf: [{ type: 'null' }, { $ref: '#/$defs/Box' }, objectSchema({ b: text })],
        $defs: { Box: objectSchema({ a: text }) },
      },
      [{ path: '$.a', key: 'a', owners: ['box', 'order'], type: 'string' }],
    ],
    [
      'the first part of any',
      { anyOf: [{ type: 'null' }, text] },
      [{ path: '$', key: '', owners: ['order'], type: 'string' }],
    ],
    [
      'a circle',
      { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/A' } } },
      [{ path: '$', key: '', owners: ['order'] }],
    ],
  ])('as described: %s', (_name, schema, found) => {
    expect(described(schema)).toEqual(found);
  });

  test('a recursive schema has values down to a limited depth', () => {
    const schema = { $ref: '#/$defs/A', $defs: { A: objectSchema({ a: { $ref: '#/$defs/A' }, n: text }) } };
    const paths = described(schema).map(({ path }) => path);
    expect(paths.toReversed()).toEqual(Array.from({ length: 6 }, (_, at) => `$${'.a'.repeat(at)}.n`));
  });

  test('the response that counts', () => {
    const a = response(objectSchema({ a: text }));
    const paths = (...responses: ReturnType<typeof response>[]) =>
      given({ documentation: { responses } }).map(({ path }) => path);
    expect(paths(response(objectSchema({ b: text }), '404'), a)).toEqual(['$.a']);
    expect(paths(response(objectSchema({ b: text }), 'default'), a)).toEqual(['$.a']);
    expect(paths(response(objectSchema({ b: text }), 'default'))).toEqual(['$.b']);
    expect(paths(response(objectSchema({ b: text }), '404'))).toEqual([]);
    expect(paths(response(objectSchema({ b: text }), '12'))).toEqual([]);
    expect(
      paths({
        ...a,
        contents: [
          ...response(objectSchema({ x: text }), '', 'text/html').contents,
          ...response(objectSchema({ j: text }), '', 'application/HAL+JSON').contents,
        ],
      }),
    ).toEqual(['$.j']);
    expect(paths(response(objectSchema({ x: text }), '200', 'text/html'))).toEqual(['$.x']);
    expect(paths(response(true))).toEqual([]);
  });

  test('as recorded, from successful responses only', () => {
    const examples = [
      example({ id: 1, lines: [{ sku: 'a' }, { sku: 'b' }], on: true, no: null }),
      example({ id: 2 }, 299),
      example({ id: 3 }, 300),
      example({ id: 4 }, 199),
      example('{'),
    ];
    expect(given({ examples })).toEqual([
      { path: '$.id', key: 'id', owners: ['order'], type: 'number', observed: ['1', '2'], isRecorded: true },
      {
        path: '$.lines[0].sku',
        key: 'sku',
        owners: ['line'],
        type: 'string',
        observed: ['a'],
        isOfList: true,
        isRecorded: true,
      },
    ]);
    expect(described(objectSchema({ id: text }), { examples, url: '/' })).toEqual([
      { path: '$.id', key: 'id', owners: [], type: 'string', observed: ['1', '2'] },
      { path: '$.lines[0].sku', key: 'sku', owners: ['line'], type: 'string', observed: ['a'], isOfList: true },
    ]);
  });

  test('down to a limited depth and number', () => {
    const deep = (levels: number): object => (levels === 0 ? { orderId: 1 } : { a: deep(levels - 1) });
    const schema = (levels: number): object => (levels === 0 ? text : objectSchema({ a: schema(levels - 1) }));
    expect([5, 6].map((levels) => given({ examples: [example(deep(levels))] }).length)).toEqual([1, 0]);
    expect([6, 7].map((levels) => described(schema(levels)).length)).toEqual([1, 0]);
    expect(
      given({ examples: [example(Object.fromEntries(Array.from({ length: 310 }, (_, at) => [`n${at}`, at])))] }),
    ).toHaveLength(300);
  });
});
