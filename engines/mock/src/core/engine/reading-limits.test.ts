import { loadXPath } from '@touchstone/engine-assert/core';
import { beforeAll, expect, test } from 'vitest';
import { mockRequest } from '../../testing/request.ts';
import { importMock } from '../import/import-mock.ts';
import { openApiValidator } from '../import/openapi-validator.ts';
import { soapValidator } from '../import/soap-validator.ts';
import { MockEngine } from './mock-engine.ts';

beforeAll(() => loadXPath());

/**
 * An engine whose guard stops work that exceeds the time left, without doing it; `given` lists the times it was given.
 */
function engineThatEnds() {
  const given: (number | undefined)[] = [];
  const guard = <Result>(_work: () => Result, withinMs = 0): Result => {
    given.push(withinMs);
    const end = performance.now() + withinMs + 1;
    while (performance.now() < end);
    throw new Error('The expression took too long.');
  };
  return { engine: new MockEngine({ guard }), given };
}
const large = `<a>${'<b>text</b>'.repeat(4000)}</a>`;

test.each<[what: string, matcher: object]>([
  ['an XPath', { matchesXPath: '/a/b' }],
  ['an equal document', { equalToXml: '<a><b>text</b></a>' }],
])('a large body is parsed for %s within the time of the request, and the journal reports a timeout', (_, matcher) => {
  const { engine, given } = engineThatEnds();
  const stubs = Array.from({ length: 3 }, () => ({ request: { bodyPatterns: [matcher] }, response: {} }));
  expect(engine.putAll(stubs)).toEqual([]);
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body: large }));
  expect(answer.status).toBe(404);
  expect(given).toEqual([50]);
  expect(notes).toEqual(['Reading documents took more than 50 ms; what was not read did not match.']);
  expect(engine.serve(mockRequest({ method: 'POST', body: '<a><b>text</b></a>' })).answer.status).toBe(200);
});

test.each<[what: string, matcher: object]>([
  ['an equal document', { equalToJson: { key1: 1 } }],
  ['a path', { matchesJsonPath: '$.key1' }],
  ['a schema', { matchesJsonSchema: { type: 'object' } }],
])('a body with very many names is not parsed as JSON for %s, and the journal says so', (_, matcher) => {
  const engine = new MockEngine();
  engine.put({ request: { bodyPatterns: [matcher] }, response: {} });
  const body = `{${Array.from({ length: 200_000 }, (_name, n) => `"key${n}":1`).join(',')}}`;
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body }));
  expect(answer.status).toBe(404);
  expect(notes).toEqual(['The body takes too long to be read as JSON, so what looks into it did not match.']);
  expect(engine.serve(mockRequest({ method: 'POST', body: '{"key1":1}' })).answer.status).toBe(200);
});

test('a template that reads a large body fails with the reason', () => {
  const { engine } = engineThatEnds();
  const body = "{{xPath request.body '/a/b'}}";
  engine.put({ request: {}, response: { body, transformers: ['response-template'] } });
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body: large }));
  expect(answer.status).toBe(500);
  expect(notes.join()).toContain('The XML takes too long to read');
});

test('a template that reads JSON with very many names fails with the reason', () => {
  const engine = new MockEngine();
  const body = "{{jsonPath request.body '$.key1'}}";
  engine.put({ request: {}, response: { body, transformers: ['response-template'] } });
  const names = `{${Array.from({ length: 200_000 }, (_name, n) => `"key${n}":1`).join(',')}}`;
  const { answer, notes } = engine.serve(mockRequest({ method: 'POST', body: names }));
  expect(answer.status).toBe(500);
  expect(notes.join()).toContain('The JSON takes too long to read');
});

test('a template reads the same text only once', () => {
  let readings = 0;
  const engine = new MockEngine({
    guard: (work) => {
      readings += 1;
      return work();
    },
  });
  const body = "{{xPath request.body '/a/b'}} {{xPath request.body '/a/b'}}";
  engine.put({ request: {}, response: { body, transformers: ['response-template'] } });
  expect(engine.serve(mockRequest({ method: 'POST', body: large })).answer.body).toBe('<b>text</b> <b>text</b>');
  expect(readings).toBe(1);
});

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified"><x:element name="Ask"><x:complexType><x:sequence><x:element name="day" type="x:string" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element></x:schema></types>
<message name="in"><part name="p" element="t:Ask"/></message><portType name="P"><operation name="Get"><input message="t:in"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:t/Get"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://a.test/rates"/></port></service></definitions>`;
const envelope = (days: number) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Ask xmlns="urn:t">${'<day>1</day>'.repeat(days)}</Ask></e:Body></e:Envelope>`;

test.each([
  ['is too large to be read', 5000],
  ['is read and takes too long to be judged', 800],
])('an envelope that %s is refused with that reason', async (_, days) => {
  const { soap, stubs } = await importMock(wsdl, 'rates.wsdl');
  const { engine } = engineThatEnds();
  if (soap) engine.validators = [soapValidator(soap)];
  engine.putAll(stubs);
  const send = (body: string) =>
    engine.serve(mockRequest({ method: 'POST', url: '/rates', headers: { SOAPAction: 'urn:t/Get' }, body }));
  const { violations, answer } = send(envelope(days));
  expect(violations).toEqual([
    { in: 'request', place: 'body', message: 'The body is too large to be judged in time.' },
  ]);
  expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('too large to be judged in time') });
  expect(send(envelope(2)).violations).toEqual([]);
});

/** Each level calls the next one twice; the loop calls itself. */
const deep = {
  Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
  ...Object.fromEntries(
    Array.from({ length: 25 }, (_, n) => {
      const next = { $ref: `#/components/schemas/L${n + 1}` };
      return [`L${n}`, n === 24 ? { type: 'object' } : { allOf: [next, next] }];
    }),
  ),
};
const judgedBy = async (schema: object) => {
  const { api, stubs } = await importMock(
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Hostile', version: '1' },
      components: { schemas: deep },
      paths: {
        '/x': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: { 200: {} } } },
      },
    }),
    'hostile.json',
  );
  const { engine, given } = engineThatEnds();
  if (api) engine.validators = [openApiValidator(api)];
  engine.putAll(stubs);
  const headers = { 'Content-Type': 'application/json' };
  return (body: string) => {
    given.length = 0;
    const { violations, answer } = engine.serve(mockRequest({ method: 'POST', url: '/x', headers, body }));
    return { messages: violations.map(({ message }) => message), given: [...given], status: answer.status };
  };
};
const tooLong = 'The value takes too long to be judged.';

test.each<[what: string, schema: object, body: string, given: number[], messages: string[]]>([
  ['a small body by a small schema, without a clock', { type: 'object' }, '{"a":1}', [], []],
  ['schemas within each other', { $ref: '#/components/schemas/L0' }, '{}', [50], [tooLong]],
  ['a pattern', { properties: { a: { pattern: '(?=a)(a+)+$' } } }, '{"a":"b"}', [50], [tooLong]],
  ['items that must differ', { uniqueItems: true }, `[${'{"a":[1,2]},'.repeat(2000)}1]`, [50], [tooLong]],
  ['more items than are read', { uniqueItems: true }, `[${'{},'.repeat(1_000_000)}1]`, [50], [tooLong]],
  ['a long text', { type: 'string' }, JSON.stringify('x'.repeat(3000)), [], []],
])('JSON is validated within the time of its request: %s', async (_, schema, body, given, messages) => {
  const judge = await judgedBy(schema);
  expect(judge(body)).toEqual({ messages, given, status: 200 });
});

test('an unusable schema reports why, and the request is answered', async () => {
  const judge = await judgedBy({ $ref: '#/components/schemas/Loop' });
  const { messages, status } = judge('{"a":1}');
  expect(messages).toEqual([expect.stringContaining('The schema cannot be used: it refers to itself without end')]);
  expect(status).toBe(200);
});

test('a pattern that searches the journal gets the time of one request per call', () => {
  const given: (number | undefined)[] = [];
  const engine = new MockEngine({
    guard: (work, withinMs) => {
      given.push(withinMs);
      const end = performance.now() + 60;
      while (performance.now() < end);
      return work();
    },
  });
  const { matcher } = engine.compile({ headers: { 'X-A': { matches: '(?=a)a+' } } });
  const { request } = engine.serve(mockRequest({ headers: { 'X-A': 'aa' } }));
  expect([matcher.test(request), matcher.test(request), matcher.test(request)]).toEqual([true, true, true]);
  expect(given).toEqual([50, 50, 50]);
});
