import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { detectFormat } from './detect-format.ts';
import { exportCurl } from './export/export-curl.ts';
import { exportHar } from './export/export-har.ts';
import { exportOpenApi } from './export/openapi/export-openapi.ts';
import { exportPostman } from './export/postman/export-postman.ts';
import { snippets } from './export/snippets.ts';
import { importHar } from './har/import-har.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importPostman, importPostmanEnvironment } from './postman/import-postman.ts';

const seeds: Record<string, [read: (text: string) => ImportedCollection, document: string]> = {
  postman: [
    importPostman,
    JSON.stringify({
      info: { name: 'C' },
      auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }] },
      item: [
        {
          name: 'F',
          item: [
            {
              name: 'R',
              event: [{ listen: 'test', script: { exec: ['a'] } }],
              request: {
                method: 'POST',
                header: [{ key: 'A', value: 'b' }],
                url: {
                  raw: 'http://h/:id?a=b',
                  query: [{ key: 'a', value: 'b' }],
                  variable: [{ key: 'id', value: '1' }],
                },
                body: { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: 'x' }] },
              },
            },
          ],
        },
      ],
      variable: [{ key: 'a', value: 1 }],
    }),
  ],
  postman1: [
    importPostman,
    JSON.stringify({
      id: '1',
      name: 'C',
      order: ['a'],
      folders: [{ id: 'f', order: ['b'], name: 'x' }],
      folders_order: ['f'],
      requests: [
        { id: 'a', url: 'http://h', dataMode: 'raw', rawModeData: '{}', headers: 'A: b' },
        { id: 'b', url: 'x' },
      ],
    }),
  ],
  environment: [
    importPostmanEnvironment,
    JSON.stringify({ name: 'E', values: [{ key: 'a', value: 'b', enabled: true }] }),
  ],
  har: [
    (text) => importHar(text),
    JSON.stringify({
      log: {
        pages: [{ id: 'p', title: 't' }],
        entries: [
          {
            pageref: 'p',
            request: {
              method: 'POST',
              url: 'http://h/?a=b',
              headers: [{ name: 'A', value: 'b' }],
              cookies: [],
              queryString: [],
              postData: {
                mimeType: 'multipart/form-data; boundary=x',
                text: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
              },
            },
          },
        ],
      },
    }),
  ],
  insomnia: [
    importInsomnia,
    JSON.stringify({
      _type: 'export',
      resources: [
        { _id: 'w', _type: 'workspace', name: 'W' },
        { _id: 'g', _type: 'request_group', parentId: 'w', name: 'G' },
        {
          _id: 'r',
          _type: 'request',
          parentId: 'g',
          url: '{{ _.a }}',
          body: { mimeType: 'application/graphql', text: '{"query":"{a}"}' },
          authentication: { type: 'oauth2', grantType: 'implicit' },
        },
        { _id: 'e', _type: 'environment', parentId: 'w', data: { a: { b: [1] } } },
      ],
    }),
  ],
  bruno: [
    importBruno,
    "meta {\n  name: A\n  seq: 1\n}\n\nget {\n  url: http://h?a=b\n  body: json\n}\n\nbody:json {\n  {\"a\":1}\n}\n\nassert {\n  res.status: eq 200\n}\n\nheaders {\n  a: '''\n    x\n  '''\n}\n",
  ],
  brunoJson: [
    importBruno,
    JSON.stringify({
      name: 'B',
      items: [
        {
          type: 'folder',
          name: 'f',
          items: [
            {
              type: 'http',
              name: 'r',
              seq: 1,
              request: {
                url: 'http://h',
                method: 'GET',
                params: [{ name: 'a', value: 'b', type: 'query' }],
                body: { mode: 'graphql', graphql: { query: '{a}' } },
                auth: { mode: 'awsv4', awsv4: {} },
              },
            },
          ],
        },
      ],
      environments: [],
    }),
  ],
  hoppscotch: [
    importHoppscotch,
    JSON.stringify([
      {
        v: 3,
        name: 'H',
        folders: [{ name: 'f', folders: [], requests: [] }],
        requests: [
          {
            name: 'r',
            endpoint: '<<a>>',
            params: [],
            headers: [],
            auth: { authType: 'oauth-2', authActive: true, grantTypeInfo: { grantType: 'PASSWORD' } },
            body: { contentType: 'multipart/form-data', body: [{ key: 'a', value: 'b', isFile: false, active: true }] },
          },
        ],
      },
    ]),
  ],
  curl: [
    importCurl,
    "curl -X POST 'http://h/{a,b}[1-3]?x=$Y' \\\n -H 'A: b' -F \"f=@x;type=a/b\" --data-urlencode 'a=b' $'\\x41' | jq . <<EOF\nx\nEOF\n",
  ],
  cmd: [importCurl, 'curl ^"http://h^" ^\n -d ^"{^\\^"a^\\^":1}^" & curl y'],
  powershell: [importCurl, 'curl.exe `\n -H "A: $env:X" \'http://h\''],
};

const scraps = [
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\n',
  '\0',
  ',',
  ':',
  '{{',
  '}}',
  '{%',
  '<<',
  '$(',
  '`',
  '^',
  '%',
  'null',
  '1e999',
  '-',
  '@',
  '\uD800',
  '__proto__',
  'constructor',
  'toString',
  '/'.repeat(50),
];

/** Cuts, duplicates, swaps and inserts, as a careless or hostile sender would. */
const mutation = fc.array(
  fc.tuple(
    fc.nat({ max: 999 }),
    fc.constantFrom('cut', 'double', 'insert', 'drop'),
    fc.constantFrom(...scraps),
    fc.nat({ max: 40 }),
  ),
  { minLength: 1, maxLength: 8 },
);

function mutate(text: string, changes: [number, string, string, number][]): string {
  return changes.reduce((known, [part, kind, scrap, length]) => {
    const at = Math.floor((known.length * part) / 1000);
    if (kind === 'cut') return known.slice(0, at);
    if (kind === 'double') return known.slice(0, at) + known.slice(at, at + length) + known.slice(at);
    return kind === 'drop'
      ? known.slice(0, at) + known.slice(at + length)
      : known.slice(0, at) + scrap + known.slice(at);
  }, text);
}

/** Replaces a value of a JSON document with an unexpected one. */
function replaceValue(text: string, at: number, value: unknown): string {
  let left = at;
  const walk = (node: unknown): unknown => {
    left -= 1;
    if (left === 0) return value;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]));
  };
  return JSON.stringify(walk(JSON.parse(text))) ?? 'null';
}

function assertReadable(collection: ImportedCollection): void {
  for (const step of collection.steps) {
    expect(typeof step.url).toBe('string');
    expect(step.name).not.toBe('');
    exportCurl(step);
    snippets(step);
  }
  exportPostman(collection);
  exportHar(collection);
  exportOpenApi(collection);
}

test.each(Object.entries(seeds))('%s: a mutated document never throws', (_, [read, document]) => {
  expect(read(document).steps.length + read(document).environments.length).toBeGreaterThan(0);
  fc.assert(
    fc.property(mutation, (changes) => {
      const text = mutate(document, changes);
      detectFormat(text);
      assertReadable(read(text));
    }),
    { numRuns: 120 },
  );
});

test.each(Object.entries(seeds).filter(([, [, document]]) => /^[[{]/.test(document)))(
  '%s: a value of another type never throws',
  (_, [read, document]) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom<unknown>(null, 0, true, '', 'x', [], {}, [null], [[]], { a: null }, { type: {} }),
        (at, value) => {
          assertReadable(read(replaceValue(document, at, value)));
        },
      ),
      { numRuns: 150 },
    );
  },
);

test.each<[string, string]>([
  ['deep arrays', `${'['.repeat(200_000)}`],
  ['deep folders', `${'{"info":{},"item":['.repeat(3000)}${']}'.repeat(3000)}`],
  ['many quotes', `curl ${'"\\"'.repeat(100_000)}`],
  ['many carets', `curl ^\n${'^"'.repeat(100_000)}`],
  ['many braces', `curl http://h/${'{a,b}'.repeat(5000)}`],
  ['many ranges', `curl http://h/${'[1-99999999999]'.repeat(5000)}`],
  ['a long template', `curl http://h/${'{{'.repeat(100_000)}`],
  ['many substitutions', `curl ${'$('.repeat(20_000)}`],
  ['many backslashes', `curl -d "${'\\'.repeat(200_000)}`],
  ['open comments', `{${'/*'.repeat(100_000)}`],
  ['a long .bru line', `meta {\n  ${'a '.repeat(100_000)}\n`],
])('%s end', (_, text) => {
  for (const [read] of Object.values(seeds)) read(text);
  detectFormat(text);
});
