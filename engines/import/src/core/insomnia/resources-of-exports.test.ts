import { describe, expect, test } from 'vitest';
import { importInsomnia } from './import-insomnia.ts';

const read = (document: unknown) => {
  const found = importInsomnia(JSON.stringify(document));
  return {
    ...found,
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
};
const readResources = (...resources: unknown[]) => read({ _type: 'export', __export_format: 4, resources });
const variable = (name: string, value: string) => ({ name, value, isSecret: false });

const workspace = (id: string, more: object = {}) => ({ _id: id, _type: 'workspace', name: id, ...more });
const group = (id: string, parentId: string, more: object = {}) => ({
  _id: id,
  _type: 'request_group',
  name: id,
  parentId,
  ...more,
});
const request = (id: string, parentId: string, more: object = {}) => ({
  _id: id,
  _type: 'request',
  name: id,
  url: 'http://h',
  parentId,
  ...more,
});

describe('the list of resources', () => {
  test('is read even if entries are not objects', () => {
    const { placed, reasons } = readResources(null, 5, 'text', request('r', 'w'), workspace('w'));
    expect([placed, reasons]).toStrictEqual([[['', 'r']], []]);
  });

  test('names the collection after its only workspace', () => {
    const one = readResources(group('g', 'w'), workspace('w', { name: 'Space', description: 'what it is' }));
    expect([one.title, one.description, one.folders]).toStrictEqual(['Space', 'what it is', [{ path: 'g' }]]);
    const none = readResources(group('g', '__ROOT__', { description: 'of g' }), request('r', 'g'));
    expect([none.title, none.description]).toStrictEqual(['Imported collection', undefined]);
    expect(none.folders).toStrictEqual([{ path: 'g', description: 'of g' }]);
    expect(none.placed).toStrictEqual([['g', 'r']]);
  });

  test('makes a folder for each of several workspaces, and leaves the rest outside', () => {
    const { title, description, placed } = readResources(
      workspace('One', { description: 'a' }),
      workspace('Two', { description: 'b', parentId: 'One' }),
      request('r1', 'One'),
      group('g', 'Two'),
      request('r2', 'g'),
      group('alone', 'gone'),
      request('r3', 'alone'),
    );
    expect([title, description]).toStrictEqual(['One', undefined]);
    expect(placed).toStrictEqual([
      ['One', 'r1'],
      ['Two / g', 'r2'],
      ['alone', 'r3'],
    ]);
  });

  test('is ordered by sort keys, a missing one counting as zero', () => {
    const { placed } = readResources(
      workspace('w'),
      request('last', 'w', { metaSortKey: 5 }),
      request('middle', 'w', { metaSortKey: '9' }),
      request('first', 'w', { metaSortKey: -5 }),
    );
    expect(placed.map(([, name]) => name)).toStrictEqual(['first', 'middle', 'last']);
  });

  test('keeps every request once, also without ids and with cyclic folders', () => {
    const { placed } = readResources(
      workspace('w'),
      { _type: 'request', name: 'a', url: 'http://h', parentId: 'w' },
      { _type: 'request', name: 'b', url: 'http://h', parentId: 'w' },
      { _type: 'request', name: 'c', url: 'http://h' },
      request('d', 'w'),
      group('x', 'y'),
      group('y', 'x'),
      request('e', 'x'),
    );
    expect(placed).toStrictEqual([
      ['', 'a'],
      ['', 'b'],
      ['', 'd'],
      ['', 'c'],
      ['', 'e'],
    ]);
  });

  test('has a folder at the top if another resource has no id', () => {
    const { placed } = readResources(request('', ''), group('g', ''), request('r', 'g'));
    expect(placed).toStrictEqual([
      ['', 'GET /'],
      ['g', 'r'],
    ]);
  });

  test.each<[type: string, reasons: string[]]>([
    ['grpc_request', ['F / x: A request of the kind grpc is not of HTTP and was left out.']],
    ['websocket_payload', ['F / x: A request of the kind websocket is not of HTTP and was left out.']],
    ['socketio_request', ['F / x: A request of the kind socketio is not of HTTP and was left out.']],
    ['mcp', ['F / x: A request of the kind mcp is not of HTTP and was left out.']],
    ['my_grpc', ['F / x: A resource of the kind my_grpc was left out.']],
    ['plugin_data', ['F / x: A resource of the kind plugin_data was left out.']],
    ['cookie_jar', []],
    ['api_spec', []],
    ['unit_test', ['F / x: The unit test was left out. Write it as the test script of its request.']],
    ['unit_test_suite', []],
    ['workspace_meta', []],
    ['', []],
  ])('reports what it leaves out from the kind %j', (_type, reasons) => {
    const found = readResources(workspace('w'), group('F', 'w'), { _id: 'x', _type, name: 'x', parentId: 'F' });
    expect([found.steps, found.reasons]).toStrictEqual([[], reasons]);
  });

  test('reports the unit tests, the specification and the cookies of a design document', () => {
    const cookies = Array.from({ length: 11 }, (_, at) => ({ key: `c${at}`, value: 'v' }));
    const found = readResources(
      workspace('w'),
      { _id: 's', _type: 'unit_test_suite', name: 'Suite', parentId: 'w' },
      { _id: 't1', _type: 'unit_test', name: 'one', parentId: 's' },
      { _id: 't2', _type: 'unit_test', name: 'two', parentId: 's' },
      { _id: 'a', _type: 'api_spec', name: 'spec', parentId: 'w', contents: 'openapi: 3.0.0' },
      { _id: 'b', _type: 'api_spec', name: 'empty', parentId: 'w', contents: ' ' },
      { _id: 'j', _type: 'cookie_jar', name: 'jar', parentId: 'w', cookies },
      { _id: 'k', _type: 'cookie_jar', name: 'none', parentId: 'w', cookies: [] },
    );
    expect(found.reasons).toStrictEqual([
      'Suite / one: The unit test was left out. Write it as the test script of its request.',
      'Suite / two: The unit test was left out. Write it as the test script of its request.',
      'spec: The API specification was left out. Import it as an OpenAPI document.',
      'jar: The stored cookies were left out: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9.',
    ]);
  });

  test('is read down to 64 levels of folders', () => {
    const chain = Array.from({ length: 66 }, (_, at) => [group(`g${at}`, `g${at - 1}`), request(`r${at}`, `g${at}`)]);
    const { placed, problems } = readResources(...chain.flat());
    expect(placed[63]?.[0]?.split(' / ')).toHaveLength(64);
    expect(problems.map(({ reason }) => reason)).toStrictEqual(['Folders are nested deeper than 64 levels.']);
    expect(problems[0]?.place).toMatch(/^g0 \/ .* \/ g63 \/ g64$/);
    // Requests of deeper folders are in none.
    expect(placed.slice(64)).toStrictEqual([
      ['', 'r64'],
      ['', 'r65'],
    ]);
  });
});

describe('environments', () => {
  const base = (data: unknown, ...more: object[]) =>
    readResources(workspace('w'), { _id: 'e', _type: 'environment', parentId: 'w', data }, ...more);

  test('are flattened to paths', () => {
    const { variables, reasons } = base({
      '': 'nameless',
      a: { b: [1, { c: true }], '': 2 },
      d: null,
      e: '{{ _.a.b }}',
    });
    expect(variables).toStrictEqual([
      variable('a.b[0]', '1'),
      variable('a.b[1].c', 'true'),
      variable('a.', '2'),
      variable('d', ''),
      variable('e', '{{a.b}}'),
    ]);
    expect(reasons).toStrictEqual([]);
  });

  test.each([[['a', { b: 1 }]], ['text'], [null], [undefined]])('with %j have no variables', (data) => {
    const { variables, reasons } = base(data);
    expect([variables, reasons]).toStrictEqual([[], []]);
  });

  test('keep values nested deeper than 20 levels as JSON', () => {
    let objects: unknown = 'end';
    let lists: unknown = 'end';
    for (let depth = 0; depth < 20; depth += 1) objects = { a: objects };
    for (let depth = 0; depth < 20; depth += 1) lists = [lists];
    const { variables } = base({ deep: objects, list: lists, less: { a: 1 } });
    expect(variables).toStrictEqual([
      variable(`deep${'.a'.repeat(19)}`, '{"a":"end"}'),
      variable(`list${'[0]'.repeat(19)}`, '["end"]'),
      variable('less.a', '1'),
    ]);
  });

  test('keep at most 5000 values', () => {
    const data = Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`v${at}`, at]));
    expect(base(data).variables).toHaveLength(5000);
  });

  test('below the first one can be selected; problems in their values are reported', () => {
    const { environments, reasons } = base(
      {},
      { _id: 'p', _type: 'environment', parentId: 'e', name: 'Prod', data: { a: '{% hash x %}' } },
      { _id: 'q', _type: 'environment', parentId: 'e' },
    );
    expect(environments).toStrictEqual([
      { name: 'Prod', variables: [variable('a', '{% hash x %}')] },
      { name: 'Environment', variables: [] },
    ]);
    expect(reasons).toStrictEqual([
      expect.stringMatching(/^environment Prod, variable a: The template tag \{% hash x %\} is/),
    ]);
  });

  test('of folders become variables', () => {
    const { variables } = readResources(group('F', 'w', { environment: { a: { b: 1 } } }), workspace('w'));
    expect(variables).toStrictEqual([variable('a.b', '1')]);
  });
});

describe('format 1', () => {
  const item = (more: object) => ({ _type: 'request_group', name: 'F', ...more });
  const first = (...items: unknown[]) => read({ _type: 'export', __export_format: 1, items });

  test('has folders and requests side by side; other entries are ignored', () => {
    const { placed, environments, variables, reasons } = first(
      null,
      item({
        environments: { base: { a: 1 }, Test: { b: 2 }, Empty: 5 },
        requests: [null, { _type: 'request', name: 'in', url: 'h' }, item({ name: 'G', requests: [] })],
      }),
      { _type: 'request', name: 'out', url: 'h' },
      { _type: 'request_group', environments: { base: { c: '{% hash %}' } } },
    );
    expect(placed).toStrictEqual([
      ['F', 'in'],
      ['', 'out'],
    ]);
    expect(environments).toStrictEqual([
      { name: 'Test', variables: [variable('b', '2')] },
      { name: 'Empty', variables: [] },
    ]);
    expect(variables).toStrictEqual([variable('a', '1'), variable('c', '{% hash %}')]);
    expect(reasons).toStrictEqual([expect.stringContaining('Folder, variable c: The template tag')]);
  });

  test.each<[request: object, body: object]>([
    [
      { body: '{"a":1}', __insomnia: { format: 'json' } },
      { type: 'json', content: '{"a":1}' },
    ],
    [
      { body: '<a/>', __insomnia: { format: 'xml' } },
      { type: 'xml', content: '<a/>' },
    ],
    [
      { body: '{"a":1}', __insomnia: { format: 'text' } },
      { type: 'text', content: '{"a":1}' },
    ],
    [{ body: 'a' }, { type: 'text', content: 'a' }],
    [{ body: '' }, { type: 'none' }],
  ])('reads the body of %j', (more, body) => {
    const { steps } = first(item({ requests: [{ _type: 'request', url: 'http://h', method: 'POST', ...more }] }));
    expect(steps).toMatchObject([{ body, headers: [] }]);
  });
});

describe('format 5', () => {
  const type = 'collection.insomnia.rest/5.0';

  test('is recognized by its type or by its collection', () => {
    const collection = [{ name: 'R', url: 'http://h', meta: { id: 'req_1', description: 'of R' } }, null];
    for (const document of [{ type, collection }, { collection }]) {
      const { steps, reasons, title } = read({ ...document, meta: { description: 'all' } });
      expect([title, reasons]).toStrictEqual(['Imported collection', []]);
      expect(steps).toMatchObject([{ name: 'R', group: '', description: 'of R' }]);
    }
    expect(read({ type, name: 'N', collection, meta: { description: 'all' } })).toMatchObject({
      title: 'N',
      description: 'all',
    });
  });

  test('without requests has only environments, or nothing', () => {
    const environments = { name: 'Base', data: { a: 1 }, subEnvironments: [null, { name: 'Sub', data: { a: 2 } }] };
    const found = read({ type: 'environment.insomnia.rest/5.0', environments });
    expect(found).toMatchObject({
      variables: [variable('a', '1')],
      environments: [{ name: 'Sub', variables: [variable('a', '2')] }],
      reasons: [],
    });
    expect(read({ type }).reasons).toStrictEqual(['document: The document holds no requests and no environments.']);
    expect(read({ type, environments: {} }).reasons).toHaveLength(1);
    expect(read({ type, environments: { name: 'Base' } }).reasons).toStrictEqual([]);
    expect(read({ type, collection: [] }).reasons).toStrictEqual([]);
  });

  test('reports the tests, the specification and the cookies', () => {
    const found = read({
      type,
      collection: [],
      cookieJar: { name: 'Default Jar', cookies: [{ key: 'sid', value: 'abc', domain: 'h' }] },
      spec: { contents: { openapi: '3.0.0' } },
      testSuites: [{ name: 'Suite', tests: [{ name: 'one', code: 'expect(1)' }, null] }, null],
    });
    expect(found.reasons).toStrictEqual([
      'cookie jar: The stored cookies were left out: sid.',
      'specification: The API specification was left out. Import it as an OpenAPI document.',
      'Suite / one: The unit test was left out. Write it as the test script of its request.',
    ]);
    const empty = { collection: [], cookieJar: { cookies: [] }, spec: { contents: {} }, testSuites: [{ name: 'S' }] };
    expect(read({ type, ...empty }).reasons).toStrictEqual([]);
  });

  test.each([[{}], [{ type: 'insomniaXrest/5' }], [{ type: 'other' }]])('is not recognized in %j', (document) => {
    expect(read(document).reasons).toStrictEqual([
      'document: The document is no export of Insomnia: it has neither "resources" nor "collection".',
    ]);
  });

  test.each<[node: object, kind: string]>([
    [{ url: 'wss://h', meta: { id: 'ws-req_1' } }, 'websocket'],
    [{ url: 'h', meta: { id: 'greq_1' } }, 'grpc'],
    [{ url: 'h', protoMethodName: '/a' }, 'grpc'],
    [{ url: 'h', protoMethodName: '/a', meta: { id: 'req_1' } }, 'grpc'],
    [{ url: 'h', meta: { id: 'socketio-req_1' } }, 'socketio'],
    [{ url: 'h', meta: { id: 'mcp-req_1' } }, 'mcp'],
  ])('names %j as a request of the kind %s', (node, kind) => {
    const { steps, reasons } = read({ type, collection: [{ name: 'R', ...node }] });
    expect(steps).toStrictEqual([]);
    expect(reasons).toStrictEqual([`R: A request of the kind ${kind} is not of HTTP and was left out.`]);
  });

  test('distinguishes requests from folders by their members', () => {
    const { placed, folders } = read({
      type,
      collection: [
        { name: 'only a method', method: 'PUT' },
        { name: 'only an address', url: 'http://h', meta: { id: 'a-greq' } },
        { name: 'neither' },
        {
          name: 'children',
          url: 'http://h',
          meta: { id: 'greq_1', description: 'text' },
          children: [5, { name: 'in', url: 'h' }],
        },
      ],
    });
    expect(placed).toStrictEqual([
      ['', 'only a method'],
      ['', 'only an address'],
      ['children', 'in'],
    ]);
    expect(folders).toStrictEqual([{ path: 'neither' }, { path: 'children', description: 'text' }]);
  });
});
