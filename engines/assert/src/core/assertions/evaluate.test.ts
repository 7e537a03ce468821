import { beforeAll, expect, test } from 'vitest';
import type { HeaderList, HttpAssertion } from '../assertion.ts';
import { ResponseView } from '../response-view.ts';
import { evaluateAssertions, prepareEvaluation } from './evaluate.ts';

const encoder = new TextEncoder();

function view(body: string, options: { status?: number; headers?: HeaderList; truncated?: boolean } = {}) {
  const bytes = encoder.encode(body);
  return new ResponseView({
    status: options.status ?? 200,
    headers: options.headers ?? [['Content-Type', 'application/json']],
    body: { bytes, contentType: undefined, sizeBytes: bytes.length, truncated: options.truncated ?? false },
    durationMs: 12.5,
  });
}

beforeAll(async () => {
  await prepareEvaluation({ assertions: [{ kind: 'xpath', operator: 'exists' }], dataHandlers: [] });
});

const order = JSON.stringify({
  total: 42.05,
  id: 7,
  paid: true,
  note: null,
  empty: '',
  items: [
    { sku: 'a', price: 1 },
    { sku: 'b', price: 20 },
  ],
  user: { name: 'Ada', age: 36 },
});
const xml =
  '<?xml version="1.0"?>\n<o:order xmlns:o="urn:o" xmlns="urn:d"><item id="1">\n  pen\n</item><item id="2">cup</item><o:sum>3</o:sum></o:order>';
const headers: HeaderList = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['X-Count', '5'],
  ['Vary', 'Accept'],
  ['vary', 'Origin'],
];

type Row = [assertion: HttpAssertion, passed: boolean, message?: string | RegExp];

const jsonRows: Row[] = [
  [{ kind: 'status', operator: 'equals', expected: 200 }, true],
  [{ kind: 'status', operator: 'equals', expected: '200' }, true],
  [{ kind: 'status', operator: 'equals', expected: '404' }, false, 'Status: expected 404, got 200.'],
  [{ kind: 'status', operator: 'equals', expected: '2xx' }, true],
  [{ kind: 'status', operator: 'equals', expected: '2XX' }, true],
  [{ kind: 'status', operator: 'equals', expected: '3xx' }, false],
  [{ kind: 'status', operator: 'equals', expected: '200-299' }, true],
  [{ kind: 'status', operator: 'in', expected: '201, 2xx' }, true],
  [{ kind: 'status', operator: 'in', expected: [500, 404] }, false],
  [{ kind: 'status', operator: 'notEquals', expected: '5xx' }, true],
  [{ kind: 'status', operator: 'notEquals', expected: '2xx' }, false, 'Status: expected anything but 2xx, got 200.'],
  [{ kind: 'status', operator: 'lessThan', expected: '300' }, true],
  [{ kind: 'status', operator: 'equals', expected: 'okay' }, false, /"okay" is not a status/],
  [{ kind: 'header', path: 'content-type', operator: 'contains', expected: 'json' }, true],
  [{ kind: 'header', path: 'X-COUNT', operator: 'equals', expected: 5 }, true],
  [{ kind: 'header', path: 'X-Count', operator: 'greaterThan', expected: '4' }, true],
  [{ kind: 'header', path: 'Vary', operator: 'equals', expected: 'Origin' }, true],
  [{ kind: 'header', path: 'Vary', operator: 'equals', expected: 'Accept, Origin' }, true],
  [{ kind: 'header', path: 'Vary', operator: 'notEquals', expected: 'Origin' }, false],
  [{ kind: 'header', path: 'X-None', operator: 'exists' }, false, 'Header X-None: the response has no such header.'],
  [{ kind: 'header', path: 'X-None', operator: 'notExists' }, true],
  [{ kind: 'header', path: 'Vary', operator: 'notExists' }, false],
  [{ kind: 'header', path: '', operator: 'exists' }, false, /enter the name/],
  [{ kind: 'body', operator: 'contains', expected: '"Ada"' }, true],
  [{ kind: 'body', operator: 'notContains', expected: 'Bob' }, true],
  [{ kind: 'body', operator: 'matches', expected: '"total":\\d+' }, true],
  [{ kind: 'body', operator: 'equals', expected: order }, true],
  [{ kind: 'body', operator: 'equals', expected: '{"total":1}' }, false],
  [{ kind: 'body', operator: 'type', expected: 'object' }, true],
  [{ kind: 'body', operator: 'exists' }, true],
  [{ kind: 'body', operator: 'matches', expected: '(' }, false, /regular expression \( is not valid/],
  [{ kind: 'body', operator: 'matches', expected: '(?=a)b' }, false, /Look-around/],
  [{ kind: 'jsonPath', path: '$.total', operator: 'equals', expected: '42.05' }, true],
  [
    { kind: 'jsonPath', path: '$.total', operator: 'equals', expected: '42.50' },
    false,
    'JSON $.total: expected 42.50, got 42.05.',
  ],
  [{ kind: 'jsonPath', path: '$.paid', operator: 'equals', expected: 'true' }, true],
  [{ kind: 'jsonPath', path: '$.note', operator: 'equals', expected: null }, true],
  [{ kind: 'jsonPath', path: '$.note', operator: 'exists' }, true],
  [{ kind: 'jsonPath', path: '$.empty', operator: 'equals', expected: '' }, true],
  [{ kind: 'jsonPath', path: '$.user', operator: 'equals', expected: '{"age":36,"name":"Ada"}' }, true],
  [
    { kind: 'jsonPath', path: '$.user', operator: 'equals', expected: '{"age":35,"name":"Ada"}' },
    false,
    'JSON $.user: expected {"age":35,"name":"Ada"}, got {"name":"Ada","age":36} ($.age: expected 35, got 36).',
  ],
  [{ kind: 'jsonPath', path: '$.items', operator: 'length', expected: '2' }, true],
  [{ kind: 'jsonPath', path: '$.items[*]', operator: 'length', expected: 2 }, true],
  [{ kind: 'jsonPath', path: '$.items[?@.sku=="b"]', operator: 'length', expected: 1 }, true],
  [{ kind: 'jsonPath', path: '$.items[?@.sku=="b"].price', operator: 'equals', expected: '20' }, true],
  [{ kind: 'jsonPath', path: '$..price', operator: 'equals', expected: '[1,20]' }, true],
  [{ kind: 'jsonPath', path: '$..sku', operator: 'contains', expected: 'b' }, true],
  [{ kind: 'jsonPath', path: '$.user.age', operator: 'type', expected: 'integer' }, true],
  [
    { kind: 'jsonPath', path: '$.user.name', operator: 'type', expected: 'number' },
    false,
    'JSON $.user.name: expected type number, got string.',
  ],
  [
    { kind: 'jsonPath', path: '$.user.nam', operator: 'equals', expected: 'Ada' },
    false,
    'JSON $.user.nam: the path does not exist; $.user exists and has name, age.',
  ],
  [{ kind: 'jsonPath', path: '$.total', operator: 'greaterOrEqual', expected: '42.05' }, true],
  [
    { kind: 'jsonPath', path: '$.total', operator: 'greaterOrEqual', expected: 42.06 },
    false,
    'JSON $.total: expected a value of at least 42.06, got 42.05.',
  ],
  [{ kind: 'jsonPath', path: '$.total', operator: 'lessOrEqual', expected: 42.05 }, true],
  [{ kind: 'responseTime', operator: 'lessOrEqual', expected: '12.5 ms' }, true],
  [{ kind: 'jsonPath', path: '$..price', operator: 'each', expected: { operator: 'greaterThan', expected: 0 } }, true],
  [
    { kind: 'jsonPath', path: '$..price', operator: 'each', expected: '{"operator":"lessThan","expected":5}' },
    false,
    'JSON $..price: item 2 of 2: expected a value less than 5, got 20.',
  ],
  [
    {
      kind: 'jsonPath',
      path: '$.items',
      operator: 'each',
      expected: { operator: 'schema', expected: { required: ['sku'] } },
    },
    true,
  ],
  [
    { kind: 'jsonPath', path: '$.items[*].sku', operator: 'each', expected: 'a' },
    false,
    'JSON $.items[*].sku: item 2 of 2: expected "a", got "b".',
  ],
  [{ kind: 'jsonPath', path: '$.items[?@.price > 99]', operator: 'each', expected: 1 }, false, /does not exist/],
  [
    { kind: 'jsonPath', path: '$.items', operator: 'each', expected: { operator: 'each' } },
    false,
    /operator "each" cannot be used/,
  ],
  [{ kind: 'jsonPath', path: '$.user', operator: 'schema', expected: '{"type":"object"}' }, true],
  [
    { kind: 'jsonPath', path: '$.user.age', operator: 'schema', expected: { maximum: 30 } },
    false,
    'JSON $.user.age matches schema: 1 fault. Expected a number of at most 30, got 36.',
  ],
  [
    {
      kind: 'jsonPath',
      path: '$.items',
      operator: 'equalsIgnoringOrder',
      expected: '[{"price":20,"sku":"b"},{"sku":"a","price":1}]',
    },
    true,
  ],
  [{ kind: 'jsonPath', path: '$.items[*].sku', operator: 'equalsIgnoringOrder', expected: ['b', 'a'] }, true],
  [{ kind: 'jsonPath', path: '$.items[*].sku', operator: 'equalsIgnoringOrder', expected: ['b', 'b'] }, false],
  [{ kind: 'certificateDays', operator: 'greaterThan', expected: 1 }, false, /no certificate; use an https/],
  [{ kind: 'xsd', operator: 'matches', expected: '<a/>' }, false, /only where the request is sent/],
  [{ kind: 'jsonPath', path: '$.gone', operator: 'notExists' }, true],
  [{ kind: 'jsonPath', path: '$.gone', operator: 'notEquals', expected: 1 }, false],
  [{ kind: 'jsonPath', path: '$.[', operator: 'exists' }, false, /JSONPath \$\.\[ is not valid/],
  [{ kind: 'jsonPath', path: 'total', operator: 'exists' }, false, /starts with \$/],
  [{ kind: 'responseTime', operator: 'lessThan', expected: '13 ms' }, true],
  [
    { kind: 'responseTime', operator: 'lessThan', expected: 12 },
    false,
    'Response time: expected a value less than 12, got 12.5.',
  ],
  [{ kind: 'size', operator: 'greaterThan', expected: 10 }, true],
  [{ kind: 'jsonSchema', operator: 'matches', expected: { type: 'object', required: ['total'] } }, true],
  [
    { kind: 'jsonSchema', operator: 'matches', expected: '{"properties":{"total":{"type":"string"}}}' },
    false,
    'Body matches schema: 1 fault. /total: expected string, got number.',
  ],
  [{ kind: 'jsonSchema', path: '$.user', operator: 'equals', expected: { required: ['name'] } }, true],
  [{ kind: 'jsonSchema', operator: 'notEquals', expected: { required: ['other'] } }, true],
  [{ kind: 'jsonSchema', operator: 'matches', expected: '{oops' }, false, /not a JSON schema/],
  [{ kind: 'jsonSchema', operator: 'matches', expected: { $ref: '#/nowhere' } }, false, /schema cannot be used/],
  [{ kind: 'xpath', path: '//a', operator: 'exists' }, false, /not well-formed XML/],
];

test.each(jsonRows.map(([assertion, passed, message]) => ({ assertion, passed, message })))(
  '$assertion.kind $assertion.path $assertion.operator $assertion.expected: $passed',
  ({ assertion, passed, message }) => {
    const [result] = evaluateAssertions([assertion], view(order, { headers }));
    expect(result).toMatchObject({ status: passed ? 'passed' : 'failed', kind: assertion.kind });
    if (typeof message === 'string') expect(result?.message).toBe(message);
    else if (message !== undefined) expect(result?.message).toMatch(message);
  },
);

const xmlRows: Row[] = [
  [{ kind: 'xpath', path: '//o:sum', operator: 'equals', expected: '3' }, true],
  [{ kind: 'xpath', path: '//item', operator: 'exists' }, true],
  [{ kind: 'xpath', path: 'count(//item)', operator: 'equals', expected: '2' }, true],
  [{ kind: 'xpath', path: '//item[1]', operator: 'equals', expected: 'pen' }, true],
  [{ kind: 'xpath', path: '//item[2]/@id', operator: 'equals', expected: 2 }, true],
  [{ kind: 'xpath', path: '//item/@id', operator: 'contains', expected: '2' }, true],
  [{ kind: 'xpath', path: '//item/@id', operator: 'length', expected: '2' }, true],
  [{ kind: 'xpath', path: '//nothing', operator: 'notExists' }, true],
  [{ kind: 'xpath', path: '//nothing', operator: 'equals', expected: '1' }, false, /finds nothing/],
  [{ kind: 'xpath', path: 'exists(//item)', operator: 'equals', expected: 'true' }, true],
  [{ kind: 'xpath', path: '//item[', operator: 'exists' }, false, /XPath \/\/item\[ cannot be evaluated: XPST0003/],
  [{ kind: 'jsonPath', path: '$.a', operator: 'exists' }, false, /not JSON/],
  [{ kind: 'body', operator: 'type', expected: 'string' }, true],
];

test.each(xmlRows.map(([assertion, passed, message]) => ({ assertion, passed, message })))(
  'XML: $assertion.kind $assertion.path $assertion.operator $assertion.expected: $passed',
  ({ assertion, passed, message }) => {
    const [result] = evaluateAssertions([assertion], view(xml));
    expect(result).toMatchObject({ status: passed ? 'passed' : 'failed' });
    if (message !== undefined) expect(result?.message).toMatch(message);
  },
);

test('leaves out disabled assertions and keeps ids and order', () => {
  const results = evaluateAssertions(
    [
      { id: 'a', kind: 'status', operator: 'equals', expected: 200 },
      { id: 'b', kind: 'status', operator: 'equals', expected: 200, enabled: false },
      { id: 'c', kind: 'body', operator: 'exists' },
    ],
    view('x'),
  );
  expect(results.map(({ id }) => id)).toEqual(['a', 'c']);
});

test('cuts the actual value at 2,000 characters', () => {
  const long = JSON.stringify({ text: 'x'.repeat(5000), list: Array.from({ length: 3000 }, (_, index) => index) });
  const results = evaluateAssertions(
    [
      { kind: 'jsonPath', path: '$.text', operator: 'equals', expected: 'y' },
      { kind: 'jsonPath', path: '$.list', operator: 'equals', expected: 'y' },
    ],
    view(long),
  );
  for (const { actual } of results) expect(String(actual)).toHaveLength(2001);
});

test('reports JSON that cannot be read because the body was truncated', () => {
  const [result] = evaluateAssertions(
    [{ kind: 'jsonPath', path: '$', operator: 'exists' }],
    view('{"a":', { truncated: true }),
  );
  expect(result?.message).toMatch(/only 5 of 5 bytes were kept/);
});

test('hostile regular expressions end', () => {
  const body = JSON.stringify({ text: `${'a'.repeat(5000)}b` });
  const results = evaluateAssertions(
    [
      { kind: 'jsonPath', path: "$[?match(@, '(a+)+')]", operator: 'exists' },
      { kind: 'jsonPath', path: "$[?search(@, '(a|aa)+c$')]", operator: 'exists' },
      { kind: 'jsonPath', path: '$.text', operator: 'matches', expected: '^(a+)+$' },
      { kind: 'body', operator: 'matches', expected: '(x+x+)+y' },
    ],
    view(body),
  );
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
});

test('a value that is nested too deeply is a failed assertion', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const rows: HttpAssertion[] = [
    { kind: 'jsonPath', path: '$', operator: 'equals', expected: deep },
    { kind: 'jsonPath', path: '$[0]', operator: 'equals', expected: '1' },
    { kind: 'jsonPath', path: '$..x', operator: 'exists' },
    { kind: 'jsonSchema', operator: 'matches', expected: { type: 'object' } },
  ];
  for (const result of evaluateAssertions(rows, view(deep))) expect(result.status).toBe('failed');
});

test('work stopped by the guard is a failed assertion', () => {
  const [result] = evaluateAssertions([{ kind: 'jsonPath', path: '$..a..b', operator: 'exists' }], view('{}'), () => {
    throw new Error('The expression took longer than 1 ms.');
  });
  expect(result).toMatchObject({ status: 'failed', message: 'JSON $..a..b: The expression took longer than 1 ms.' });
});

test('decodes bodies in their own charset', () => {
  const bytes = new Uint8Array([0x22, 0xe9, 0x22]);
  const latin = new ResponseView({
    status: 200,
    headers: [],
    body: { bytes, contentType: 'text/plain; charset=iso-8859-1', sizeBytes: 3, truncated: false },
    durationMs: 1,
  });
  expect(latin.text()).toBe('"é"');
});

test.each<[string, string, string, boolean, boolean]>([
  ['white space, attributes and quotes', '<a x="1" y="2"><b/></a>', "<a y='2' x='1'>\n  <b></b>\n</a>", true, true],
  ['prefixes', '<p:a xmlns:p="urn:x" p:k="1"/>', '<q:a xmlns:q="urn:x" q:k="1"/>', true, true],
  ['a default namespace', '<a xmlns="urn:x"/>', '<q:a xmlns:q="urn:x"/>', true, true],
  ['comments and sections', '<a>x<!-- c -->y</a>', '<a><![CDATA[xy]]></a>', true, true],
  ['another namespace', '<a xmlns="urn:x"/>', '<a xmlns="urn:y"/>', false, false],
  ['another order', '<a><b/><c/></a>', '<a><c/><b/></a>', false, true],
  ['another text', '<a>1</a>', '<a>2</a>', false, false],
  ['text that spaces separate', '<a>x y</a>', '<a>xy</a>', false, false],
])('XML is compared by meaning: %s', (_name, body, expected, equal, equalInAnyOrder) => {
  const operators = ['equals', 'equalsIgnoringOrder'] as const;
  const results = operators.map(
    (operator) => evaluateAssertions([{ kind: 'body', operator, expected }], view(body))[0]!.status,
  );
  expect(results.map((status) => status === 'passed')).toEqual([equal, equalInAnyOrder]);
});

test('a body is compared regardless of the order of lists', () => {
  const judge = (expected: unknown) =>
    evaluateAssertions([{ kind: 'body', operator: 'equalsIgnoringOrder', expected }], view('{"a":[1,{"b":[2,3]}]}'))[0];
  expect(judge('{"a":[{"b":[3,2]},1]}')?.status).toBe('passed');
  expect(judge('{"a":[{"b":[3,3]},1]}')?.status).toBe('failed');
});

test('certificate days are compared', () => {
  const facts = { status: 200, headers: [], durationMs: 1, certificateDaysLeft: 12 } as const;
  const body = { bytes: new Uint8Array(), contentType: undefined, sizeBytes: 0, truncated: false };
  const judge = (expected: unknown) =>
    evaluateAssertions(
      [{ kind: 'certificateDays', operator: 'greaterOrEqual', expected }],
      new ResponseView({ ...facts, headers: [], body }),
    )[0];
  expect(judge('12 days')?.status).toBe('passed');
  expect(judge(14)?.message).toBe('Certificate days left: expected a value of at least 14, got 12.');
});
