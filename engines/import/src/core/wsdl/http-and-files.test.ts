import { describe, expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';
import { joinLocation } from './wsdl-documents.ts';

const namespaces =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:s="urn:s"';

describe('plain HTTP operations', () => {
  interface Plain {
    verb?: string;
    location?: string;
    input?: string;
    parts?: string;
    output?: string;
  }
  const plain = ({
    verb = 'verb="POST"',
    location = 'location="/x"',
    input = '',
    parts = '<part name="a" type="xs:int"/><part name="b"/>',
    output = '<output/>',
  }: Plain) =>
    importWsdl(`<definitions targetNamespace="urn:t" ${namespaces}><types><xs:schema targetNamespace="urn:s"><xs:element name="e" type="xs:int"/><xs:simpleType name="none"><xs:restriction base="xs:string"><xs:length value="0"/></xs:restriction></xs:simpleType></xs:schema></types>
<message name="in">${parts}</message><portType name="p"><operation name="ask"><input message="t:in"/>${output}</operation></portType>
<binding name="b" type="t:p"><http:binding ${verb}/><operation name="ask"><http:operation ${location}/>${input === 'none' ? '' : `<input>${input}</input>`}</operation></binding>
<service name="S"><port name="P" binding="t:b"><http:address location="http://s.test"/></port></service></definitions>`);
  test('an operation without its message has no fields', async () => {
    const text = `<definitions targetNamespace="urn:t" ${namespaces}><portType name="p"><operation name="ask"><input message="t:gone"/></operation></portType>
<binding name="b" type="t:p"><http:binding verb="GET"/><operation name="ask"><http:operation location="/x"/><input/></operation></binding></definitions>`;
    const { steps, problems } = await importWsdl(text);
    expect(steps).toMatchObject([{ method: 'GET', url: '{{baseUrl}}/x', queryParams: [], body: { type: 'none' } }]);
    expect(problems).toEqual([{ place: 'b, ask', reason: 'The message t:gone is not described.' }]);
  });

  const rows = [
    { key: 'a', value: '1' },
    { key: 'b', value: 'string' },
  ];
  const common = {
    method: 'POST',
    url: 'http://s.test/x',
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
  };
  const content = (type: string) => `<mime:content ${type && `type="${type}"`}/>`;
  const xml = (text: string) => ({ type: 'xml', content: text });
  const element = '<part name="e" element="s:e"/>';
  test.each<[name: string, given: Plain, step: object]>([
    ['a query', { verb: 'verb="get"' }, { method: 'GET', queryParams: rows }],
    ['a query where there is no verb', { verb: '' }, { method: 'GET', queryParams: rows }],
    ['DELETE', { verb: 'verb="DELETE"' }, { method: 'DELETE', queryParams: rows }],
    ['HEAD', { verb: 'verb="HEAD"' }, { method: 'HEAD', queryParams: rows }],
    ['no input', { input: 'none' }, { body: { type: 'urlencoded', fields: rows } }],
    ['a form', { input: content('application/X-WWW-form-URLENCODED') }, { body: { type: 'urlencoded', fields: rows } }],
    ['a form without a type', { input: content('') }, { body: { type: 'urlencoded', fields: rows } }],
    ['no location', { location: '' }, { url: 'http://s.test', body: { type: 'urlencoded', fields: rows } }],
    ['no parts', { parts: '' }, { body: { type: 'urlencoded', fields: [] } }],
    [
      'parts of the path',
      { location: 'location="/(a)/x(b)/(/)/()"', input: '<http:urlReplacement/>' },
      { url: 'http://s.test/{a}/x{b}/(/)/()', pathParams: rows },
    ],
    [
      'a part of the path that is empty',
      { location: 'location="/(a)"', input: '<http:urlReplacement/>', parts: '<part name="a" type="s:none"/>' },
      { url: 'http://s.test/{a}', pathParams: [{ key: 'a', value: '1' }] },
    ],
    [
      'an element',
      { input: '<mime:mimeXml/>', parts: element },
      { body: xml('<s:e xmlns:s="urn:s">1</s:e>'), headers: [{ key: 'Content-Type', value: 'text/xml' }] },
    ],
    [
      'an element of a type of XML',
      { input: content('application/xml'), parts: element },
      { body: xml('<s:e xmlns:s="urn:s">1</s:e>') },
    ],
    [
      'an element of another type of XML',
      { input: content('application/SOAP+XML'), parts: element },
      { body: xml('<s:e xmlns:s="urn:s">1</s:e>'), headers: [{ key: 'Content-Type', value: 'application/SOAP+XML' }] },
    ],
    [
      'a type',
      { input: content('application/xml'), parts: '<part name="a" type="xs:int"/>' },
      { body: xml('<a>1</a>') },
    ],
    [
      'an empty element',
      { input: content('application/xml'), parts: '<part name="a" type="xs:anyType"/>' },
      { body: xml('<a/>') },
    ],
    ['nothing', { input: content('application/xml'), parts: '' }, { body: xml('') }],
    ['a part that is nothing', { input: content('application/xml'), parts: '<part name="a"/>' }, { body: xml('') }],
  ])('%s', async (_name, given, step) => {
    const { steps, problems } = await plain(given);
    expect(problems).toEqual([]);
    expect(steps[0]).toMatchObject({ ...common, ...step });
    expect(steps[0]?.assertions).toEqual([{ kind: 'status', operator: 'equals', expected: '200' }]);
  });

  test('a body that cannot be generated is reported', async () => {
    const { steps, problems } = await plain({ input: content('image/png'), output: '' });
    expect(steps[0]).toMatchObject({ ...common, assertions: [{ expected: '200,202,204' }] });
    expect(problems).toEqual([
      { place: 'S, ask', reason: 'A body of type image/png cannot be made up. Choose a file or write a text.' },
    ]);
  });
});

test.each([
  ['http://h/a/b.wsdl', 'c.xsd', 'http://h/a/c.xsd'],
  ['http://h/a/b.wsdl', '../c.xsd', 'http://h/c.xsd'],
  ['http://h/a/b.wsdl', '/c.xsd', 'http://h/c.xsd'],
  ['http://h/a', 'http://[', 'http://['],
  ['', 'HTTPS://H/x y', 'https://h/x%20y'],
  ['a/b.wsdl', 'file:///c.xsd', 'file:///c.xsd'],
  ['a/b.wsdl', 'urn:x', 'urn:x'],
  ['C:/a/b.wsdl', 'c.xsd', 'C:/a/c.xsd'],
  ['a/b.wsdl', 'c.xsd', 'a/c.xsd'],
  ['a/b.wsdl', './c/.//d.xsd', 'a/c/d.xsd'],
  ['a/b.wsdl', '../c.xsd', 'c.xsd'],
  ['a/b.wsdl', '../../c.xsd', '../c.xsd'],
  ['a/b.wsdl', '../../../c.xsd', '../../c.xsd'],
  ['/a/b.wsdl', '../../c.xsd', '/../c.xsd'],
  ['a\\b.wsdl', '..\\c\\d.xsd', 'c/d.xsd'],
  ['a/b.wsdl', '/c.xsd', '/c.xsd'],
  ['b.wsdl', 'c.xsd', 'c.xsd'],
  ['a/b', 'c/../d.xsd', 'a/d.xsd'],
  ['not http://h/a', 'c', 'not http://h/c'],
])('from %j the location %j is %j', (base, location, joined) => {
  expect(joinLocation(base, location)).toBe(joined);
});

describe('documents named by a description', () => {
  const schema = (attributes: string, inner: string) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${inner}</xs:schema>`;
  const type = (name: string, value: number) =>
    `<xs:simpleType name="${name}"><xs:restriction base="xs:int"><xs:minInclusive value="${value}"/></xs:restriction></xs:simpleType>`;
  const main = (
    types: string,
    imports = '',
    attributes = '',
  ) => `<definitions ${attributes} targetNamespace="urn:t" ${namespaces}>${imports}<types>${types}</types>
<message name="in"><part name="p" type="s:code"/></message><portType name="p"><operation name="ask"><input message="t:in"/></operation></portType>
<binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="ask"/></binding></definitions>`;

  async function read(text: string, files: Record<string, string> = {}, location?: string) {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return files[name];
    };
    const { steps, problems, title } = await importWsdl(text, { resolve, ...(location && { location }) });
    const body = steps[0]?.body;
    const values = [...(body?.type === 'xml' ? body.content : '').matchAll(/<p>(.*)<\/p>/g)].map(([, value]) => value);
    return { asked, values, title, problems: problems.map(({ place, reason }) => `${place}: ${reason}`) };
  }
  const own = schema('targetNamespace="urn:s"', type('code', 7));

  test.each<[name: string, types: string, files: Record<string, string>, asked: string[]]>([
    ['an import', schema('', '<xs:import namespace="urn:s" schemaLocation="a.xsd"/>'), { 'a.xsd': own }, ['a.xsd']],
    [
      'an include',
      schema('targetNamespace="urn:s"', '<xs:include schemaLocation="a.xsd"/>'),
      { 'a.xsd': own },
      ['a.xsd'],
    ],
    [
      'an include that takes the namespace',
      schema('targetNamespace="urn:s"', '<xs:include schemaLocation="a.xsd"/>'),
      {
        'a.xsd': schema(
          '',
          `${type('seven', 7)}<xs:simpleType name="code"><xs:restriction base="seven"/></xs:simpleType>`,
        ),
      },
      ['a.xsd'],
    ],
    [
      'a redefinition',
      schema('targetNamespace="urn:s"', `<xs:redefine schemaLocation="a.xsd">${type('code', 7)}</xs:redefine>`),
      { 'a.xsd': schema('', type('code', 9)) },
      ['a.xsd'],
    ],
    [
      'an import of an import',
      schema('', '<xs:import namespace="urn:x" schemaLocation="x/a.xsd"/>'),
      {
        'x/a.xsd': schema('targetNamespace="urn:x"', '<xs:import namespace="urn:s" schemaLocation="b.xsd"/>'),
        'x/b.xsd': own,
      },
      ['x/a.xsd', 'x/b.xsd'],
    ],
    [
      'nothing that is built in',
      schema(
        'targetNamespace="urn:s"',
        `${['http://www.w3.org/2001/XMLSchema', 'http://www.w3.org/XML/1998/namespace', 'http://schemas.xmlsoap.org/soap/encoding/', 'http://schemas.xmlsoap.org/wsdl/'].map((name) => `<xs:import namespace="${name}" schemaLocation="${name}"/>`).join('')}${type('code', 7)}`,
      ),
      {},
      [],
    ],
    [
      'nothing without a location',
      schema(
        'targetNamespace="urn:s"',
        `<xs:import namespace="urn:x"/><xs:include/><xs:import namespace="urn:x" schemaLocation=""/>${type('code', 7)}`,
      ),
      {},
      [],
    ],
    [
      'each once',
      schema(
        'targetNamespace="urn:s"',
        '<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="./a.xsd"/><xs:import namespace="urn:s" schemaLocation="a.xsd"/>',
      ),
      { 'a.xsd': schema('targetNamespace="urn:s"', `<xs:include schemaLocation="a.xsd"/>${type('code', 7)}`) },
      ['a.xsd'],
    ],
  ])('%s', async (_name, types, files, asked) => {
    expect(await read(main(types), files)).toMatchObject({ asked, values: ['7'], problems: [] });
  });

  test('a description that imports descriptions', async () => {
    const outer = `<definitions name="Outer" ${namespaces}><import namespace="urn:t" location="in/main.wsdl"/></definitions>`;
    const files = { 'w/in/main.wsdl': main('<xs:schema/>', '<import location="../s.xsd"/>'), 'w/s.xsd': own };
    expect(await read(outer, files, 'w/outer.wsdl')).toEqual({
      title: 'Outer',
      asked: ['w/in/main.wsdl', 'w/s.xsd'],
      values: ['7'],
      problems: [],
    });
  });

  test('one file is included in several namespaces', async () => {
    const include = (namespace: string) =>
      schema(`targetNamespace="${namespace}"`, '<xs:include schemaLocation="a.xsd"/>');
    const { asked, problems, values } = await read(main(include('urn:x') + include('urn:s')), {
      'a.xsd': schema('', type('code', 7)),
    });
    expect([asked, problems, values]).toEqual([['a.xsd'], [], ['7']]);
  });

  test.each([
    ['the description itself', undefined, 'document'],
    ['the description itself, whose place is known', 'a/b.wsdl', 'a/b.wsdl'],
  ])('an invalid description is reported with its place: %s', async (_name, location, place) => {
    expect((await read('<description xmlns="http://www.w3.org/ns/wsdl"/>', {}, location)).problems[0]).toBe(
      `${place}: This is WSDL 2.0, which is not read. Give the WSDL 1.1 of the service.`,
    );
    expect((await read('<x:html xmlns:x="urn:x"/>', {}, location)).problems[0]).toBe(
      `${place}: The root element is x:html; a WSDL 1.1 document begins with definitions.`,
    );
  });

  test('a file with other content, or an unreadable one, is reported once', async () => {
    const import2 = '<xs:import namespace="urn:x" schemaLocation="a.xsd"/>'.repeat(2);
    const types = schema('targetNamespace="urn:s"', import2 + type('code', 7));
    expect((await read(main(types), { 'a.xsd': '<html/>' })).problems).toEqual([
      'a.xsd: The root element is html; a WSDL 1.1 document begins with definitions.',
    ]);
    const missing = await read(main(types));
    expect([missing.asked.length, missing.problems]).toEqual([
      1,
      ['a.xsd: The description names this document, which was not found. Import the file together with it.'],
    ]);
  });

  test('without a resolver only what the description itself lacks is reported', async () => {
    const types = schema(
      'targetNamespace="urn:s"',
      `<xs:import namespace="urn:s" schemaLocation="own.xsd"/><xs:import schemaLocation="none.xsd"/><xs:include schemaLocation="inc.xsd"/>${type('code', 7)}`,
    );
    const { problems } = await importWsdl(main(types));
    expect(problems.map(({ place }) => place)).toEqual(['none.xsd', 'inc.xsd']);
    const both = await importWsdl(main(types + schema('', '')));
    expect(both.problems.map(({ place }) => place)).toEqual(['inc.xsd']);
  });

  test('five hundred documents are read', async () => {
    let count = 0;
    const { problems } = await importWsdl(
      main(schema('targetNamespace="urn:s"', '<xs:include schemaLocation="0.xsd"/>')),
      {
        resolve: async () => {
          count += 1;
          return schema('', `<xs:include schemaLocation="${count}.xsd"/>`);
        },
      },
    );
    expect(count).toBe(499);
    expect(problems[0]?.reason).toContain('too many or too large documents');
  });
});
