import { type RandomSource, seededRandom } from '@touchstone/kernel';

/** A request as sent by `fetch`. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A stub with a request that it may or may not match. */
export interface Pair {
  kind: string;
  request: Record<string, unknown>;
  sent: SentRequest;
}

/** Headers of a request, or none. */
const maybe = (is: boolean, headers: Record<string, string>): Record<string, string> => (is ? headers : {});

type Make = (random: RandomSource) => { request: Record<string, unknown>; sent: Partial<SentRequest> };

const pick = <Item>(random: RandomSource, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const words = ['alpha', 'beta', 'Gamma', 'ALPHA', 'alphabet', 'a b', '', '12', '3.5', 'x-y_z', 'ünï', 'a+b', 'a/b'];
const word = (random: RandomSource) => pick(random, words);
const json = (value: unknown): Partial<SentRequest> => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
const xml = (body: string): Partial<SentRequest> => ({ method: 'POST', headers: { 'Content-Type': 'text/xml' }, body });
const patterns = ['al.*', '[a-z]+', '(alpha|beta)', '\\d+', '.*', 'a.b', '[A-Z]\\w+', 'alpha?', '(?i)alpha', ''];

const textPattern: Record<string, (random: RandomSource) => Record<string, unknown>> = {
  equalTo: (random) => ({ equalTo: word(random) }),
  caseInsensitive: (random) => ({ equalTo: word(random), caseInsensitive: true }),
  contains: (random) => ({ contains: word(random) }),
  doesNotContain: (random) => ({ doesNotContain: word(random) }),
  matches: (random) => ({ matches: pick(random, patterns) }),
  doesNotMatch: (random) => ({ doesNotMatch: pick(random, patterns) }),
  absent: () => ({ absent: true }),
  and: (random) => ({ and: [{ contains: word(random) }, { matches: pick(random, patterns) }] }),
  or: (random) => ({ or: [{ equalTo: word(random) }, pick(random, [{ absent: true }, { contains: word(random) }])] }),
  not: (random) => ({ not: { contains: word(random) } }),
};

const dates = [
  '2026-05-01T00:00:00Z',
  '2026-05-01T02:00:00+02:00',
  '2026-04-30T23:59:59Z',
  '2026-05-01T00:00:00',
  '2026-05-02',
  'Fri, 01 May 2026 00:00:00 GMT',
  'soon',
];
const values = [1, 2, 1.0, 'x', 'y', null, true, [1, 2], [2, 1], { c: 1 }, { c: 1, d: 2 }, [], {}];
const paths = [
  '$.a',
  '$.b',
  '$..c',
  '$.a.c',
  '$.l[0]',
  '$.l[*]',
  "$.l[?(@.n == 'x')]",
  '$.l[?(@.n > 1)]',
  '$.l.length()',
  "$['a']",
  '$.l[?(@.n =~ /X.*/i)]',
];
const documents = [
  '<a><b>1</b><c x="1" y="2"/></a>',
  '<a><c y="2" x="1"/><b>1</b></a>',
  '<a>\n  <b>1</b>\n  <c x="1" y="2"></c>\n</a>',
  '<a><b>2</b><c x="1" y="2"/></a>',
  '<a><b>1</b><b>2</b></a>',
  '<a><b>2</b><b>1</b></a>',
  '<a xmlns="urn:x"><b>1</b></a>',
  '<p:a xmlns:p="urn:x"><p:b>1</p:b></p:a>',
  '<a><b>1</b></a>',
  '<a><!-- note --><b>1</b></a>',
  '<a/>',
];
const xpaths = [
  '/a/b',
  '/a/b/text()',
  '//c/@x',
  "/a/b[text()='1']",
  '/a[count(b)=2]',
  '//d',
  '/a/c[@x="1"]',
  "//*[local-name()='b']",
];

function jsonDocument(random: RandomSource): Record<string, unknown> {
  return {
    a: pick(random, values),
    ...(random() < 0.5 ? { b: pick(random, values) } : {}),
    l: pick(random, [[], [{ n: 'x' }, { n: 2 }], [{ n: 'Xy' }], [1, 2, 3]]),
  };
}

const kinds: Record<string, Make> = {
  url: (random) => {
    const urls = ['/a?q=1', '/a', '/a/b', '/a?q=2&r=1', '/a%20b', '/a/'];
    return { request: { url: pick(random, urls) }, sent: { url: pick(random, urls) } };
  },
  urlPath: (random) => {
    const urls = ['/a', '/a/b', '/a/', '/A'];
    return { request: { urlPath: pick(random, urls) }, sent: { url: `${pick(random, urls)}?q=1` } };
  },
  urlPattern: (random) => ({
    request: { urlPattern: pick(random, ['/a/[0-9]+', '/a.*', '/a\\?q=.*', '/(a|b)', '/a/?']) },
    sent: { url: pick(random, ['/a/12', '/a?q=1', '/b', '/a', '/a/', '/a/x']) },
  }),
  urlPathPattern: (random) => ({
    request: { urlPathPattern: pick(random, ['/a/[0-9]+', '/a.*', '/(a|b)', '/a/?']) },
    sent: { url: `${pick(random, ['/a/12', '/a', '/b', '/a/', '/a/x'])}?q=1` },
  }),
  urlPathTemplate: (random) => ({
    request: {
      urlPathTemplate: '/a/{id}/b/{n}',
      ...(random() < 0.6
        ? { pathParameters: { id: textPattern[pick(random, ['equalTo', 'matches', 'contains'])]!(random) } }
        : {}),
    },
    sent: { url: pick(random, ['/a/alpha/b/1', '/a/12/b/x', '/a/12/b', '/a/beta/b/1?q=2', '/c/alpha/b/1']) },
  }),
  method: (random) => ({
    request: { method: pick(random, ['GET', 'POST', 'ANY', 'PUT', 'DELETE']), url: '/m' },
    sent: { method: pick(random, ['GET', 'POST', 'PUT', 'PATCH']), url: '/m' },
  }),
  basicAuth: (random) => ({
    request: { url: '/x', basicAuth: { username: 'u', password: pick(random, ['p', 'q']) } },
    sent: { url: '/x', headers: maybe(random() < 0.8, { Authorization: `Basic ${btoa('u:p')}` }) },
  }),
  several: (random) => ({
    request: {
      urlPath: '/x',
      queryParameters: {
        q: {
          [pick(random, ['hasExactly', 'includes'])]: [{ equalTo: '1' }, ...(random() < 0.5 ? [{ equalTo: '2' }] : [])],
        },
      },
    },
    sent: { url: pick(random, ['/x?q=1', '/x?q=1&q=2', '/x?q=2&q=1&q=3', '/x', '/x?q=2']) },
  }),
  date: (random) => ({
    request: {
      url: '/x',
      headers: {
        X: {
          [pick(random, ['before', 'after', 'equalToDateTime'])]: pick(
            random,
            dates.filter((date) => /^2026-..-..T/.test(date)),
          ),
        },
      },
    },
    sent: { url: '/x', headers: { X: pick(random, dates) } },
  }),
  equalToJson: (random) => ({
    request: {
      url: '/x',
      bodyPatterns: [
        {
          equalToJson: JSON.stringify(
            random() < 0.2
              ? {
                  a: pick(random, ['${json-unit.any-string}', '${json-unit.any-number}', '${json-unit.ignore}']),
                  l: [],
                }
              : jsonDocument(random),
          ),
          ignoreArrayOrder: random() < 0.5,
          ignoreExtraElements: random() < 0.5,
        },
      ],
    },
    sent: { url: '/x', ...json(random() < 0.3 ? { a: 'x', l: [] } : jsonDocument(random)) },
  }),
  matchesJsonPath: (random) => ({
    request: { url: '/x', bodyPatterns: [{ matchesJsonPath: pick(random, paths) }] },
    sent: { url: '/x', ...(random() < 0.1 ? { method: 'POST', body: 'no json' } : json(jsonDocument(random))) },
  }),
  jsonPathWithPattern: (random) => ({
    request: {
      url: '/x',
      bodyPatterns: [
        {
          matchesJsonPath: {
            expression: pick(random, paths.slice(0, 7)),
            ...pick(random, [
              { equalTo: '1' },
              { contains: 'x' },
              { equalToJson: '{"c":1}' },
              { absent: true },
              { matches: '[0-9.]+' },
            ]),
          },
        },
      ],
    },
    sent: { url: '/x', ...json(jsonDocument(random)) },
  }),
  matchesJsonSchema: (random) => ({
    request: {
      url: '/x',
      bodyPatterns: [
        {
          matchesJsonSchema: JSON.stringify(
            pick(random, [
              { type: 'object', required: ['a', 'b'] },
              { properties: { a: { type: 'string' } } },
              { properties: { a: { type: 'integer', minimum: 2 } } },
              { properties: { l: { type: 'array', minItems: 1 } } },
            ]),
          ),
        },
      ],
    },
    sent: { url: '/x', ...json(jsonDocument(random)) },
  }),
  equalToXml: (random) => ({
    request: { url: '/x', bodyPatterns: [{ equalToXml: pick(random, documents) }] },
    sent: { url: '/x', ...xml(pick(random, documents)) },
  }),
  matchesXPath: (random) => ({
    request: {
      url: '/x',
      bodyPatterns: [
        {
          matchesXPath:
            random() < 0.6
              ? pick(random, xpaths)
              : {
                  expression: pick(random, xpaths.slice(0, 3)),
                  ...pick(random, [{ equalTo: '1' }, { contains: '1' }, { matches: '[12]' }]),
                },
        },
      ],
    },
    sent: { url: '/x', ...(random() < 0.1 ? json({}) : xml(pick(random, documents))) },
  }),
  formParameters: (random) => ({
    request: {
      url: '/x',
      method: 'POST',
      formParameters: { f: textPattern[pick(random, ['equalTo', 'contains', 'matches'])]!(random) },
    },
    sent: {
      url: '/x',
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ f: word(random), g: '1' }).toString(),
    },
  }),
  binary: (random) => ({
    request: { url: '/x', bodyPatterns: [{ binaryEqualTo: btoa(pick(random, ['abc', 'abd'])) }] },
    sent: { url: '/x', method: 'POST', body: 'abc' },
  }),
};

for (const name of Object.keys(textPattern)) {
  const make = textPattern[name]!;
  kinds[`header ${name}`] = (random) => {
    const value = pick(
      random,
      words.filter((text) => /^[\w -]+$/.test(text)),
    );
    return {
      request: { url: '/x', headers: { 'X-Val': make(random) } },
      sent: { url: '/x', headers: maybe(random() < 0.85, { 'x-val': value }) },
    };
  };
  kinds[`query ${name}`] = (random) => ({
    request: { urlPath: '/x', queryParameters: { q: make(random) } },
    sent: { url: random() < 0.85 ? `/x?q=${encodeURIComponent(word(random))}` : '/x' },
  });
  // WireMock's server stores header lines case-insensitively, so no two values may differ only in case.
  kinds[`cookie ${name}`] = (random) => ({
    request: { url: '/x', cookies: { c: make(random) } },
    sent: {
      url: '/x',
      headers: maybe(random() < 0.85, { Cookie: `c=${pick(random, ['alpha', 'beta', '12', 'Gamma'])}` }),
    },
  });
  if (name !== 'absent')
    kinds[`body ${name}`] = (random) => ({
      request: { url: '/x', bodyPatterns: [make(random)] },
      sent: { url: '/x', method: 'POST', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: word(random) },
    });
}

/** Pairs of a stub and a request over all matchers, the same for the same seed. */
export function generatedPairs(count: number, seed = 42): Pair[] {
  const random = seededRandom(seed);
  const names = Object.keys(kinds);
  return Array.from({ length: count }, (_, index) => {
    const kind = names[index % names.length]!;
    const { request, sent } = kinds[kind]!(random);
    return { kind, request: { method: 'ANY', ...request }, sent: { method: 'GET', url: '/', headers: {}, ...sent } };
  });
}
