import { describe, expect, test } from 'vitest';
import { type BrunoFile, importBruno } from './import-bruno.ts';

function read(source: string | BrunoFile[]) {
  const found = importBruno(source);
  return {
    ...found,
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
const readExport = (document: object) => read(JSON.stringify(document));
const variable = (name: string, value: string, isSecret = false) => ({ name, value, isSecret });
const get = (meta = '') => `meta {\n${meta}}\nget {\n  url: http://h\n}\n`;
const named = (name: string, seq?: string) => get(`  name: ${name}\n${seq === undefined ? '' : `  seq: ${seq}\n`}`);
const http = (name: string, more: object = {}) => ({ type: 'http', name, request: { url: 'http://h' }, ...more });

const proxy = 'The proxy was left out. Set it for the environment.';

describe('the files of a collection', () => {
  test('are found below its bruno.json, with any path separator', () => {
    const { title, placed, environments, reasons } = read([
      { path: '.\\top\\c\\sub\\b.bru', text: named('b') },
      { path: './top/c/bruno.json', text: '{"name":"C"}' },
      { path: './/./top/c/a.bru', text: named('a') },
      { path: 'top/c/environments/Dev.bru', text: 'meta {\n  name: Other\n}\nvars {\n  v: 1\n}' },
    ]);
    expect([title, reasons]).toStrictEqual(['C', []]);
    expect(placed).toStrictEqual([
      ['', 'a'],
      ['sub', 'b'],
    ]);
    expect(environments).toStrictEqual([{ name: 'Dev', variables: [variable('v', '1')] }]);
  });

  test('need no bruno.json, and ignore files named differently', () => {
    const { title, placed, reasons } = read([
      { path: 'a/my-bruno.json', text: '{"name":"No"}' },
      { path: 'a/b.bru', text: get() },
    ]);
    expect([title, placed]).toStrictEqual(['Imported collection', [['a', 'b']]]);
    expect(reasons).toStrictEqual(['a/my-bruno.json: The file is no .bru file and was left out.']);
  });

  test.each<[name: string, config: object, reasons: string[]]>([
    ['a proxy', { proxy: { enabled: true, hostname: 'p.test', port: 8080 } }, [proxy]],
    ['a proxy as newer versions write it', { proxy: { inherit: false, config: { hostname: 'p.test' } } }, [proxy]],
    ['a proxy that is off', { proxy: { enabled: false, hostname: 'p.test' } }, []],
    ['a newer proxy that is off', { proxy: { disabled: true, config: { hostname: 'p.test' } } }, []],
    ['the proxy of the user', { proxy: { enabled: 'global', hostname: 'p.test' } }, []],
    ['a proxy without an address', { proxy: { enabled: true, hostname: '' } }, []],
    [
      'client certificates',
      {
        clientCertificates: { enabled: true, certs: [{ domain: 'a.test', certFilePath: 'c.pem' }, { domain: '*.b' }] },
      },
      ['a.test', '*.b'].map((host) => `The client certificate for ${host} is not read. Add it under Certificates.`),
    ],
    ['client certificates that are off', { clientCertificates: { enabled: false, certs: [{ domain: 'a.test' }] } }, []],
  ])('report %s of bruno.json, and so does an export', (_name, config, reasons) => {
    const expected = reasons.map((reason) => `bruno.json: ${reason}`);
    const bruno = { version: '1', name: 'C', type: 'collection', ...config };
    const folder = read([
      { path: 'bruno.json', text: JSON.stringify(bruno) },
      { path: 'a.bru', text: get() },
    ]);
    expect(folder.reasons).toStrictEqual(expected);
    expect(readExport({ brunoConfig: bruno, items: [http('a')] }).reasons).toStrictEqual(expected);
  });

  test('are ordered by number, then by path', () => {
    const { placed, reasons } = read([
      { path: 'z.bru', text: named('last', 'x1') },
      { path: 'y.bru', text: named('third', '10') },
      { path: 'b.bru', text: named('fourth') },
      { path: 'c.bru', text: named('fifth') },
      { path: 'x.bru', text: named('first', '2') },
      { path: 'f/folder.bru', text: 'meta {\n  name: Folder\n  seq: 3\n}\ndocs {\n  why\n}' },
      { path: 'f/in.bru', text: named('second') },
    ]);
    expect(placed.map(([, name]) => name)).toStrictEqual(['first', 'second', 'third', 'fourth', 'fifth', 'last']);
    expect(placed[1]?.[0]).toBe('Folder');
    expect(reasons).toStrictEqual([]);
  });

  test('for folders and the collection apply to everything below them', () => {
    const folder =
      'headers {\n  B: 2\n}\nvars:pre-request {\n  @v: 1\n  ~w: 2\n}\nauth {\n  mode: basic\n}\nauth:basic {\n  username: u\n  password: p\n}';
    const { steps, folders, variables, description } = read([
      {
        path: 'collection.bru',
        text: 'headers {\n  A: 1\n}\nauth {\n  mode: bearer\n}\nauth:bearer {\n  token: t\n}\ndocs {\n  all\n}\nscript:pre-request {\n  a()\n}\ntests {\n  x()\n}\n',
      },
      { path: 'f/folder.bru', text: `${folder}\nscript:pre-request {\n  b()\n}\nscript:post-response {\n  y()\n}` },
      { path: 'f/g/r.bru', text: named('in') },
      { path: 's.bru', text: named('out') },
    ]);
    expect([description, folders]).toStrictEqual(['all', [{ path: 'folder' }, { path: 'folder / g' }]]);
    expect(variables).toStrictEqual([variable('v', '1'), { ...variable('w', '2'), enabled: false }]);
    expect(steps[0]).toMatchObject({
      group: 'folder / g',
      headers: [
        { key: 'A', value: '1' },
        { key: 'B', value: '2' },
      ],
      authentication: { type: 'basic', username: 'u', password: 'p' },
    });
    expect(steps[0]?.preRequestScript).toMatch(/a\(\)[\s\S]*b\(\)/);
    expect(steps[0]?.testScript).toMatch(/x\(\)[\s\S]*y\(\)/);
    expect(steps[1]).toMatchObject({
      group: '',
      headers: [{ key: 'A', value: '1' }],
      authentication: { type: 'bearer', token: 't' },
      preRequestScript: 'a()',
      testScript: 'x()',
    });
  });

  test.each<[path: string, text: string, environments: object[], reasons: string[]]>([
    ['environments/E.bru', 'vars {\n}', [{ name: 'E', variables: [] }], []],
    ['E.bru', 'vars {\n  a: 1\n}', [{ name: 'E', variables: [variable('a', '1')] }], []],
    ['E.bru', 'meta {\n  name: N\n}\nvars {\n  a: 1\n}', [{ name: 'N', variables: [variable('a', '1')] }], []],
    ['E.bru', 'vars {\n}', [], ['E.bru: The file holds no request.']],
    ['a/environments/E.bru', 'vars {\n}', [], ['a/environments/E.bru: The file holds no request.']],
    ['notes.txt', 'vars {\n  a: 1\n}', [], ['notes.txt: The file is no .bru file and was left out.']],
    [
      'E.bru',
      'strange {\n}\nvars {\n  a: 1\n}',
      [{ name: 'E', variables: [variable('a', '1')] }],
      ['E.bru: The block strange is not supported and was left out.'],
    ],
  ])('in %s with %j are not requests', (path, text, environments, reasons) => {
    const found = read([{ path, text }]);
    expect([found.steps, found.environments, found.reasons]).toStrictEqual([[], environments, reasons]);
  });

  test('are in at most 64 levels of folders', () => {
    const path = Array.from({ length: 70 }, (_, at) => `f${at}`).join('/');
    const { steps, reasons } = read([{ path: `${path}/r.bru`, text: named('r') }]);
    expect(steps).toStrictEqual([]);
    expect(reasons).toStrictEqual([expect.stringMatching(/f63 \/ r: Folders are nested deeper than 64 levels\.$/)]);
  });

  test('may be a single file', () => {
    const { placed, title } = read(`\uFEFF${named('one')}`);
    expect([title, placed]).toStrictEqual(['Imported collection', [['', 'one']]]);
    expect(read(get()).placed).toStrictEqual([['', 'request']]);
  });
});

describe('the JSON export', () => {
  test.each<[document: object, title: string]>([
    [{ name: 'C', brunoConfig: { name: 'D' }, items: [] }, 'C'],
    [{ brunoConfig: { name: 'D' }, items: [] }, 'D'],
    [{ items: [] }, 'Imported collection'],
  ])('%j has the title %s', (document, title) => {
    const found = readExport(document);
    expect([found.title, found.reasons]).toStrictEqual([title, []]);
    expect(read(`\uFEFF \n[${JSON.stringify(document)}]`).title).toBe(title);
  });

  test('without items is not a collection', () => {
    expect(readExport({ name: 'C' })).toMatchObject({
      title: 'Imported collection',
      reasons: ['document: The document is no export of Bruno: it has no "items".'],
    });
  });

  test('has environments with their variables', () => {
    const variables = [
      null,
      { name: 'a', value: 1, secret: true },
      { name: 'b', value: '2', enabled: false },
      { name: '', value: '3' },
    ];
    expect(readExport({ items: [], environments: [5, { name: 'E', variables }, {}] }).environments).toStrictEqual([
      { name: 'E', variables: [variable('a', '1', true), { ...variable('b', '2'), enabled: false }] },
      { name: 'Environment', variables: [] },
    ]);
  });

  test('inherits settings of the collection and its folders', () => {
    const { steps, folders, description, variables, reasons } = readExport({
      root: {
        docs: 'all',
        request: { headers: [{ name: 'A', value: '1' }], auth: { mode: 'bearer', bearer: { token: 't' } } },
      },
      items: [
        {
          type: 'folder',
          name: 'F',
          root: {
            docs: 'some',
            request: {
              vars: {
                req: [
                  { name: 'v', value: '1' },
                  { name: 'off', value: '2', enabled: false },
                ],
                res: [{ name: 'taken', value: 'res.body.id' }],
              },
            },
          },
          items: [
            http('r', {
              request: {
                url: 'http://h',
                vars: {
                  req: [
                    { name: '@v', value: '2' },
                    { name: 'x', enabled: false },
                  ],
                },
              },
            }),
          ],
        },
        { name: 'G', items: [] },
        { type: 'folder', name: 'H' },
      ],
    });
    expect([description, folders]).toStrictEqual([
      'all',
      [{ path: 'F', description: 'some' }, { path: 'G' }, { path: 'H' }],
    ]);
    expect(variables).toStrictEqual([
      variable('v', '1'),
      { ...variable('off', '2'), enabled: false },
      { ...variable('x', ''), enabled: false },
    ]);
    expect(reasons).toStrictEqual([
      'F: The variables taken are taken from every response. Add them to the requests as data handlers.',
      'F / r: The variable v has another value elsewhere; this one was left out.',
    ]);
    expect(steps[0]).toMatchObject({
      headers: [{ key: 'A', value: '1' }],
      authentication: { type: 'bearer', token: 't' },
    });
  });

  test('is ordered by number; entries of other kinds are reported', () => {
    const { placed, reasons } = readExport({
      items: [
        http('no number'),
        http('null', { seq: null }),
        5,
        http('two', { seq: 2 }),
        http('text', { seq: 'x' }),
        http('one', { seq: '1' }),
        http('zero', { seq: 0 }),
        http('far', { seq: 1000001 }),
        { type: 'grpc-request', name: 'g', request: {} },
        { type: 'ws', name: 'w', request: {} },
        { type: 'js', name: 'j', request: {} },
        { type: 'http', name: 'none' },
        {},
        { type: 'wsdl', name: 'kept', request: { url: 'http://h' } },
      ],
    });
    expect(placed.map(([, name]) => name)).toStrictEqual([
      'zero',
      'one',
      'two',
      'no number',
      'null',
      'far',
      'text',
      'kept',
    ]);
    expect(reasons).toStrictEqual([
      'g: An entry of the kind grpc-request was left out.',
      'w: An entry of the kind ws was left out.',
      'j: An entry of the kind js was left out.',
      'none: An entry of the kind http was left out.',
      'request: An entry of the kind unknown was left out.',
    ]);
  });

  test('is read down to 64 levels of folders', () => {
    let items: object[] = [];
    for (let depth = 65; depth > 0; depth -= 1)
      items = [http(`r${depth}`), { type: 'folder', name: `f${depth}`, items }];
    const { steps, reasons } = readExport({ items });
    expect(steps).toHaveLength(64 + 0);
    expect(reasons).toStrictEqual([
      expect.stringMatching(/f64 \/ r65: Folders are nested deeper/),
      expect.stringMatching(/f64 \/ f65: Folders are nested deeper/),
    ]);
  });
});
