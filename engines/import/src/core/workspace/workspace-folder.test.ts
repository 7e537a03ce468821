import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFolders, readFolder, writeFolder } from './index.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const shop = {
  format: 'touchstone-workspace',
  version: 2,
  name: 'Shop',
  globals: [{ name: 'region', value: 'eu' }],
  environments: [{ id: id(1), name: 'Staging', variables: [{ name: 'key', isSecret: true }] }],
  databases: [],
  certificates: [{ id: id(9), name: '*.shop.example:8443', type: 'PEM', file: 'a.pem' }],
  configurations: [],
  workflows: [{ id: id(10), name: 'Buy', document: { flow: { version: 1, nodes: [{ id: 'start' }] }, layout: {} } }],
  schedules: [
    { id: id(11), name: 'Nightly', scheduleType: 'DAILY', startDate: '2026-01-01', time: '03:00' },
    { id: id(12), name: 'Nightly', scheduleType: 'CRON', startDate: '2026-01-01', cron: '0 * * * *' },
  ],
  prerequisites: [
    { id: id(8), name: 'Token', enabled: true },
    { id: id(7), name: 'Clean up', enabled: false },
  ],
  suites: [
    {
      id: id(2),
      name: 'Orders / EU',
      folders: [{ path: 'Zebra' }, { path: 'Checkout', description: 'Buying' }, { path: 'Checkout / Cards?' }],
      scripts: [
        {
          id: id(4),
          scriptName: 'Log in',
          method: 'POST',
          url: '{{baseUrl}}/login',
          body: { type: 'json', content: '{\n  "a": 1\n}\n' },
        },
        { id: id(3), scriptName: 'Log in', method: 'GET', url: '{{baseUrl}}/login' },
        { id: id(5), scriptName: 'Pay', method: 'POST', url: '{{baseUrl}}/pay', folder: 'Checkout / Cards?' },
      ],
    },
  ],
};

test('each item has its own file, named after it', () => {
  const files = writeFolder(shop);
  expect([...files.keys()]).toEqual([
    'certificates/shop.example-8443.yaml',
    'environments/staging.yaml',
    'globals.yaml',
    'prerequisites/clean-up.yaml',
    'prerequisites/order.yaml',
    'prerequisites/token.yaml',
    'schedules/nightly.yaml',
    'schedules/nightly~000012.yaml',
    'suites/orders-eu/checkout/cards/folder.yaml',
    'suites/orders-eu/checkout/cards/pay.yaml',
    'suites/orders-eu/checkout/folder.yaml',
    'suites/orders-eu/log-in.yaml',
    'suites/orders-eu/log-in~000004.yaml',
    'suites/orders-eu/suite.yaml',
    'suites/orders-eu/zebra/folder.yaml',
    'touchstone.yaml',
    'workflows/buy.yaml',
  ]);
  expect(files.get('suites/orders-eu/suite.yaml')).toBe(`id: ${id(2)}
name: Orders / EU
folders:
  - zebra
  - checkout
  - checkout/cards
scripts:
  - log-in~000004.yaml
  - log-in.yaml
  - checkout/cards/pay.yaml
`);
  expect(files.get('suites/orders-eu/log-in~000004.yaml')).toBe(`id: ${id(4)}
name: Log in
method: POST
url: "{{baseUrl}}/login"
body:
  type: json
  content: |
    {
      "a": 1
    }
`);
});

test('the folder restores the same workspace, and the workspace the same folder, byte for byte', () => {
  const files = writeFolder(shop);
  const { document, problems } = readFolder(files);
  expect(problems).toEqual([]);
  expect(document).toEqual(shop);
  expect(writeFolder(document)).toEqual(files);
});

test('a folder of version 1 leaves the additions of version 2 unchanged', () => {
  const files = writeFolder({ ...shop, version: 1, certificates: [], workflows: [], schedules: [] });
  const { document } = readFolder(files);
  expect(Object.keys(document)).toEqual(expect.arrayContaining(['environments', 'databases', 'suites']));
  for (const field of ['certificates', 'configurations', 'workflows', 'schedules'])
    expect(document).not.toHaveProperty(field);
});

test('any text survives being written to a file and read back', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const content = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .map((text) => text.replaceAll('x', '\n').replaceAll('y', '\r\n'));
  const script = fc.record({ scriptName: name, method: fc.constant('POST'), url: name, text: content });
  fc.assert(
    fc.property(fc.array(script, { maxLength: 8 }), fc.array(name, { maxLength: 3 }), (given, levels) => {
      const folder = levels.map((level) => level.replaceAll(' / ', '-').trim() || 'x').join(' / ');
      const scripts = given.map(({ text, ...fields }, index) => ({
        id: id(index),
        ...fields,
        body: { type: 'text', content: text },
        ...(folder === '' ? {} : { folder }),
      }));
      const document = { format: 'touchstone-workspace', version: 1, name: 'Shop', suites: [{ name: 'All', scripts }] };
      const files = writeFolder(document);
      const back = readFolder(files);
      expect(back.problems).toEqual([]);
      expect((back.document.suites as typeof document.suites)[0]?.scripts).toEqual(scripts);
      expect(writeFolder(back.document)).toEqual(files);
      const lower = [...files.keys()].map((path) => path.toLowerCase());
      expect(new Set(lower).size).toBe(lower.length);
    }),
  );
});

test('reports each problem with its file', () => {
  const files = writeFolder(shop);
  files.delete('suites/orders-eu/suite.yaml');
  files.set('globals.yaml', 'variables: [');
  files.set('environments/staging.yaml', 'id: 1\n<<<<<<< here\na: 1\n=======\na: 2\n>>>>>>> server\n');
  files.set('README.md', 'Ours');
  expect(readFolder(files).problems.map(({ path }) => path)).toEqual([
    'environments/staging.yaml',
    'globals.yaml',
    'suites/orders-eu/suite.yaml',
  ]);
  expect(readFolder(new Map()).problems[0]?.reason).toContain('no touchstone.yaml');
});

test('a file with an alias bomb is rejected', () => {
  const bomb = `a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n`;
  expect(readFolder(new Map([['touchstone.yaml', bomb]])).problems).toHaveLength(1);
});

const edited = (change: (copy: typeof shop) => void): Map<string, string> => {
  const copy = structuredClone(shop);
  change(copy);
  return writeFolder(copy);
};
const base = writeFolder(shop);
const suite = (copy: typeof shop) => copy.suites[0] as (typeof shop.suites)[number];

test('a rename on the server and an edit here are merged, at the new path', () => {
  const theirs = edited((copy) => {
    suite(copy).name = 'Purchases';
  });
  const ours = edited((copy) => {
    const [first] = suite(copy).scripts;
    if (first) first.url = '{{baseUrl}}/sign-in';
  });
  const { files, conflicts } = mergeFolders(base, ours, theirs);
  expect(conflicts).toEqual([]);
  expect(files.get('suites/purchases/log-in~000004.yaml')).toContain('sign-in');
  expect([...files.keys()].filter((path) => path.startsWith('suites/orders-eu/'))).toEqual([]);
});

test('the same line changed on both sides is a conflict with both lines, and the folder is rejected until it is resolved', () => {
  const url = (text: string) =>
    edited((copy) => {
      const pay = suite(copy).scripts[2];
      if (pay) pay.url = text;
    });
  const { files, conflicts } = mergeFolders(base, url('https://here'), url('https://there'));
  expect(conflicts.map(({ path }) => path)).toEqual(['suites/orders-eu/checkout/cards/pay.yaml']);
  expect(files.get('suites/orders-eu/checkout/cards/pay.yaml')).toMatch(
    /<<<<<<< here\nurl: https:\/\/here\n=======\nurl: https:\/\/there\n>>>>>>> server/,
  );
  expect(readFolder(files).problems[0]?.reason).toContain('conflict marks');
});

test('an item deleted on one side and changed on the other stays, and is reported', () => {
  const without = edited((copy) => suite(copy).scripts.splice(2, 1));
  const changed = edited((copy) => {
    const pay = suite(copy).scripts[2];
    if (pay) pay.method = 'PUT';
  });
  for (const [ours, theirs, where] of [
    [without, changed, 'Deleted here'],
    [changed, without, 'Deleted on the server'],
  ] as const) {
    const { files, conflicts } = mergeFolders(base, ours, theirs);
    expect(files.get('suites/orders-eu/checkout/cards/pay.yaml')).toContain('PUT');
    expect(conflicts[0]?.reason).toContain(where);
  }
  expect(mergeFolders(base, without, base).files.has('suites/orders-eu/checkout/cards/pay.yaml')).toBe(false);
});

test('without a common ancestor nothing is deleted, and equal files are not in conflict', () => {
  const ours = edited((copy) => suite(copy).scripts.splice(2, 1));
  const { files, conflicts } = mergeFolders(undefined, ours, base);
  expect(conflicts).toEqual([]);
  expect(files).toEqual(base);
});
