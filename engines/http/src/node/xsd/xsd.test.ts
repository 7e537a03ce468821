import { validateXsd } from '@touchstone/engine-assert';
import type { HttpAssertion } from '@touchstone/engine-assert/core';
import { joinSchemaDocuments } from '@touchstone/engine-assert/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';

const schema = (inner: string) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${inner}</xs:schema>`;
const order = schema(
  '<xs:element name="order"><xs:complexType><xs:sequence><xs:element name="qty" type="xs:positiveInteger"/></xs:sequence></xs:complexType></xs:element>',
);

test.each([
  ['<order><qty>1</qty></order>', order, { errors: [] }],
  ['\uFEFF <?xml version="1.0"?><order><qty>1</qty></order>'.replace(' ', ''), order, { errors: [] }],
  [
    '<order><qty>0</qty></order>',
    order,
    { errors: [expect.stringMatching(/^line 1: Element 'qty': '0' is not a valid value/)] },
  ],
  ['<order/>', order, { errors: [expect.stringMatching(/Missing child element/)] }],
  ['<order>', order, { problem: expect.stringMatching(/body is not well-formed XML/) }],
  ['<order/>', '<xs:schema', { problem: expect.stringMatching(/schema is not well-formed/) }],
  [
    '<order/>',
    schema('<xs:element name="a" type="none"/>'),
    { problem: expect.stringMatching(/cannot be used: .*none/) },
  ],
  [
    '<order/>',
    schema('<xs:include schemaLocation="file:///etc/passwd"/>'),
    { problem: expect.stringMatching(/refers to another file.*Add the file/) },
  ],
  [
    '<order/>',
    schema('<xs:import namespace="urn:x" schemaLocation="http://127.0.0.1/x.xsd"/>'),
    { problem: expect.stringMatching(/refers to another file/) },
  ],
])('validates %s', async (xml, xsd, verdict) => {
  expect(await validateXsd({ xml, xsd })).toEqual(verdict);
});

const types = schema(
  '<xs:include schemaLocation="../order.xsd"/><xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType>',
);
const other = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><xs:element name="note" type="xs:int"/></xs:schema>`;
const several = (...documents: [name: string, text: string][]) =>
  joinSchemaDocuments(documents.map(([name, text]) => ({ name, text })));
const root = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o">
  <xs:include schemaLocation="types/code.xsd"/><xs:import namespace="urn:o" schemaLocation="http://schemas.test/v1/other.xsd?x=1"/>
  <xs:element name="order"><xs:complexType><xs:sequence><xs:element name="code" type="Code"/><xs:element ref="o:note"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

test.each([
  ['<order><code>A</code><n:note xmlns:n="urn:o">1</n:note></order>', { errors: [] }],
  [
    '<order><code>B</code><n:note xmlns:n="urn:o">x</n:note></order>',
    { errors: [expect.stringContaining("'B'"), expect.stringContaining("'x'")] },
  ],
])('a schema of several documents validates %s', async (xml, verdict) => {
  const files = several(['order.xsd', root], ['code.xsd', types], ['other.xsd', other]);
  expect(files).toMatch(/^<\?schema name="order.xsd"\?>/);
  expect(await validateXsd({ xml, xsd: files })).toEqual(verdict);
  expect(await validateXsd({ xml, xsd: files.replace('<?schema name="order.xsd"?>', '') })).toMatchObject({
    problem: expect.stringContaining('refers to another file (../order.xsd)'),
  });
  // The documents don't leak into the next schema.
  expect(await validateXsd({ xml, xsd: root })).toMatchObject({
    problem: expect.stringContaining('refers to another file (types/code.xsd)'),
  });
});

test('the document that no other references comes first', () => {
  const main = schema('<xs:include schemaLocation="part.xsd"/>');
  expect(several(['part.xsd', order], ['main.xsd', main])).toBe(several(['main.xsd', main], ['part.xsd', order]));
  expect(several(['only.xsd', order])).toBe(order);
});

test.each([
  ['one of them is not well-formed', several(['a.xsd', order], ['b.xsd', '<xs:schema']), /not well-formed: b.xsd: /],
  [
    'there are too many',
    several(...Array.from({ length: 101 }, (_, at): [string, string] => [`${at}.xsd`, order])),
    /more than 100/,
  ],
  ['there is none', '', /not well-formed/],
])('a schema of several documents is rejected if %s', async (_, xsd, problem) => {
  expect(await validateXsd({ xml: '<order/>', xsd })).toEqual({ problem: expect.stringMatching(problem) });
});

test('an entity is not read from a file', async () => {
  const xml = '<!DOCTYPE order [<!ENTITY x SYSTEM "file:///etc/hostname">]><order><qty>&x;</qty></order>';
  const verdict = await validateXsd({ xml, xsd: order });
  expect(verdict).not.toEqual({ errors: [] });
});

test('a document that is nested too deeply is rejected before it is read', async () => {
  const xml = '<a>'.repeat(501) + '</a>'.repeat(501);
  expect(await validateXsd({ xml, xsd: order })).toEqual({ problem: expect.stringMatching(/deeper than 500 levels/) });
});

let server: LocalServer;
beforeAll(async () => {
  const many = `<order>${Array.from({ length: 200_000 }, (_, index) => `<qty>${index}</qty>`).join('')}</order>`;
  server = await startHttp((request, response) =>
    response.end(request.url === '/many' ? many : '<order><qty>0</qty></order>'),
  );
});
afterAll(() => server.close());

test('an assertion of a step is evaluated with it', async () => {
  const session = createHttpSession({ scopes: [{ schema: order }] });
  const assertions: HttpAssertion[] = [
    { kind: 'xsd', operator: 'matches', expected: '{{schema}}' },
    { kind: 'xsd', operator: 'notEquals', expected: order },
    { kind: 'body', operator: 'equals', expected: '<order>\n  <!-- none -->\n  <qty>0</qty>\n</order>' },
  ];
  const { assertions: results } = await session.execute(buildStep({ url: server.url, assertions }));
  expect(results.map(({ status }) => status)).toEqual(['failed', 'passed', 'passed']);
  expect(results[0]!.message).toMatch(/^Body matches XML schema: 1 fault\. Line 1: Element 'qty'/i);
  await session.close();
});

test('a validation that takes too long fails, and the next one works', async () => {
  const session = createHttpSession({ scopes: [], expressionLimitMs: 1 });
  const patient = createHttpSession({ scopes: [] });
  // Every value is compared with every other one.
  const unique = schema(
    `<xs:element name="order"><xs:complexType><xs:sequence><xs:element name="qty" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
     <xs:unique name="u"><xs:selector xpath="qty"/><xs:field xpath="."/></xs:unique></xs:element>`,
  );
  const slow = buildStep({
    url: `${server.url}/many`,
    assertions: [{ kind: 'xsd', operator: 'matches', expected: unique }],
  });
  expect((await session.execute(slow)).assertions).toMatchObject([
    { status: 'failed', message: expect.stringMatching(/took longer than \d+ ms and was stopped/) },
  ]);
  const assertions: HttpAssertion[] = [{ kind: 'xsd', operator: 'notEquals', expected: order }];
  expect((await patient.execute(buildStep({ url: server.url, assertions }))).status).toBe('passed');
  await Promise.all([session.close(), patient.close()]);
});
