import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { applyLinks } from './apply-links.ts';
import { type AutomapLink, automap } from './automap.ts';

const step = (name: string, request: string, parts: Partial<ImportedStep> = {}): ImportedStep => {
  const [method = '', url = ''] = request.split(' ');
  return { ...newStep({ name, method, url: `https://h.test${url}` }), id: name, ...parts };
};
const answers = (properties: object, isList = false): Partial<ImportedStep> => {
  const objectSchema = { type: 'object', properties };
  const schema = isList ? { type: 'array', items: objectSchema } : objectSchema;
  return {
    documentation: {
      responses: [{ status: '200', description: '', contents: [{ type: 'application/json', schema }] }],
    },
  };
};
const recorded = (body: unknown): Partial<ImportedStep> => ({
  examples: [{ name: 'E', status: 200, headers: [], body: JSON.stringify(body) }],
});
const sends = (content: unknown): Partial<ImportedStep> => ({
  body: { type: 'json', content: JSON.stringify(content) },
});
const text = { type: 'string' };
const query = (key: string, value = '') => ({ queryParams: [{ key, value }] });
/** Each link as a line, with its confidence. */
const linksOf = (...steps: ImportedStep[]) =>
  automap(steps).links.map(
    ({ from, to, variable, confidence }) =>
      `${from.stepId} ${from.path} > ${to.stepId} ${to.in} ${to.name} as ${variable}, ${confidence}`,
  );
const reasonsOf = (...steps: ImportedStep[]) => automap(steps).links.map(({ reason }) => reason);
const get = step('get', 'GET /orders/{id}');

describe('the values that a request takes', () => {
  test.each<[name: string, steps: ImportedStep[], links: string[]]>([
    [
      'one of what is created',
      [step('add', 'POST /orders', answers({ id: text })), get],
      ['add $.id > get path id as orderId, 0.9'],
    ],
    [
      'one of what is listed',
      [step('all', 'GET /orders', answers({ id: text }, true)), get],
      ['all $[0].id > get path id as orderId, 0.72'],
    ],
    [
      'one of what is read',
      [step('read', 'GET /orders', answers({ orderId: text })), get],
      ['read $.orderId > get path id as orderId, 0.7'],
    ],
    [
      'one of what is changed',
      [step('change', 'PUT /orders/latest', answers({ order: { type: 'object', properties: { id: text } } })), get],
      ['change $.order.id > get path id as orderId, 0.65'],
    ],
    ['none of what is deleted', [step('del', 'DELETE /orders', answers({ id: text })), get], []],
    ['none of its own', [step('get', 'GET /orders/{id}', answers({ id: text }))], []],
    ['none of another thing', [step('add', 'POST /carts', answers({ id: text })), get], []],
    ['none that it asked for itself', [step('read', 'GET /orders/{id}', answers({ orderId: text })), get], []],
    [
      'none that was only given back',
      [
        step('add', 'POST /x', { ...answers({ colourCode: text }), ...sends({ colourCode: '' }) }),
        step('take', 'GET /y', query('colourCode')),
      ],
      [],
    ],
    [
      'the better of two',
      [
        step('all', 'GET /orders', answers({ id: text }, true)),
        step('add', 'POST /orders', answers({ id: text })),
        get,
      ],
      ['add $.id > get path id as orderId, 0.9'],
    ],
    [
      'the earlier of two that are alike',
      [step('one', 'POST /orders', answers({ id: text })), step('two', 'POST /orders', answers({ id: text })), get],
      ['one $.id > get path id as orderId, 0.9'],
    ],
    [
      'one of a longer name',
      [step('add', 'POST /orders', answers({ id: text })), step('take', 'GET /x', query('purchaseOrderId'))],
      ['add $.id > take query purchaseOrderId as orderId, 0.76'],
    ],
    [
      'one of a shorter name',
      [step('add', 'POST /purchaseOrders', answers({ id: text })), step('take', 'GET /x', query('orderId'))],
      ['add $.id > take query orderId as purchaseOrderId, 0.76'],
    ],
    [
      'none of a row that says nothing',
      [step('add', 'POST /orders', answers({ colour: text })), step('take', 'GET /x', query('colour'))],
      [],
    ],
    [
      'no code of its own',
      [step('add', 'POST /x', answers({ customerCode: text })), step('take', 'POST /y', sends({ customerCode: '' }))],
      [],
    ],
    ['no id of nothing', [step('add', 'POST /orders', answers({ id: text })), step('take', 'GET /{id}')], []],
    [
      'one of another type in a body',
      [
        step('add', 'POST /orders', answers({ id: { type: 'integer' } })),
        step('take', 'POST /y', sends({ orderId: 'x' })),
      ],
      ['add $.id > take body $.orderId as orderId, 0.9'],
    ],
    [
      'one of a description',
      [
        step('add', 'POST /stations', answers({ id: text })),
        step('take', 'GET /x', { queryParams: [{ key: 'from', value: '', description: 'The ID of the station' }] }),
      ],
      ['add $.id > take query from as stationId, 0.9'],
    ],
  ])('%s', (_name, steps, links) => {
    expect(linksOf(...steps)).toEqual(links);
  });

  test('the reason is given in a sentence', () => {
    const add = step('add', 'POST /orders', answers({ id: text }));
    expect(reasonsOf(add, get)).toEqual(['“add” creates the order that path parameter id names.']);
    expect(reasonsOf(add, step('q', 'GET /x', query('orderId')))).toEqual([
      '“add” creates the order that query parameter orderId names.',
    ]);
    expect(reasonsOf(add, step('h', 'GET /x', { headers: [{ key: 'X-Order-Id', value: '' }] }))).toEqual([
      '“add” creates the order that header X-Order-Id names.',
    ]);
    expect(reasonsOf(add, step('b', 'POST /x', sends({ orderId: '' })))).toEqual([
      '“add” creates the order that $.orderId of the body names.',
    ]);
    const all = step('all', 'GET /orders', answers({ id: text }, true));
    expect(reasonsOf(all, get)).toEqual(['“all” lists what path parameter id names. The first one is used.']);
    expect(reasonsOf(step('read', 'GET /orders', answers({ orderId: text })), get)).toEqual([
      '“read” returns this value at $.orderId.',
    ]);
    expect(
      reasonsOf(
        step('add', 'POST /x', answers({ shop: { type: 'object', properties: { orderId: text } } })),
        step('q', 'GET /y', query('orderId')),
      ),
    ).toEqual(['“add” returns a value of the same name at $.shop.orderId.']);
  });

  test('mismatching types count less, matching ones more', () => {
    const take = (schema: object) =>
      step('take', 'GET /x', {
        ...query('orderId'),
        documentation: { parameters: [{ in: 'query', name: 'orderId', schema }] },
      });
    const link = (given: object, taken: object) =>
      linksOf(step('add', 'POST /orders', answers({ id: given })), take(taken))[0]?.split(', ')[1];
    const uuid = { type: 'string', format: 'uuid' };
    const integer = { type: 'integer' };
    expect([
      link(text, text),
      link(integer, { type: 'number' }),
      link(text, integer),
      link(integer, text),
      link({}, text),
    ]).toEqual(['0.93', '0.9', '0.6', '0.6', '0.9']);
    expect([
      link(uuid, uuid),
      link(uuid, { type: 'string', format: 'email' }),
      link(uuid, text),
      link(integer, integer),
    ]).toEqual(['0.96', '0.8', '0.93', '0.93']);
    const date = { type: 'string', format: 'date-time' };
    expect([link(date, date), link(date, text), link({ ...date, format: 'date' }, date)]).toEqual([
      '0.9',
      undefined,
      undefined,
    ]);
  });

  test('tokens are linked to requests that need one', () => {
    const needs = step('needs', 'GET /x', { authentication: { type: 'bearer', token: '' } });
    const login = (key: string, request = 'POST /login') => step('in', request, answers({ [key]: text }));
    expect(linksOf(login('accessToken'), needs)).toEqual([
      'in $.accessToken > needs authentication token as accessToken, 0.9',
    ]);
    expect(reasonsOf(login('jwt'), needs)).toEqual(['“in” returns a token at $.jwt, and this request needs one.']);
    for (const key of ['refreshToken', 'csrfToken', 'tokenType', 'deviceToken'])
      expect(linksOf(login(key), needs)).toEqual([]);
    expect(linksOf(login('token', 'POST /things'), needs)).toEqual([]);
    expect(linksOf(login('token', 'POST /user-sessions'), needs)).toHaveLength(1);
  });
});

describe('recorded values', () => {
  const give = (value: unknown) => step('give', 'POST /x', recorded({ ref: value }));
  test.each([
    ['9f3a', true],
    ['abcdef', true],
    ['abcde', false],
    ['123', true],
    ['12', false],
    ['a12', false],
    ['123.5', false],
    ['a-1x', true],
    ['', false],
  ])('%j links requests with it: %s', (value, isLinked) => {
    expect(linksOf(give(value), step('take', 'GET /y', query('anything', value)))).toEqual(
      isLinked ? ['give $.ref > take query anything as ref, 0.9'] : [],
    );
  });

  test('are linked only in recorded order', () => {
    const take = step('take', 'GET /y', query('anything', '9f3a77'));
    expect(linksOf(take, give('9f3a77'))).toEqual([]);
    expect(linksOf(give('9f3a77'), take)).toHaveLength(1);
  });

  test('are more certain with matching names, which alone are not enough', () => {
    const takes = (value: string) => step('take', 'GET /y', query('refId', value));
    const gives = step('give', 'POST /x', recorded({ refId: '9f3a77' }));
    expect(linksOf(gives, takes('9f3a77'))).toEqual(['give $.refId > take query refId as refId, 0.96']);
    expect(linksOf(gives, takes('other'))).toEqual([]);
    expect(reasonsOf(gives, takes('9f3a77'))).toEqual([
      'The recorded response of “give” has the same value at $.refId.',
    ]);
  });
});

describe('all links together', () => {
  test('each value has exactly one name, and no two share one', () => {
    const add = (name: string) => step(name, `POST /${name}/orders`, answers({ id: text }));
    const take = step('take', 'GET /orders/{id}', query('orderId'));
    expect(linksOf(add('a'), take)).toEqual([
      'a $.id > take path id as orderId, 0.9',
      'a $.id > take query orderId as orderId, 0.9',
    ]);
    const a = step('a', 'POST /x', recorded({ id: 'aaa111' }));
    const b = step('b', 'POST /x', recorded({ id: 'bbb222' }));
    const both = step('both', 'GET /y', {
      queryParams: [
        { key: 'p', value: 'aaa111' },
        { key: 'q', value: 'bbb222' },
      ],
    });
    expect(automap([a, b, both]).links.map(({ variable }) => variable)).toEqual(['xId', 'xId2']);
  });

  test('each request follows what it needs, and deletions come last', () => {
    const del = step('del', 'DELETE /orders/{id}');
    const add = step('add', 'POST /orders', answers({ id: text }));
    const other = step('other', 'GET /things');
    expect(automap([del, get, other, add]).order).toEqual(['other', 'add', 'get', 'del']);
    expect(automap([del, other]).order).toEqual(['other', 'del']);
  });

  test('links are listed in the order of the requests', () => {
    const add = step('add', 'POST /orders', answers({ id: text }));
    const first = step('first', 'GET /x', query('purchaseOrderId'));
    expect(linksOf(first, get, add).map((line) => line.split(' ')[3])).toEqual(['first', 'get']);
  });
});

describe('links are applied', () => {
  const link = (to: Omit<AutomapLink['to'], 'stepId'>, variable = 'v'): AutomapLink => ({
    from: { stepId: 'give', path: '$.id' },
    to: { stepId: 'take', ...to },
    variable,
    confidence: 1,
    reason: '',
  });
  const taken = (parts: Partial<ImportedStep>, ...links: AutomapLink[]) =>
    applyLinks([step('take', 'GET /a/b/a?a', parts)], links)[0];
  const body = (content: string, ...names: string[]) => {
    const found = taken(
      { body: { type: 'json', content } },
      ...names.map((name, at) => link({ in: 'body', name }, `v${at}`)),
    )?.body;
    return found?.type === 'json' ? found.content.replace(/\s+/g, '') : undefined;
  };
  test.each<[content: string, names: string[], found: string]>([
    ['{"a":1}', ['$.a'], '{"a":{{v0}}}'],
    ['{"a":"1"}', ['$.a'], '{"a":"{{v0}}"}'],
    ['{"a":{"b":[0,{"c":"x"}]}}', ['$.a.b[1].c', '$.a.b[0]'], '{"a":{"b":[{{v1}},{"c":"{{v0}}"}]}}'],
    ['{"a\\"b":1}', ['$["a\\"b"]'], '{"a\\"b":{{v0}}}'],
    ['{"a":1}', ['$.b'], '{"a":1,"b":"{{v0}}"}'],
    ['{"a":1}', ['$'], '{"a":1}'],
    ['{"a":1}', ['$.a.b'], '{"a":1}'],
    ['{"a":null}', ['$.a.b', '$.a.b.c'], '{"a":null}'],
    ['{', ['$.a'], '{'],
  ])('in the body %s at %j', (content, names, found) => {
    expect(body(content, ...names)).toBe(found);
  });

  test('at other places, and if there is no place for them nothing changes', () => {
    const rows = [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ];
    const filled = [
      { key: 'a', value: '{{v}}' },
      { key: 'b', value: '2' },
    ];
    expect(taken({ pathParams: rows }, link({ in: 'path', name: 'a' }))?.pathParams).toEqual(filled);
    expect(taken({ queryParams: rows }, link({ in: 'query', name: 'a' }))?.queryParams).toEqual(filled);
    expect(taken({ headers: rows }, link({ in: 'header', name: 'a' }))?.headers).toEqual(filled);
    expect(taken({}, link({ in: 'url', name: 'a' }))?.url).toBe('https://h.test/a/b/{{v}}?a');
    expect(taken({}, link({ in: 'url', name: 'gone' }))?.url).toBe('https://h.test/a/b/a?a');
    const basic = { type: 'basic' as const, username: 'u', password: 'p' };
    expect(taken({ authentication: basic }, link({ in: 'authentication', name: 'token' }))?.authentication).toEqual(
      basic,
    );
    const plain = { type: 'text' as const, content: '{"a":1}' };
    expect(taken({ body: plain }, link({ in: 'body', name: '$.a' }))?.body).toEqual(plain);
    const untouched = step('other', 'GET /');
    expect(applyLinks([untouched], [link({ in: 'query', name: 'a' })])[0]).toBe(untouched);
  });
});
