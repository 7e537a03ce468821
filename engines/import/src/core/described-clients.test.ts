import { describe, expect, test } from 'vitest';
import { importBruno } from './bruno/import-bruno.ts';
import { mapTexts, optionalScripts, redirectSetting, rootContext, rowsOf } from './client-parts.ts';
import { exportCollection } from './export/losses.ts';
import { importHar } from './har/import-har.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { multipartFields } from './written-body.ts';

const insomnia4 = {
  _type: 'export',
  resources: [
    { _id: 'w', _type: 'workspace', name: 'Shop', description: 'About the shop' },
    { _id: 'f', _type: 'request_group', parentId: 'w', name: 'Orders', description: 'All about orders' },
    { _id: 'e', _type: 'request_group', parentId: 'f', name: 'Empty' },
    {
      _id: 'r',
      _type: 'request',
      parentId: 'f',
      name: 'Find',
      url: 'https://shop.test',
      method: 'GET',
      description: 'Finds **one**',
      headers: [{ name: 'X-A', value: '1', description: 'Why' }],
    },
  ],
};
const insomnia5 = `type: collection.insomnia.rest/5.0
name: Shop
meta: { id: wrk_1, description: About the shop }
collection:
  - name: Orders
    meta: { id: fld_1, description: All about orders }
    children:
      - name: Empty
        children: []
      - name: Find
        url: https://shop.test
        method: GET
        meta: { id: req_1, description: Finds **one** }
        headers: [{ name: X-A, value: "1", description: Why }]
`;
const bruno = {
  name: 'Shop',
  root: { docs: 'About the shop' },
  items: [
    {
      type: 'folder',
      name: 'Orders',
      root: { docs: 'All about orders' },
      items: [
        { type: 'folder', name: 'Empty', items: [] },
        {
          type: 'http-request',
          name: 'Find',
          request: {
            url: 'https://shop.test',
            method: 'GET',
            docs: 'Finds **one**',
            headers: [{ name: 'X-A', value: '1', description: 'Why' }],
          },
        },
      ],
    },
  ],
};
const find = {
  v: '17',
  name: 'Find',
  endpoint: 'https://shop.test',
  method: 'GET',
  description: 'Finds **one**',
  headers: [{ key: 'X-A', value: '1', active: true, description: 'Why' }],
};
const hoppscotch = {
  v: 11,
  name: 'Shop',
  description: 'About the shop',
  requests: [],
  folders: [
    {
      v: 11,
      name: 'Orders',
      description: 'All about orders',
      requests: [find],
      folders: [{ v: 11, name: 'Empty', description: null, folders: [], requests: [] }],
    },
  ],
};

test.each<[string, ImportedCollection]>([
  ['Insomnia 4', importInsomnia(JSON.stringify(insomnia4))],
  ['Insomnia 5', importInsomnia(insomnia5)],
  ['Bruno', importBruno(JSON.stringify(bruno))],
  ['Hoppscotch', importHoppscotch(JSON.stringify(hoppscotch))],
])('%s: descriptions of the collection, folders, requests and rows are kept', (_, collection) => {
  expect(collection.description).toBe('About the shop');
  expect(collection.folders).toEqual([{ path: 'Orders', description: 'All about orders' }, { path: 'Orders / Empty' }]);
  expect(collection.steps).toHaveLength(1);
  expect(collection.steps[0]?.description).toBe('Finds **one**');
  expect(collection.steps[0]?.headers).toEqual([{ key: 'X-A', value: '1', description: 'Why' }]);
});

test('Bruno: docs and examples of .bru files are kept', () => {
  const request = `meta {
  name: Find
}

get {
  url: https://shop.test
}

headers {
  @description('Why')
  X-A: 1
}

docs {
  Finds **one**

    indented
}

example {
  name: Found
  description: The usual
  request: {
    url: https://shop.test
    method: get
  }
  response: {
    headers: {
      Content-Type: application/json
    }
    status: {
      code: 200
      text: OK
    }
    body: {
      type: json
      content: '''
        {
          "id": 7
        }
      '''
    }
  }
}

example {
  name: Gone
  response: {
    status: {
      code: 410
    }
    body: {
      no more
    }
  }
}
`;
  const { description, folders, steps, problems } = importBruno([
    { path: 'c/bruno.json', text: '{"name":"Shop"}' },
    { path: 'c/collection.bru', text: 'docs {\n  About the shop\n}\n' },
    { path: 'c/Orders/folder.bru', text: 'meta {\n  name: All orders\n}\n\ndocs {\n  All about orders\n}\n' },
    { path: 'c/Orders/find.bru', text: request },
  ]);
  expect(problems).toEqual([]);
  expect(description).toBe('About the shop');
  expect(folders).toEqual([{ path: 'All orders', description: 'All about orders' }]);
  expect(steps[0]?.description).toBe('Finds **one**\n\n  indented');
  expect(steps[0]?.headers).toEqual([{ key: 'X-A', value: '1', description: 'Why' }]);
  expect(steps[0]?.examples).toEqual([
    {
      name: 'Found',
      description: 'The usual',
      status: 200,
      statusText: 'OK',
      headers: [{ key: 'Content-Type', value: 'application/json' }],
      body: '{\n  "id": 7\n}',
    },
    { name: 'Gone', status: 410, headers: [], body: 'no more' },
  ]);
});

const example = {
  name: 'Found',
  status: 200,
  statusText: 'OK',
  body: '{"id":7}',
  headers: [{ key: 'Content-Type', value: 'application/json' }],
};

test('Bruno and Hoppscotch: saved responses are examples', () => {
  const [item] = bruno.items[0]!.items.slice(1);
  const response = {
    status: 200,
    statusText: 'OK',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: { type: 'json', content: '{"id":7}' },
  };
  const exported = { ...bruno, items: [{ ...item, examples: [{ name: 'Found', response }] }] };
  expect(importBruno(JSON.stringify(exported)).steps[0]?.examples).toEqual([example]);
  const responses = { Found: { name: 'Found', status: 'OK', code: 200, headers: example.headers, body: '{"id":7}' } };
  const saved = importHoppscotch(JSON.stringify({ ...hoppscotch, folders: [], requests: [{ ...find, responses }] }));
  expect(saved.steps[0]?.examples).toEqual([example]);
});

const entry = (response: object, url = 'https://shop.test/') => ({
  request: { method: 'GET', url, headers: [] },
  response: { status: 200, statusText: 'OK', headers: [], ...response },
});
const har = (...entries: object[]) => JSON.stringify({ log: { entries } });

test('HAR: a recorded response becomes an example, and survives an export', () => {
  const headers = [
    { name: ':status', value: '200' },
    { name: 'Content-Type', value: 'application/json' },
  ];
  const first = importHar(
    har(entry({ headers, content: { text: btoa('{"id":7}'), encoding: 'base64' } }), entry({ status: 0 })),
  );
  expect(first.steps.map(({ examples }) => examples)).toEqual([[{ ...example, name: '200 OK' }], undefined]);
  const named = { ...first, steps: [{ ...first.steps[0]!, examples: [example] }] };
  const { text, losses } = exportCollection('har', named);
  expect(losses).toEqual([]);
  expect(importHar(text).steps[0]?.examples).toEqual([example]);
});

test('HAR: one of several examples is written, the others are reported as lost', () => {
  const { steps } = importHar(har(entry({ content: { text: 'a' } })));
  const examples = [example, { ...example, name: 'Other' }];
  const { losses } = exportCollection('har', { title: 'C', steps: [{ ...steps[0]!, examples }] });
  expect(losses).toEqual([{ what: 'saved examples', count: 1 }]);
});

test('HAR: a repeated request keeps each of its responses once', () => {
  const bodies = ['a', 'b', 'a'].map((text) => entry({ content: { text } }));
  const { steps } = importHar(har(...bodies), { withoutRepetitions: true });
  expect(steps).toHaveLength(1);
  expect(steps[0]?.examples?.map(({ body }) => body)).toEqual(['a', 'b']);
});

test('HAR: bodies of examples are bounded, and truncation is reported once', () => {
  const large = Array.from({ length: 22 }, (_, index) =>
    entry({ content: { text: 'x'.repeat(1_000_000) } }, `https://shop.test/${index}`),
  );
  const { steps, problems } = importHar(
    har(
      entry({ content: { text: 'x'.repeat(1_000_001) } }),
      entry({ content: { text: '/w==', encoding: 'base64' } }, 'https://shop.test/picture'),
      ...large,
    ),
  );
  const lengths = steps.map(({ examples }) => examples?.[0]?.body.length);
  expect(lengths).toEqual([0, 0, ...Array(20).fill(1_000_000), 0, 0]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    'Responses with a binary body: 1. Their examples have no body.',
    'Response bodies above 1 MB each or 20 MB in all: 3. Their examples have no body.',
  ]);
});

const pair = (key: string, value: string) => ({ key, value });

describe('a multipart text', () => {
  const read = (...lines: string[]) =>
    multipartFields(lines.join('\n'), 'multipart/form-data; boundary=X Y; charset=utf-8');
  const head = (rest: string) => `Content-Disposition: form-data; ${rest}`;

  test('has fields and file names, without the text around them', () => {
    const found = read(
      'before',
      '--X Y',
      head('name="a"'),
      '',
      '1',
      '--X Y',
      head('name="f"; filename="g"'),
      'Content-Type:\t a/b ',
      '',
      'x',
      '--X Y--',
      'after',
    );
    expect(found).toStrictEqual([
      { key: 'a', value: '1', kind: 'text' },
      { key: 'f', value: '', kind: 'file', fileName: 'g', contentType: 'a/b' },
    ]);
  });

  test.each<[name: string, key: string]>([
    ['a%0D%0ab%22', 'a\r\nb"'],
    ['a\\\\b\\"', 'a\\b"'],
    ['a%20\\n', 'a%20\\n'],
    ['', ''],
  ])('has the name %s as %j', (name, key) => {
    expect(read('--X Y', head(`name="${name}"`), '', '1', '--X Y--')).toStrictEqual([
      { key, value: '1', kind: 'text' },
    ]);
  });

  test('is not multipart without parts', () => {
    expect(read('--X Y--')).toBeUndefined();
    expect(read('--X Y', 'X-Name: name="a"', '', '1', '--X Y--')).toStrictEqual([]);
    expect(read('--X Y', head('xname="a"'), '', '1', '--X Y--')).toStrictEqual([]);
  });
});

describe('parts of clients', () => {
  test('are strings down to a depth of 40', () => {
    const nest = (depth: number, inner: unknown): unknown =>
      Array.from({ length: depth }).reduce((value: unknown, _, at) => (at % 2 === 0 ? [value] : { a: value }), inner);
    const upper = (text: string) => text.toUpperCase();
    expect(JSON.stringify(mapTexts(nest(41, 'x'), upper))).toContain('"X"');
    expect(JSON.stringify(mapTexts(nest(42, 'x'), upper))).toContain('"x"');
    expect(mapTexts(5, upper)).toBe(5);
  });

  test('are non-empty scripts, disabled redirects and an empty context', () => {
    expect(optionalScripts(undefined, undefined)).toStrictEqual({});
    expect(optionalScripts('a', 'b')).toStrictEqual({ preRequestScript: 'a', testScript: 'b' });
    expect([undefined, true, 'on', 'off', false].map(redirectSetting)).toStrictEqual([
      {},
      {},
      {},
      { followRedirects: false },
      { followRedirects: false },
    ]);
    const nothing = { folders: [], authentication: undefined, headers: [], preRequest: [], test: [] };
    expect(rootContext()).toStrictEqual(nothing);
    expect(rowsOf([{ key: 'a', value: 'b', enabled: true, disabled: false, active: true }])).toStrictEqual([
      pair('a', 'b'),
    ]);
  });
});
