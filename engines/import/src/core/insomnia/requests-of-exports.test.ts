import type { KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { importInsomnia } from './import-insomnia.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const off = { enabled: false };
const type = (value: string) => ({ name: 'Content-Type', value });

function read(request: object, ...folders: object[]) {
  const groups = folders.map((folder, at) => ({
    _id: `g${at}`,
    _type: 'request_group',
    name: `F${at}`,
    parentId: at === 0 ? 'w' : `g${at - 1}`,
    ...folder,
  }));
  const parentId = groups.at(-1)?._id ?? 'w';
  const resources = [
    { _id: 'w', _type: 'workspace', name: 'W' },
    ...groups,
    { _id: 'r', _type: 'request', name: 'R', url: 'http://h', parentId, ...request },
  ];
  const { steps, problems } = importInsomnia(JSON.stringify({ resources }));
  const { id: _, ...step } = steps[0]!;
  return { step, reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}

const empty = {
  name: 'R',
  group: '',
  method: 'GET',
  url: 'http://h',
  headers: [],
  queryParams: [],
  pathParams: [],
  body: { type: 'none' },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
};

describe('a request', () => {
  test.each<[request: object, step: object]>([
    [{}, {}],
    [
      { name: ' ', method: ' put ' },
      { name: 'put /', method: 'put' },
    ],
    [{ method: ' ' }, { method: 'GET' }],
    [
      { url: 'http://h/{{ _.a }}?b=c', parameters: [{ name: 'd', value: '{{ _.e }}' }, 5, { name: '' }] },
      { url: 'http://h/{{a}}', queryParams: [pair('b', 'c'), pair('d', '{{e}}')] },
    ],
    [
      {
        pathParameters: [
          { name: 'a', value: '{{ _.b }}' },
          { name: '', value: 'x' },
        ],
      },
      { pathParams: [pair('a', '{{b}}')] },
    ],
    [{ headers: [{ name: '{{ _.a }}', value: 'b', disabled: true }] }, { headers: [pair('{{a}}', 'b', off)] }],
    [{ description: 'why', meta: { description: 'other' } }, { description: 'why' }],
    [{ meta: { description: 'why' } }, { description: 'why' }],
    [{ settingFollowRedirects: 'off' }, { settings: { followRedirects: false } }],
    [{ settingFollowRedirects: 'global' }, {}],
    [{ settings: { followRedirects: false } }, { settings: { followRedirects: false } }],
    [{ settings: { followRedirects: 'on' } }, {}],
    [{ preRequestScript: 'a()' }, { preRequestScript: 'a()' }],
    [{ preRequestScript: 'insomnia.a()' }, { preRequestScript: 'const insomnia = pm;\ninsomnia.a()' }],
    [{ scripts: { preRequest: 'a()', afterResponse: 'b()' } }, { preRequestScript: 'a()', testScript: 'b()' }],
    [{ afterResponseScript: 'b()', scripts: { afterResponse: 'c()' } }, { testScript: 'b()' }],
  ])('%j is read', (request, step) => {
    expect(read(request)).toStrictEqual({ step: { ...empty, ...step }, reasons: [] });
  });

  test('inherits from its folders what it does not define itself', () => {
    const outer = {
      headers: [
        { name: 'A', value: '1' },
        { name: 'B', value: '{{ _.b }}' },
      ],
      authentication: { type: 'bearer', token: 'outer' },
      preRequestScript: 'a()',
      afterResponseScript: 'z()',
    };
    const inner = {
      headers: [{ name: 'C', value: '3' }],
      scripts: { preRequest: 'b()', afterResponse: 'y()' },
      authentication: {},
    };
    const { step } = read({ headers: [{ name: 'a', value: 'own' }], preRequestScript: 'c()' }, outer, inner);
    expect(step).toMatchObject({
      group: 'F0 / F1',
      headers: [pair('B', '{{b}}'), pair('C', '3'), pair('a', 'own')],
      authentication: { type: 'bearer', token: 'outer' },
    });
    expect(step.preRequestScript).toMatch(/a\(\)[\s\S]*b\(\)[\s\S]*c\(\)/);
    expect(step.testScript).toMatch(/z\(\)[\s\S]*y\(\)/);
    const own = { authentication: { type: 'basic', username: 'u', password: 'p' } };
    expect(read(own, outer).step.authentication).toStrictEqual({ type: 'basic', username: 'u', password: 'p' });
  });

  test('reports the unsupported tags of its templates', () => {
    const { reasons } = read({ headers: [{ name: 'A', value: '{% hash %}' }] }, { headers: [type('{% file %}')] });
    expect(reasons).toStrictEqual([
      'F0: The template tag {% file %} is not supported. Replace it by a variable.',
      'F0 / R: The template tag {% hash %} is not supported. Replace it by a variable.',
    ]);
  });
});

describe('the body', () => {
  test.each<[body: unknown, step: object, headers?: object[]]>([
    [5, { body: { type: 'none' } }],
    ['', { body: { type: 'none' } }],
    ['{{ _.a }}', { body: { type: 'text', content: '{{a}}' } }],
    [{ text: '' }, { body: { type: 'none' } }],
    [{ text: '{{ _.a }}' }, { body: { type: 'text', content: '{{a}}' } }],
    [{ mimeType: 'application/json', text: '{}' }, { body: { type: 'json', content: '{}' } }],
    [
      { mimeType: 'application/json', text: '{}' },
      { headers: [], body: { type: 'json', content: '{}' } },
      [type('application/json')],
    ],
    [
      { mimeType: 'text/yaml', text: 'a' },
      { headers: [pair('Content-Type', 'text/yaml')], body: { type: 'text', content: 'a' } },
    ],
    [
      { mimeType: 'application/x-www-form-urlencoded', text: '', params: [{ name: 'a', value: '{{ _.b }}' }] },
      { body: { type: 'urlencoded', fields: [pair('a', '{{b}}')] } },
    ],
    [
      { mimeType: 'application/x-www-form-urlencoded', text: 'c=d', params: [{ name: 'a', value: 'b' }] },
      { body: { type: 'urlencoded', fields: [pair('c', 'd')] } },
    ],
    [{ mimeType: 'text/plain', params: [{ name: 'a', value: 'b' }] }, { body: { type: 'none' } }],
    [
      {
        mimeType: 'multipart/form-data',
        text: 'ignored',
        params: [
          null,
          { name: '{{ _.a }}', value: '{{ _.b }}' },
          { name: '', value: '' },
          { name: '', value: 'only' },
          { name: 'only', value: '', disabled: true },
          { name: 'f', type: 'file', fileName: '/x/b.txt', disabled: true },
        ],
      },
      {
        headers: [],
        body: {
          type: 'form',
          fields: [
            pair('{{a}}', '{{b}}', { kind: 'text' }),
            pair('', 'only', { kind: 'text' }),
            pair('only', '', { kind: 'text', ...off }),
            pair('f', '', { kind: 'file', fileName: 'b.txt', ...off }),
          ],
        },
      },
      [type('multipart/form-data')],
    ],
    [
      { mimeType: 'multipart/form-data' },
      { headers: [pair('Content-Type', 'text/x'), pair('A', 'b')], body: { type: 'form', fields: [] } },
      [type('text/x'), { name: 'A', value: 'b' }],
    ],
    [
      { mimeType: 'multipart/form-data' },
      { headers: [pair('A', 'b')], body: { type: 'form', fields: [] } },
      [{ name: 'A', value: 'b' }],
    ],
  ])('%j is read', (body, step, headers = []) => {
    expect(read({ body, headers })).toStrictEqual({ step: { ...empty, ...step }, reasons: [] });
  });

  test.each<[text: string, body: object]>([
    ['{"query":"{a}","operationName":"O"}', { query: '{a}', variables: '', operationName: 'O' }],
    ['{"query":"{a}","variables":{}}', { query: '{a}', variables: '' }],
    ['{"query":"{a}","variables":{"b":1}}', { query: '{a}', variables: '{\n  "b": 1\n}' }],
    ['{"query":"{a}","variables":"{{ _.v }}"}', { query: '{a}', variables: '{{v}}' }],
    ['{a}', { query: '{a}', variables: '' }],
    ['"{a}"', { query: '"{a}"', variables: '' }],
  ])('with GraphQL is read: %s', (text, body) => {
    const found = read({ body: { mimeType: 'application/graphql', text } });
    expect(found.step.body).toStrictEqual({ type: 'graphql', ...body });
  });

  test.each<[body: object, kind: string]>([
    [{ mimeType: 'application/graphql', text: ' ' }, 'none'],
    [{ mimeType: 'application/graphqlx', text: '{a}' }, 'text'],
    [{ mimeType: 'x/application/graphql', text: '{a}' }, 'text'],
  ])('with %j is of the kind %s', (body, kind) => {
    expect(read({ body }).step.body.type).toBe(kind);
  });

  test.each<[body: object, step: object, reason: string]>([
    [{ fileName: '/x/a.bin' }, { type: 'binary', fileId: '' }, 'R: The body is the file a.bin. Choose it again.'],
    [
      { mimeType: 'image/png', fileName: 'a.png' },
      { type: 'binary', fileId: '', contentType: 'image/png' },
      'R: The body is the file a.png. Choose it again.',
    ],
    [
      { mimeType: 'multipart/form-data', params: [{ name: 'f', type: 'file', fileName: 'a.png' }] },
      { type: 'form', fields: [pair('f', '', { kind: 'file', fileName: 'a.png' })] },
      'R: The field f sends a file. Choose it again.',
    ],
  ])('%j sends a file that has to be selected', (body, expected, reason) => {
    const found = read({ body });
    expect(found.step.body).toStrictEqual(expected);
    expect(found.reasons).toStrictEqual([reason]);
  });

  test('is its text even if it has a file name', () => {
    expect(read({ body: { fileName: 'a', text: 'b' } })).toMatchObject({
      step: { body: { type: 'text', content: 'b' } },
      reasons: [],
    });
  });
});
