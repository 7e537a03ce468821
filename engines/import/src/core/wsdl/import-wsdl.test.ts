import { parseXmlDocument } from 'slimdom';
import { describe, expect, test } from 'vitest';
import { bodyContents, validateContent } from '../../testing/validate-envelope.ts';
import { importWsdl } from './import-wsdl.ts';
import { SoapJudge } from './judge-soap.ts';

const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"';

const wsdl = (inner: string) =>
  `<?xml version="1.0"?>\n<wsdl:definitions name="Shop" targetNamespace="urn:shop" xmlns:t="urn:shop" ${namespaces}>${inner}</wsdl:definitions>`;

/** A service with one document-style operation, whose input is the element `t:request`. */
const documentService = (types: string, extra = '') =>
  wsdl(`<wsdl:types>${types}</wsdl:types>
  <wsdl:message name="in"><wsdl:part name="parameters" element="t:request"/></wsdl:message>
  <wsdl:message name="out"><wsdl:part name="parameters" element="t:request"/></wsdl:message>
  <wsdl:portType name="type"><wsdl:operation name="send"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="binding" type="t:type"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="send"><soap:operation soapAction="urn:send"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
  <wsdl:service name="Shop"><wsdl:port name="ShopPort" binding="t:binding"><soap:address location="http://shop.example.org/soap"/></wsdl:port></wsdl:service>${extra}`);

const schema = (inner: string, attributes = 'elementFormDefault="qualified"') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop" ${attributes}>${inner}</xs:schema>`;

const contentOf = (body: { type: string } | undefined): string =>
  body?.type === 'xml' ? (body as unknown as { content: string }).content : '';

describe('sample envelopes are valid against their schemas', () => {
  const element = (content: string) => `<xs:element name="request">${content}</xs:element>`;
  const complex = (content: string) => element(`<xs:complexType>${content}</xs:complexType>`);
  const simple = (facets: string, base = 'xs:string') =>
    element(`<xs:simpleType><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`);
  const cases: [string, string, string?][] = [
    [
      'built-in types',
      complex(
        `<xs:sequence>${['string', 'normalizedString', 'token', 'language', 'Name', 'NCName', 'NMTOKEN', 'NMTOKENS', 'ID', 'IDREF', 'boolean', 'decimal', 'float', 'double', 'integer', 'nonPositiveInteger', 'negativeInteger', 'nonNegativeInteger', 'positiveInteger', 'long', 'int', 'short', 'byte', 'unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte', 'duration', 'dateTime', 'time', 'date', 'gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth', 'hexBinary', 'base64Binary', 'anyURI', 'QName', 'anyType', 'anySimpleType'].map((type) => `<xs:element name="a-${type}" type="xs:${type}"/>`).join('')}</xs:sequence>`,
      ),
    ],
    [
      'unqualified locals',
      complex(
        '<xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" form="qualified"/></xs:sequence>',
      ),
      '',
    ],
    [
      'choice, group and all',
      complex(
        '<xs:sequence><xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice><xs:group ref="t:pair" maxOccurs="2"/></xs:sequence>',
      ) +
        '<xs:group name="pair"><xs:sequence><xs:element name="x" type="t:both"/></xs:sequence></xs:group><xs:complexType name="both"><xs:all><xs:element name="l" type="xs:date"/><xs:element name="r" type="xs:time" minOccurs="0"/></xs:all></xs:complexType>',
    ],
    [
      'required recursion that ends where nothing is written',
      complex('<xs:sequence><xs:element name="root" type="t:node"/></xs:sequence>') +
        '<xs:complexType name="node"><xs:sequence><xs:element name="left" type="t:node" nillable="true"/><xs:element name="right" type="t:node" nillable="true"/></xs:sequence></xs:complexType>',
    ],
    [
      'extension of an extension',
      complex(
        '<xs:complexContent><xs:extension base="t:middle"><xs:sequence><xs:element name="c" type="xs:int"/></xs:sequence><xs:attribute name="k" use="required"/></xs:extension></xs:complexContent>',
      ) +
        '<xs:complexType name="base"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attributeGroup ref="t:attributes"/></xs:complexType><xs:complexType name="middle"><xs:complexContent><xs:extension base="t:base"><xs:choice><xs:element name="b" type="xs:int"/></xs:choice></xs:extension></xs:complexContent></xs:complexType><xs:attributeGroup name="attributes"><xs:attribute name="id" type="xs:ID"/><xs:attribute ref="t:lang" use="required"/></xs:attributeGroup><xs:attribute name="lang" type="xs:language"/>',
    ],
    [
      'restriction with a prohibited attribute',
      complex(
        '<xs:complexContent><xs:restriction base="t:base"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attribute name="gone" use="prohibited"/></xs:restriction></xs:complexContent>',
      ) +
        '<xs:complexType name="base"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="gone"/><xs:attribute name="kept" fixed="x"/></xs:complexType>',
    ],
    [
      'simple content',
      complex(
        '<xs:simpleContent><xs:extension base="t:amount"><xs:attribute name="currency" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{3}"/></xs:restriction></xs:simpleType></xs:attribute></xs:extension></xs:simpleContent>',
      ) +
        '<xs:simpleType name="amount"><xs:restriction base="xs:decimal"><xs:minExclusive value="5"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>',
    ],
    ['an enumeration', simple('<xs:enumeration value="red &amp; green"/><xs:enumeration value="blue"/>')],
    [
      'a pattern with a length',
      simple('<xs:pattern value="[a-z\\d]*"/><xs:minLength value="7"/><xs:maxLength value="9"/>'),
    ],
    ['a pattern of classes', simple('<xs:pattern value="\\i\\c*-(\\p{Lu}{2}|[^a-z-[0-9]])\\.\\d{3,}"/>')],
    ['a date pattern', simple('<xs:pattern value="(19|20)\\d\\d-(0[1-9]|1[0-2])-[0-3]\\d"/>')],
    ['a length', simple('<xs:length value="17"/>')],
    ['a binary length', simple('<xs:length value="3"/>', 'xs:hexBinary')],
    ['a long base64', simple('<xs:minLength value="40"/>', 'xs:base64Binary')],
    [
      'bounds of integers',
      simple('<xs:minExclusive value="99"/><xs:maxInclusive value="9999999999999999999999"/>', 'xs:integer'),
    ],
    ['negative bounds', simple('<xs:maxExclusive value="-5"/>', 'xs:int')],
    ['bounds of decimals', simple('<xs:minExclusive value="0.1"/><xs:maxExclusive value="0.2"/>', 'xs:decimal')],
    ['bounds of dates', simple('<xs:minExclusive value="2030-05-05"/>', 'xs:date')],
    ['pattern on a number', simple('<xs:pattern value="\\d{4}"/><xs:minInclusive value="1000"/>', 'xs:int')],
    [
      'a list',
      element(
        '<xs:simpleType><xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:length value="3"/></xs:restriction></xs:simpleType>',
      ),
    ],
    [
      'a union',
      element('<xs:simpleType><xs:union memberTypes="t:size xs:int"/></xs:simpleType>') +
        '<xs:simpleType name="size"><xs:restriction base="xs:token"><xs:enumeration value="S"/></xs:restriction></xs:simpleType>',
    ],
    [
      'recursion',
      element('').replace('></xs', ' type="t:node"></xs') +
        '<xs:complexType name="node"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="left" type="t:node" minOccurs="0"/><xs:element name="right" type="t:node" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    ],
    [
      'recursion that only a choice ends',
      '<xs:element name="request" type="t:expression"/><xs:complexType name="expression"><xs:choice><xs:element name="and" type="t:two"/><xs:element name="or" type="t:two"/><xs:element name="not" type="t:expression"/><xs:element name="value" type="xs:int"/></xs:choice></xs:complexType><xs:complexType name="two"><xs:sequence><xs:element name="l" type="t:expression"/><xs:element name="r" type="t:expression"/></xs:sequence></xs:complexType>',
    ],
    [
      'required recursion that nil ends',
      '<xs:element name="request" type="t:node"/><xs:complexType name="node"><xs:sequence><xs:element name="next" type="t:node" nillable="true"/></xs:sequence></xs:complexType>',
    ],
    [
      'abstract types',
      complex('<xs:sequence><xs:element name="shape" type="t:shape"/></xs:sequence>') +
        '<xs:complexType name="shape" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="circle"><xs:complexContent><xs:extension base="t:shape"><xs:sequence><xs:element name="radius" type="xs:float"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    ],
    [
      'substitution groups',
      complex('<xs:sequence><xs:element ref="t:head"/></xs:sequence>') +
        '<xs:element name="head" abstract="true" type="xs:string"/><xs:element name="member" substitutionGroup="t:head"/>',
    ],
    [
      'wildcards',
      `${complex(
        '<xs:sequence><xs:any processContents="lax" namespace="##other"/><xs:any/></xs:sequence><xs:anyAttribute/>',
      )}<xs:element name="known" type="xs:int"/>`,
    ],
    [
      'repetition',
      complex(
        '<xs:sequence minOccurs="2" maxOccurs="3"><xs:element name="a" type="xs:int" minOccurs="3" maxOccurs="unbounded"/></xs:sequence>',
      ),
    ],
    [
      'defaults and fixed values',
      complex(
        '<xs:sequence><xs:element name="a" type="xs:int" fixed="42"/><xs:element name="b" type="xs:string" default="x &lt; y"/></xs:sequence>',
      ),
    ],
    [
      'optional parts of a deep tree',
      complex(`<xs:sequence><xs:element ref="t:e1"/></xs:sequence>`) +
        Array.from(
          { length: 40 },
          (_, i) =>
            `<xs:element name="e${i + 1}"><xs:complexType><xs:sequence>${i < 39 ? `<xs:element ref="t:e${i + 2}" minOccurs="${i % 2}"/>`.repeat(1) : ''}</xs:sequence></xs:complexType></xs:element>`,
        ).join(''),
    ],
    [
      'a wide and deep tree',
      '<xs:element name="request" type="t:t1"/>' +
        Array.from(
          { length: 12 },
          (_, i) =>
            `<xs:complexType name="t${i + 1}"><xs:sequence>${Array.from({ length: 8 }, (_, j) => `<xs:element name="f${j}" type="${i < 11 ? `t:t${i + 2}` : 'xs:int'}" minOccurs="${j === 0 ? 1 : 0}"/>`).join('')}</xs:sequence></xs:complexType>`,
        ).join(''),
    ],
    ['an empty type', complex('')],
    [
      'mixed content',
      element(
        '<xs:complexType mixed="true"><xs:sequence><xs:element name="b" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>',
      ),
    ],
  ];

  test.each(cases)('%s', async (_name, types, attributes) => {
    const text = schema(types, attributes);
    const { steps, problems, soap } = await importWsdl(documentService(text), { withSchemas: true });
    expect(problems).toEqual([]);
    const content = contentOf(steps[0]?.body);
    expect(bodyContents(content)).toHaveLength(1);
    expect(validateContent(content, { 'shop.xsd': text })).toEqual([]);
    const root = parseXmlDocument(content).documentElement!;
    expect(new SoapJudge(soap!).request(root, soap!.operations, 'urn:send')).toEqual([]);
    expect(content.length).toBeLessThan(400_000);
  });
});

test('a request has the headers that SOAP 1.1 requires', async () => {
  const text = schema(
    '<xs:element name="request"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
  );
  const { title, servers, steps } = await importWsdl(documentService(text));
  expect({ title, servers }).toEqual({ title: 'Shop', servers: ['http://shop.example.org/soap'] });
  expect(steps).toHaveLength(1);
  expect(steps[0]).toMatchObject({
    name: 'send',
    group: 'Shop',
    method: 'POST',
    url: 'http://shop.example.org/soap',
    headers: [
      { key: 'Content-Type', value: 'text/xml; charset=utf-8' },
      { key: 'SOAPAction', value: '"urn:send"' },
    ],
    assertions: [
      { kind: 'status', operator: 'equals', expected: '200' },
      { kind: 'xpath', path: 'not(//*:Fault)', operator: 'equals', expected: true },
    ],
  });
  expect(contentOf(steps[0]?.body)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:shop">\n  <soapenv:Body>\n    <t:request>\n      <t:id>1</t:id>\n    </t:request>\n  </soapenv:Body>\n</soapenv:Envelope>\n',
  );
});

const rpc = (use: string, binding: string, address: string) =>
  wsdl(`<wsdl:types>${schema('<xs:complexType name="item"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType><xs:complexType name="items"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:item[]"/></xs:restriction></xs:complexContent></xs:complexType>', '').replace('<xs:schema', `<xs:schema ${namespaces.replace(/xmlns:xs="[^"]*"/, '')}`)}</wsdl:types>
  <wsdl:message name="in"><wsdl:part name="count" type="xs:int"/><wsdl:part name="item" type="t:item"/><wsdl:part name="list" type="t:items"/></wsdl:message>
  <wsdl:message name="head"><wsdl:part name="token" type="xs:string"/></wsdl:message>
  <wsdl:portType name="type"><wsdl:operation name="put"><wsdl:input message="t:in"/><wsdl:output message="t:in"/></wsdl:operation><wsdl:operation name="tell"><wsdl:input message="t:in"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="binding" type="t:type"><${binding}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  ${['put', 'tell'].map((name) => `<wsdl:operation name="${name}"><${binding}:operation soapAction="urn:${name}"/><wsdl:input><${binding}:body use="${use}" namespace="urn:rpc" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></wsdl:input></wsdl:operation>`).join('')}
  </wsdl:binding>
  <wsdl:service name="Rpc"><wsdl:port name="A" binding="t:binding"><${binding}:address location="${address}"/></wsdl:port></wsdl:service>`);

test('rpc with literal use wraps the parts without a namespace', async () => {
  const { steps, problems } = await importWsdl(rpc('literal', 'soap12', 'http://rpc.example.org/'));
  expect(problems).toEqual([]);
  expect(steps[0]?.headers).toEqual([
    { key: 'Content-Type', value: 'application/soap+xml; charset=utf-8; action="urn:put"' },
  ]);
  const [content] = bodyContents(contentOf(steps[0]?.body));
  expect(content).toMatch(/^<ns1:put [^>]*xmlns:ns1="urn:rpc"/);
  expect(content).toMatch(/<count>1<\/count>\s*<item>\s*<name>string<\/name>\s*<\/item>/);
  expect(contentOf(steps[0]?.body)).toContain('http://www.w3.org/2003/05/soap-envelope');
  expect(steps[1]?.assertions).toEqual([{ kind: 'status', operator: 'in', expected: '200,202,204' }]);
});

test('rpc with encoded use states the types', async () => {
  const { steps, problems } = await importWsdl(rpc('encoded', 'soap', 'http://rpc.example.org/'));
  expect(problems).toEqual([]);
  const content = contentOf(steps[0]?.body);
  expect(content).toContain('soapenv:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"');
  expect(content).toContain('<count xsi:type="xsd:int">1</count>');
  expect(content).toContain('<item xsi:type="t:item">');
  expect(content).toMatch(/<list xsi:type="soapenc:Array" soapenc:arrayType="t:item\[1\]">\s*<item xsi:type="t:item">/);
  for (const prefix of ['xsi', 'xsd', 't', 'soapenc']) expect(content).toContain(`xmlns:${prefix}=`);
});

test('HTTP bindings become queries, forms and paths', async () => {
  const operation = (name: string, location: string, input: string) =>
    `<wsdl:operation name="${name}"><http:operation location="${location}"/><wsdl:input>${input}</wsdl:input></wsdl:operation>`;
  const binding = (name: string, verb: string, inner: string) =>
    `<wsdl:binding name="${name}" type="t:type"><http:binding verb="${verb}"/>${inner}</wsdl:binding>`;
  const text =
    wsdl(`<wsdl:message name="in"><wsdl:part name="a" type="xs:int"/><wsdl:part name="b" type="xs:string"/></wsdl:message>
  <wsdl:portType name="type">${['one', 'two'].map((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:in"/><wsdl:output message="t:in"/></wsdl:operation>`).join('')}</wsdl:portType>
  ${binding('get', 'GET', operation('one', '/one', '<http:urlEncoded/>') + operation('two', '/two/(a)/(b)', '<http:urlReplacement/>'))}
  ${binding('post', 'POST', operation('one', '/one', '<mime:content type="application/x-www-form-urlencoded"/>'))}
  <wsdl:service name="Plain">${['get', 'post'].map((name) => `<wsdl:port name="${name}" binding="t:${name}"><http:address location="http://plain.example.org/s"/></wsdl:port>`).join('')}</wsdl:service>`);
  const { steps, problems } = await importWsdl(text);
  expect(problems).toEqual([]);
  expect(steps.map(({ group, name, method, url }) => [group, name, method, url])).toEqual([
    ['Plain / get', 'one', 'GET', 'http://plain.example.org/s/one'],
    ['Plain / get', 'two', 'GET', 'http://plain.example.org/s/two/{a}/{b}'],
    ['Plain / post', 'one', 'POST', 'http://plain.example.org/s/one'],
  ]);
  const rows = [
    { key: 'a', value: '1' },
    { key: 'b', value: 'string' },
  ];
  expect(steps[0]?.queryParams).toEqual(rows);
  expect(steps[1]?.pathParams).toEqual(rows);
  expect(steps[2]?.body).toEqual({ type: 'urlencoded', fields: rows });
});

describe('referenced documents', () => {
  const files: Record<string, string> = {
    'http://h/wsdl/types/main.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:other" targetNamespace="urn:shop" elementFormDefault="qualified"><xs:include schemaLocation="part.xsd"/><xs:import namespace="urn:other" schemaLocation="../other.xsd"/><xs:element name="request"><xs:complexType><xs:sequence><xs:element ref="o:thing"/></xs:sequence></xs:complexType></xs:element></xs:schema>',
    'http://h/wsdl/types/part.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="main.xsd"/><xs:simpleType name="code"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>',
    'http://h/wsdl/other.xsd':
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:s="urn:shop" targetNamespace="urn:other" elementFormDefault="qualified"><xs:import namespace="urn:shop" schemaLocation="types/main.xsd"/><xs:element name="thing" type="s:code"/></xs:schema>',
  };
  const text = documentService(schema('<xs:include schemaLocation="types/main.xsd"/>'));

  test('are read through the resolver, relative to the referencing document, each once', async () => {
    const asked: string[] = [];
    const { steps, problems } = await importWsdl(text, {
      location: 'http://h/wsdl/shop.wsdl',
      resolve: async (location) => {
        asked.push(location);
        return files[location];
      },
    });
    expect(problems).toEqual([]);
    expect(asked.toSorted()).toEqual(Object.keys(files).toSorted());
    expect(bodyContents(contentOf(steps[0]?.body))[0]).toMatch(
      /<t:request[^>]*>\s*<(\w+):thing>1<\/\1:thing>\s*<\/t:request>/,
    );
  });

  test.each([
    ['without a resolver', undefined, 'was not given'],
    ['not found', async () => undefined, 'was not found'],
    ['unreadable', async () => Promise.reject(new Error('no leave')), 'no leave'],
    ['broken', async () => '<xs:schema', 'The XML cannot be read'],
  ])('are reported as problems: %s', async (_name, resolve, reason) => {
    const { steps, problems } = await importWsdl(text, { ...(resolve && { resolve }) });
    expect(problems[0]).toMatchObject({ place: 'types/main.xsd', reason: expect.stringContaining(reason) });
    expect(steps).toHaveLength(1);
  });
});

test.each([
  ['http://localhost:8080', 'http://localhost:8080/soap'],
  ['http://localhost:8080/', 'http://localhost:8080/soap'],
  ['http://localhost:8080/other', 'http://localhost:8080/other'],
])('the base address %s leads to %s', async (baseUrl, url) => {
  const { steps } = await importWsdl(documentService(schema('<xs:element name="request"/>')), { baseUrl });
  expect(steps[0]?.url).toBe(url);
});

test.each([
  ['', /no elements/],
  ['{"a":1}', /no elements/],
  ['<a/>', /root element is a/],
  ['<wsdl:definitions', /cannot be read/],
  ['<description xmlns="http://www.w3.org/ns/wsdl"/>', /WSDL 2.0/],
  ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', /root element is a/],
  [wsdl(''), /no operations/],
  [`<a>${'<b>'.repeat(30_000)}`, /cannot be read/],
])('rejects text %# with a reason', async (text, reason) => {
  const { steps, problems } = await importWsdl(text);
  expect(steps).toEqual([]);
  expect(problems.map((problem) => problem.reason).join('\n')).toMatch(reason);
});

test('missing or invalid parts are reported, and the rest is imported', async () => {
  const text = documentService(
    schema(
      '<xs:element name="request"><xs:complexType><xs:sequence><xs:element name="a" type="t:absent"/><xs:element ref="t:gone"/></xs:sequence></xs:complexType></xs:element>',
    ),
    '<wsdl:service name="Lost"><wsdl:port name="p" binding="t:lost"/></wsdl:service>',
  ).replace(
    '<wsdl:types>',
    '<wsdl:documentation>&nbsp;<u:b/> this & that &c <![CDATA[a & b]]></wsdl:documentation><wsdl:types>',
  );
  const { steps, problems } = await importWsdl(text);
  expect(steps).toHaveLength(1);
  expect(problems.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('nbsp'),
    expect.stringContaining('undeclared element prefix "u"'),
    expect.stringContaining('The element gone of the namespace urn:shop is not defined'),
    expect.stringContaining('The type absent of the namespace urn:shop is not defined'),
    'The binding t:lost of this port is not described.',
    expect.stringContaining('No sample could be made of request'),
  ]);
});

test.each([
  ['a type', '<xs:element name="request" type="t:missing"/>', 'The type missing of the namespace urn:shop'],
  [
    'a built-in type',
    '<xs:element name="request" type="xs:strin"/>',
    'The type strin of the namespace http://www.w3.org/2001/XMLSchema',
  ],
  [
    'an element',
    '<xs:element name="request"><xs:complexType><xs:sequence><xs:element ref="t:gone"/></xs:sequence></xs:complexType></xs:element>',
    'The element gone of the namespace urn:shop',
  ],
  [
    'a base',
    '<xs:element name="request"><xs:simpleType><xs:restriction base="t:lost"/></xs:simpleType></xs:element>',
    'The type lost of the namespace urn:shop',
  ],
  [
    'the element of a message',
    '<xs:element name="other" type="xs:int"/>',
    'The element request of the namespace urn:shop',
  ],
])('[issue-10] an undefined reference is a problem: %s', async (_name, types, reason) => {
  const { problems } = await importWsdl(documentService(schema(types)));
  expect(problems.map((problem) => problem.reason)).toContainEqual(expect.stringContaining(`${reason} is not defined`));
});

test('[issue-10] a namespace defined inline is still read from the given files', async () => {
  const here = schema(
    '<xs:import namespace="urn:shop" schemaLocation="more.xsd"/><xs:element name="request" type="t:qty"/>',
  );
  const more = schema(
    '<xs:simpleType name="qty"><xs:restriction base="xs:int"><xs:minInclusive value="7"/></xs:restriction></xs:simpleType>',
  );
  const { steps, problems } = await importWsdl(documentService(here), {
    resolve: async (location) => (location === 'more.xsd' ? more : undefined),
  });
  expect(problems).toEqual([]);
  expect(contentOf(steps[0]?.body)).toContain('>7<');
});
