import { beforeAll, expect, test } from 'vitest';
import type { HttpAssertion, ProofLine } from '../assertion.ts';
import { evaluateAssertions, judgeAssertions } from '../assertions/evaluate.ts';
import { ResponseView } from '../response-view.ts';
import { loadXPath } from '../xpath-query.ts';

beforeAll(() => loadXPath());

const order = JSON.stringify({
  id: 7,
  customer: { name: 'Ana', 'home town': 'Porto' },
  items: [
    { sku: 'a', price: 3 },
    { sku: 'b', price: 4.5 },
    { sku: 'c', price: '5' },
  ],
  total: 12.5,
});

interface Given {
  body?: string | Uint8Array;
  status?: number;
  headers?: [string, string][];
  truncated?: boolean;
  xsd?: string[];
}

function failureOf(assertion: HttpAssertion, given: Given = {}) {
  const { body = order, status = 200, headers = [], truncated = false, xsd } = given;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const view = new ResponseView({
    status,
    statusText: status === 404 ? 'Not Found' : 'OK',
    headers,
    body: { bytes, contentType: undefined, sizeBytes: bytes.length, truncated },
    durationMs: 12,
    ...(xsd && { xsdVerdicts: new Map([['<schema/>', { errors: xsd }]]) }),
  });
  const [result] = proven([assertion], view);
  expect(result!.status).toBe('failed');
  return result!;
}

function proven(assertions: HttpAssertion[], view: ResponseView) {
  const { results, prove } = judgeAssertions(assertions, view);
  prove();
  return results;
}

/** Marked lines start with ">". */
const written = ({ number, text, isMarked }: ProofLine) => `${isMarked ? '>' : ' '}${number ?? ''} ${text}`;
const proofOf = (assertion: HttpAssertion, given?: Given) => failureOf(assertion, given).proof?.lines.map(written);

const jsonPath = (path: string, expected: unknown, operator: HttpAssertion['operator'] = 'equals'): HttpAssertion => ({
  kind: 'jsonPath',
  path,
  operator,
  expected,
});

test.each<{ name: string; assertion: HttpAssertion; lines: string[] }>([
  {
    name: 'the line of a value, with two lines around it',
    assertion: jsonPath('$.total', 12),
    lines: ['     }', '   ],', '>  "total": 12.5', ' }'],
  },
  {
    name: 'the object that a member is missing in',
    assertion: jsonPath('$.customer.phone', '1'),
    lines: [' {', '   "id": 7,', '>  "customer": {', '     "name": "Ana",', '     "home town": "Porto"'],
  },
  {
    name: 'the first item that does not hold',
    assertion: jsonPath('$.items[*].price', { operator: 'type', expected: 'number' }, 'each'),
    lines: ['     {', '       "sku": "c",', '>      "price": "5"', '     }', '   ],'],
  },
  {
    name: 'where an object differs from the expected one',
    assertion: jsonPath('$.customer', { name: 'Ana', 'home town': 'Faro' }),
    lines: ['   "customer": {', '     "name": "Ana",', '>    "home town": "Porto"', '   },', '   "items": ['],
  },
])('a JSONPath is proven by $name', ({ assertion, lines }) => {
  expect(proofOf(assertion)!.map((line) => line.replace(/^(.)\d+ /, '$1'))).toEqual(lines);
});

test('lines of JSON are counted as indented', () => {
  const { proof } = failureOf(jsonPath('$.total', 12));
  const marked = proof!.lines.find(({ isMarked }) => isMarked)!;
  expect(JSON.stringify(JSON.parse(order), null, 2).split('\n')[marked.number! - 1]).toBe(marked.text);
});

test('each schema fault has its place and its line', () => {
  const schema = {
    title: 'Order',
    required: ['currency'],
    properties: { total: { type: 'integer' }, items: { items: { properties: { price: { type: 'number' } } } } },
  };
  const { message, faults, proof } = failureOf({ kind: 'jsonSchema', operator: 'matches', expected: schema });
  expect(message).toBe(
    'Body matches schema Order: 3 faults. The property "currency" is missing; /items/2/price: expected number, got string; /total: expected integer, got number.',
  );
  expect(faults).toEqual([
    { place: '', message: 'The property "currency" is missing', line: 1 },
    { place: '/items/2/price', message: 'expected number, got string', line: 18 },
    { place: '/total', message: 'expected integer, got number', line: 21 },
  ]);
  expect(proof!.lines.filter(({ isMarked }) => isMarked).map(written)).toEqual([
    '>1 {',
    '>18       "price": "5"',
    '>21   "total": 12.5',
  ]);
});

test.each([
  [{ $id: 'https://example.org/schemas/order.schema.json' }, 'order'],
  [{ id: 'urn:order', $schema: 'http://json-schema.org/draft-04/schema#' }, 'urn:order'],
  [{}, ''],
])('a schema of %j is called "%s"', (given, name) => {
  const { message } = failureOf({ kind: 'jsonSchema', operator: 'matches', expected: { ...given, required: ['x'] } });
  expect(message).toContain(`Body matches schema${name && ` ${name}`}: 1 fault.`);
});

test('a schema of a value names places relative to the body', () => {
  const expected = { properties: { sku: { maxLength: 0 } } };
  const { message, faults } = failureOf({ kind: 'jsonPath', path: '$.items[1]', operator: 'schema', expected });
  expect(message).toMatch(/^JSON \$\.items\[1\] matches schema: 1 fault\. \/sku: /);
  expect(faults).toMatchObject([{ place: '/sku', line: 13 }]);
});

test('a status is proven by the status line and the beginning of the body', () => {
  const body = '{"error":"no order 7","hint":"list them"}';
  expect(proofOf({ kind: 'status', operator: 'equals', expected: 200 }, { status: 404, body })).toEqual([
    '> HTTP 404 Not Found',
    ' 1 {',
    ' 2   "error": "no order 7",',
    ' 3   "hint": "list them"',
    ' 4 }',
  ]);
  expect(proofOf({ kind: 'status', operator: 'equals', expected: 200 }, { status: 404, body: '' })).toEqual([
    '> HTTP 404 Not Found',
  ]);
});

test('a header is proven by its line, or by the existing headers', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['X-Id', '7'],
  ];
  const header = (path: string): HttpAssertion => ({ kind: 'header', path, operator: 'equals', expected: 'x' });
  expect(proofOf(header('content-type'), { headers })).toEqual(['> Content-Type: text/html']);
  expect(proofOf(header('X-Missing'), { headers })).toEqual(['  Content-Type: text/html', '  X-Id: 7']);
  expect(proofOf(header('X-Missing'))).toBeUndefined();
});

test('an XPath is proven by the lines of its nodes, or of the existing prefix of its path', () => {
  const body =
    '<order id="7"><items><item sku="a">one &amp; two</item><item sku="b"/></items><note>late</note></order>';
  const xpath = (path: string): HttpAssertion => ({ kind: 'xpath', path, operator: 'equals', expected: 'x' });
  expect(proofOf(xpath('//item[1]'), { body })).toEqual([
    '  <order id="7">',
    '    <items>',
    '>     <item sku="a">one &amp; two</item>',
    '      <item sku="b"/>',
    '    </items>',
  ]);
  expect(proofOf(xpath('/order/items/item[2]/@sku'), { body })).toContain('>     <item sku="b"/>');
  expect(proofOf(xpath('/order/items/price/text()'), { body })!.filter((line) => line.startsWith('>'))).toEqual([
    '>   <items>',
  ]);
});

test('a body with a missing text is proven by its nearest line, one with an unwanted text by that line', () => {
  const body = ['<h1>Orders</h1>', '<p>Your order was declined by the bank.</p>', '<p>Bye</p>'].join('\n');
  const of = (operator: HttpAssertion['operator'], expected: string) =>
    proofOf({ kind: 'body', operator, expected }, { body })!.find((line) => line.startsWith('>'));
  const declined = '>2 <p>Your order was declined by the bank.</p>';
  expect(of('contains', 'Your order was accepted')).toBe(declined);
  expect(of('matches', '^order was (accepted|sent)$')).toBe(declined);
  expect(of('notContains', 'declined')).toBe(declined);
  expect(of('equals', body.replace('declined', 'accepted'))).toBe(declined);
  expect(of('contains', 'qqq')).toBeUndefined();
});

test('of a long line the part with the place is shown', () => {
  const body = `${'x'.repeat(5000)} declined ${'y'.repeat(5000)}`;
  const [line] = failureOf({ kind: 'body', operator: 'notContains', expected: 'declined' }, { body }).proof!.lines;
  expect(line!.text).toMatch(/^…x+ declined y+…$/);
  expect(line!.text.length).toBeLessThan(310);
});

test('truncated or binary bodies say so', () => {
  const cut = failureOf(jsonPath('$.total', 12), { body: '{"total": 1', truncated: true });
  expect(cut.proof).toEqual({
    source: 'body',
    lines: [{ number: 1, text: '{"total": 1' }],
    note: 'Only the beginning of the body was kept.',
  });
  const binary = failureOf(jsonPath('$.total', 12), { body: new Uint8Array([137, 80, 0, 0]) });
  expect(binary.proof).toEqual({ source: 'body', lines: [], note: 'The body is binary.' });
});

test('an XML Schema marks the lines that its validator names', () => {
  const { faults, proof } = failureOf(
    { kind: 'xsd', operator: 'matches', expected: '<schema/>' },
    { body: '<a>\n<b/>\n<c/>\n</a>', xsd: ['line 3: not expected', 'of the whole'] },
  );
  expect(faults).toEqual([
    { place: 'Line 3', message: 'not expected', line: 3 },
    { place: '', message: 'Of the whole' },
  ]);
  expect(proof!.lines.map(written)).toEqual([' 1 <a>', ' 2 <b/>', '>3 <c/>', ' 4 </a>']);
});

test('a proof stays small, whatever the body and the number of assertions', () => {
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(id % 700) })));
  const view = new ResponseView({
    status: 200,
    headers: [],
    body: { bytes: new TextEncoder().encode(body), contentType: undefined, sizeBytes: body.length, truncated: false },
    durationMs: 1,
  });
  const assertions = Array.from({ length: 30 }, () => jsonPath('$[*].text', 'none'));
  const proofs = proven(assertions, view).map(({ proof }) => proof);
  expect(proofs.filter(Boolean).length).toBe(20);
  expect(JSON.stringify(proofs[0]).length).toBeLessThan(10_000);
});

test('only failures are proven, and only on request', () => {
  const facts = { status: 200, headers: [], durationMs: 1 };
  const body = { bytes: new TextEncoder().encode(order), contentType: undefined, sizeBytes: 1, truncated: false };
  const view = new ResponseView({ ...facts, body });
  expect(evaluateAssertions([jsonPath('$.total', 1)], view)[0]).not.toHaveProperty('proof');
  expect(proven([jsonPath('$.total', 12.5)], view)[0]).not.toHaveProperty('proof');
});

test('proofs use time only after all evaluations, and are omitted if none is left', () => {
  const facts = { status: 200, headers: [], durationMs: 1 };
  const body = { bytes: new TextEncoder().encode(order), contentType: undefined, sizeBytes: 1, truncated: false };
  let calls = 0;
  const threeCalls = <T>(work: () => T): T => {
    calls += 1;
    if (calls > 3) throw new Error('There is no time left.');
    return work();
  };
  const costly = (expected: number) => jsonPath('$[?@ == 12.5]', expected);
  const view = new ResponseView({ ...facts, body });
  const { results, prove } = judgeAssertions([costly(1), costly(12.5), jsonPath('$.id', 1)], view, threeCalls);
  expect(results.map(({ status }) => status)).toEqual(['failed', 'passed', 'failed']);
  expect(calls).toBe(2);
  prove();
  expect(results.map(({ proof }) => proof !== undefined)).toEqual([true, false, false]);
});
