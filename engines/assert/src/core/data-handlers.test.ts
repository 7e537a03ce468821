import { beforeAll, expect, test } from 'vitest';
import type { HttpDataHandler } from './assertion.ts';
import { extractData } from './data-handlers.ts';
import { ResponseView } from './response-view.ts';
import { loadXPath } from './xpath-query.ts';

beforeAll(loadXPath);

function view(body: string): ResponseView {
  const bytes = new TextEncoder().encode(body);
  return new ResponseView({
    status: 201,
    headers: [
      ['Location', '/orders/7'],
      ['Set-Cookie', 'sid=abc=1; Path=/; HttpOnly'],
      ['Set-Cookie', 'theme="dark"'],
    ],
    body: { bytes, contentType: undefined, sizeBytes: bytes.length, truncated: false },
    durationMs: 1,
    earlierSetCookies: ['first=hop; Path=/', 'sid=old'],
  });
}

const json = '{"id":7,"big":12345678901234567891,"name":"Ada","flag":false,"none":null,"list":[{"id":1},{"id":2}]}';
const html = '<r><a id="1"> x </a><a>y</a></r>';

test.each<[source: HttpDataHandler['source'], path: string, body: string, value: string]>([
  ['status', '', json, '201'],
  ['body', '', 'plain', 'plain'],
  ['header', 'location', json, '/orders/7'],
  ['cookie', 'sid', json, 'abc=1'],
  ['cookie', 'theme', json, 'dark'],
  ['cookie', 'first', json, 'hop'],
  ['regex', 'id":(\\d+)', json, '7'],
  ['regex', '"name"', json, '"name"'],
  ['jsonPath', '$.id', json, '7'],
  ['jsonPath', '$.big', json, '12345678901234567891'],
  ['jsonPath', '$.name', json, 'Ada'],
  ['jsonPath', '$.flag', json, 'false'],
  ['jsonPath', '$.none', json, 'null'],
  ['jsonPath', '$.list', json, '[{"id":1},{"id":2}]'],
  ['jsonPath', '$.list[*].id', json, '[1,2]'],
  ['xpath', '//a[1]', html, 'x'],
  ['xpath', '//a/@id', html, '1'],
  ['xpath', 'count(//a)', html, '2'],
])('extracts %s %s', (source, path, body, value) => {
  expect(extractData([{ name: 'out', source, path }], view(body))).toEqual([{ name: 'out', value, found: true }]);
});

test.each<[source: HttpDataHandler['source'], path: string, message: RegExp]>([
  ['header', 'X-None', /has no header X-None/],
  ['cookie', 'none', /sets no cookie none/],
  ['regex', 'zzz', /nothing in the body matches zzz/],
  ['regex', '(', /is not valid/],
  ['jsonPath', '$.list[5].id', /\$\.list\[5\]\.id does not exist; \$\.list exists and is a list of 2/],
  ['jsonPath', '$[', /is not valid/],
  ['xpath', '//a', /not well-formed XML/],
])('says why %s %s finds nothing', (source, path, message) => {
  const [extracted] = extractData([{ name: 'out', source, path }], view(json));
  expect(extracted).toMatchObject({ name: 'out', value: '', found: false, message: expect.stringMatching(message) });
});

test('leaves out disabled data handlers', () => {
  expect(extractData([{ name: 'out', source: 'status', path: '', enabled: false }], view(json))).toEqual([]);
});
