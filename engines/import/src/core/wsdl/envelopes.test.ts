import { describe, expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';

interface Service {
  version?: 'soap' | 'soap12';
  style?: string;
  /** Additional attributes of the description's root. */
  attributes?: string;
  /** Content of the schema with the namespace urn:s, whose prefix is s. */
  types?: string;
  schemaAttributes?: string;
  messages: string;
  operation?: string;
  input?: string;
  output?: string;
}

const element = '<xs:element name="order" type="xs:int"/><xs:element name="token" type="xs:int"/>';

const wsdl = ({
  version = 'soap',
  style = 'document',
  attributes = 'targetNamespace="urn:t"',
  types = element,
  schemaAttributes = '',
  messages,
  operation = '<soap:operation soapAction="urn:send"/>',
  input = '<soap:body use="literal"/>',
  output = '<soap:body use="literal"/>',
}: Service) => `<definitions ${attributes} xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/${version}/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:t="urn:t" xmlns:s="urn:s" xmlns:other="urn:s">
<types><xs:schema targetNamespace="urn:s" elementFormDefault="qualified" ${schemaAttributes}>${types}</xs:schema></types>${messages}
<portType name="p"><operation name="send"><input message="t:in"/><output message="t:out"/></operation><operation name="tell"><input message="t:in"/></operation></portType>
<binding name="b" type="t:p"><soap:binding style="${style}"/><operation name="send">${operation}<input>${input}</input><output>${output}</output></operation><operation name="tell">${operation}<input>${input}</input></operation></binding>
<service name="S"><port name="P" binding="t:b"><soap:address location="http://s.test/"/></port></service></definitions>`;

const message = (name: string, ...parts: string[]) =>
  `<message name="${name}">${parts.map((part, index) => `<part name="p${index}" ${part}/>`).join('')}</message>`;

async function imported(service: Service) {
  const { steps, problems } = await importWsdl(wsdl(service), { withAnswers: true });
  const body = steps[0]?.body;
  const text = body?.type === 'xml' ? body.content : '';
  return { steps, text, reasons: problems.map(({ place, reason }) => `${place}: ${reason}`), root: rootOf(text) };
}
/** The declarations of an envelope, and its content without white space. */
const rootOf = (text: string) => {
  const [, declarations = '', inner = ''] =
    /^<\?xml.*\?>\n<soapenv:Envelope(.*)>\n([\s\S]*)\n<\/soapenv:Envelope>\n$/.exec(text) ?? [];
  return { declarations: declarations.trim().split(' '), inner: inner.replace(/>\s+</g, '><').trim() };
};
const body = (inner: string) => (inner === '' ? '<soapenv:Body/>' : `<soapenv:Body>${inner}</soapenv:Body>`);
const inOrder = message('in', 'element="s:order"') + message('out', 'element="s:order"');

test('an envelope is indented, and declares its namespaces with the first prefix of the description', async () => {
  const { text } = await imported({
    messages: inOrder,
    types:
      '<xs:element name="order"><xs:complexType><xs:sequence><xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>',
  });
  expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:s="urn:s">
  <soapenv:Body>
    <s:order>
      <s:a>
        <s:b>1</s:b>
      </s:a>
    </s:order>
  </soapenv:Body>
</soapenv:Envelope>
`);
});

describe('the content of the body', () => {
  const part = 'element="s:order"';
  const out = message('out');
  const multipart = (...parts: string[]) =>
    `<mime:multipartRelated>${parts.map((inner) => `<mime:part>${inner}</mime:part>`).join('')}</mime:multipartRelated>`;
  const two = message('in', part, 'element="s:token"') + out;
  test.each<[name: string, service: Service, inner: string, reasons?: string[]]>([
    ['a message without parts', { messages: message('in') + out }, body('')],
    ['all parts', { messages: two }, body('<s:order>1</s:order><s:token>1</s:token>')],
    ['parts that are listed', { messages: two, input: '<soap:body parts="p7  p1"/>' }, body('<s:token>1</s:token>')],
    ['no parts', { messages: two, input: '<soap:body parts=""/>' }, body('')],
    [
      'another body does not count',
      { messages: two, input: '<body xmlns="urn:x" parts=""/>' },
      body('<s:order>1</s:order><s:token>1</s:token>'),
    ],
    [
      'a part that is a header',
      { messages: two, input: '<soap:body/><soap:header message="t:in" part="p1"/>' },
      `<soapenv:Header><s:token>1</s:token></soapenv:Header>${body('<s:order>1</s:order>')}`,
    ],
    [
      'a header of another message',
      {
        messages: two + message('head', '', 'element="s:token"'),
        input: '<soap:body/><soap:header message="t:head" part="p1"/>',
      },
      `<soapenv:Header><s:token>1</s:token></soapenv:Header>${body('<s:order>1</s:order><s:token>1</s:token>')}`,
    ],
    [
      'a header of something else',
      { messages: two, input: '<soap:body/><header xmlns="urn:x" message="t:gone" part="p1"/>' },
      body('<s:order>1</s:order><s:token>1</s:token>'),
    ],
    [
      'headers that are not described',
      {
        messages: message('in') + out,
        input: '<soap:header message="t:gone" part="a"/><soap:header message="t:in" part="b"/><soap:header/>',
      },
      body(''),
      ['a', 'b', ''].flatMap((name) => [`S, send: The SOAP header ${name} is not described; add it by hand.`]),
    ],
    [
      'attachments',
      { messages: two, input: multipart('<soap:body/>', '<mime:content part="p1" type="image/png"/>') },
      body('<s:order>1</s:order>'),
    ],
    [
      'the parts of a body among attachments',
      { messages: two, input: multipart('<body xmlns="urn:x" parts=""/>', '<soap:body parts="p1"/>') },
      body('<s:token>1</s:token>'),
    ],
    [
      'a body beside attachments',
      { messages: two, input: `<soap:body parts="p0"/>${multipart('<soap:body parts="p1"/>')}` },
      body('<s:order>1</s:order>'),
    ],
    [
      'a part that is a type alone',
      {
        messages: message('in', 'type="s:pair"') + out,
        types:
          '<xs:complexType name="pair"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>',
      },
      body('<s:a>1</s:a><s:b>1</s:b>'),
    ],
    [
      'a part that is nothing',
      { messages: message('in', '') + out },
      body('<p0/>'),
      [
        'S, send: The part p0 names neither an element nor a type.',
        'S, tell: The part p0 names neither an element nor a type.',
      ],
    ],
    [
      'a part without a name',
      { messages: `<message name="in"><part type="xs:int"/></message>${out}`, style: 'rpc' },
      body('<t:send><part>1</part></t:send>'),
    ],
    [
      'a type that never ends',
      {
        messages: message('in', 'type="s:loop"') + out,
        types:
          '<xs:complexType name="loop"><xs:sequence><xs:element name="l" type="s:loop"/></xs:sequence></xs:complexType>',
      },
      body('<p0/>'),
      ['send', 'tell'].map(
        (name) =>
          `S, ${name}: No sample could be made of loop: its definition is missing or has no end. Complete the body by hand.`,
      ),
    ],
  ])('%s', async (_name, service, inner, reasons) => {
    const { root, reasons: found } = await imported(service);
    expect(root.inner).toBe(inner);
    expect(found.filter((line) => !reasons || line.startsWith('S, send') || reasons.includes(line))).toEqual(
      reasons ?? [],
    );
  });
});

describe('messages of rpc style', () => {
  const messages = message('in', 'type="xs:int"') + message('out', 'type="xs:string"');
  test('the wrapper is named after the operation, in the namespace of the binding or of the description', async () => {
    const own = await imported({ style: 'rpc', messages, input: '<soap:body use="literal" namespace="urn:own"/>' });
    expect(own.root.inner).toBe(body('<ns1:send><p0>1</p0></ns1:send>'));
    const ofAll = await imported({ style: 'rpc', messages });
    expect(ofAll.root.inner).toBe(body('<t:send><p0>1</p0></t:send>'));
    const none = await imported({ style: 'rpc', messages: messages, attributes: '' });
    expect(none.root.inner).toBe(body('<send><p0>1</p0></send>'));
  });

  test('the operation may have a different style than its binding', async () => {
    const rpc = await imported({ messages, operation: '<soap:operation style="rpc"/>' });
    expect(rpc.root.inner).toBe(body('<t:send><p0>1</p0></t:send>'));
    const document = await imported({
      style: 'rpc',
      messages: inOrder,
      operation: '<soap:operation style="document"/>',
    });
    expect(document.root.inner).toBe(body('<s:order>1</s:order>'));
    const own = await imported({ messages: inOrder, operation: '<operation style="rpc" soapAction="urn:no"/>' });
    expect(own.root.inner).toBe(body('<s:order>1</s:order>'));
    expect(own.steps[0]?.headers[1]).toEqual({ key: 'SOAPAction', value: '""' });
  });

  test.each([
    ['the usual encoding', '', 'http://schemas.xmlsoap.org/soap/encoding/'],
    ['the usual encoding for an empty one', 'encodingStyle=""', 'http://schemas.xmlsoap.org/soap/encoding/'],
    ['an encoding of its own', 'encodingStyle="urn:own"', 'urn:own'],
  ])('encoded parts say their types, in %s', async (_name, encodingStyle, written) => {
    const input = `<soap:body use="encoded" ${encodingStyle}/>`;
    const { root } = await imported({ style: 'rpc', version: 'soap12', messages, input });
    expect(root.inner).toBe(body(`<t:send soapenv:encodingStyle="${written}"><p0 xsi:type="xsd:int">1</p0></t:send>`));
    expect(root.declarations).toEqual([
      'xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"',
      'xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
      'xmlns:t="urn:t"',
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    ]);
  });

  const array = (inner: string) =>
    `<xs:complexType name="list"><xs:complexContent>${inner}</xs:complexContent></xs:complexType>`;
  const arrayOf = (type: string) =>
    array(
      `<xs:restriction base="c:Array"><xs:attribute ref="c:arrayType" w:arrayType="${type}" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction>`,
    );
  const item =
    '<xs:complexType name="item"><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>';
  test.each([
    [
      'a list of numbers',
      arrayOf('xs:int[]'),
      '<p0 xsi:type="c:Array" c:arrayType="xsd:int[1]"><item xsi:type="xsd:int">1</item></p0>',
    ],
    [
      'a list of so many',
      arrayOf(' xs:int[5] '),
      '<p0 xsi:type="c:Array" c:arrayType="xsd:int[1]"><item xsi:type="xsd:int">1</item></p0>',
    ],
    [
      'a list of lists',
      arrayOf('xs:int[][,]'),
      '<p0 xsi:type="c:Array" c:arrayType="xsd:int[][1]"><item xsi:type="xsd:int">1</item></p0>',
    ],
    [
      'a list of things',
      `${item}${arrayOf('s:item[]')}`,
      '<p0 xsi:type="c:Array" c:arrayType="s:item[1]"><item xsi:type="s:item"><s:n xsi:type="xsd:int">1</s:n></item></p0>',
    ],
    ['a list of anything', arrayOf('xs:anyType[]'), '<p0 xsi:type="c:Array" c:arrayType="xsd:anyType[1]"><item/></p0>'],
    [
      'a list that extends',
      array('<xs:extension base="c:Array"/>'),
      '<p0 xsi:type="c:Array" c:arrayType="xsd:anyType[1]"><item/></p0>',
    ],
    [
      'a thing',
      `${item}<xs:complexType name="list"><xs:complexContent><xs:extension base="s:item"/></xs:complexContent></xs:complexType>`,
      '<p0 xsi:type="s:list"><s:n xsi:type="xsd:int">1</s:n></p0>',
    ],
    ['a struct of the encoding', array('<xs:restriction base="c:Struct"/>'), '<p0 xsi:type="s:list"/>'],
    ['a list of another namespace', array('<xs:restriction base="s:Array"/>'), '<p0 xsi:type="s:list"/>'],
    [
      'a list of itself',
      arrayOf('s:list[]'),
      '<p0 xsi:type="c:Array" c:arrayType="s:list[1]"><item xsi:type="c:Array" c:arrayType="s:list[0]"/></p0>',
    ],
  ])('%s in the SOAP encoding', async (_name, types, inner) => {
    const { root } = await imported({
      style: 'rpc',
      types,
      messages: message('in', 'type="s:list"') + message('out'),
      input: '<soap:body use="encoded"/>',
    });
    expect(root.inner.replace(/^<soapenv:Body><t:send [^>]*>|<\/t:send><\/soapenv:Body>$/g, '')).toBe(inner);
  });

  test.each([
    ['c:Array', '<p0 xsi:type="c:Array"/>'],
    ['c:string', '<p0 xsi:type="c:string">string</p0>'],
    ['s:Array', '<p0 xsi:type="s:Array">string</p0>'],
    ['s:anyTypes', '<p0 xsi:type="s:anyTypes">string</p0>'],
    ['xs:anyType', '<p0/>'],
    ['xs:ur-type', '<p0/>'],
  ])('the type %s in the SOAP encoding', async (type, inner) => {
    const { root } = await imported({
      style: 'rpc',
      messages: message('in', `type="${type}"`) + message('out'),
      input: '<soap:body use="encoded"/>',
    });
    expect(root.inner).toContain(`>${inner}</t:send>`);
  });
});

describe('headers and responses', () => {
  test.each([
    ['soap', 'soapAction=" urn:a&quot;b&#10;c "', ['text/xml; charset=utf-8', '"urn:abc"']],
    ['soap', '', ['text/xml; charset=utf-8', '""']],
    ['soap12', 'soapAction="urn:a"', ['application/soap+xml; charset=utf-8; action="urn:a"']],
    ['soap12', '', ['application/soap+xml; charset=utf-8']],
  ] as const)('%s with the action %s', async (version, action, values) => {
    const { steps } = await imported({ version, messages: inOrder, operation: `<soap:operation ${action}/>` });
    expect(steps[0]?.headers.map(({ value }) => value)).toEqual(values);
  });

  test.each([
    ['soap', 'text/xml; charset=utf-8'],
    ['soap12', 'application/soap+xml; charset=utf-8'],
  ] as const)('a %s response is an example, and a one-way operation answers 202', async (version, value) => {
    const { steps } = await imported({
      version,
      style: 'rpc',
      messages: message('in') + message('out', 'type="xs:int"'),
      output: '<soap:body namespace="urn:out"/>',
    });
    expect(steps[0]?.examples).toEqual([
      { name: 'Sample', status: 200, headers: [{ key: 'Content-Type', value }], body: expect.any(String) },
    ]);
    expect(rootOf(steps[0]?.examples?.[0]?.body ?? '').inner).toBe(
      body('<ns1:sendResponse><p0>1</p0></ns1:sendResponse>'),
    );
    expect(steps[1]?.examples).toEqual([{ name: 'Accepted', status: 202, headers: [], body: '' }]);
    expect(steps.map(({ assertions }) => assertions.map(({ kind, expected }) => [kind, expected]))).toEqual([
      [
        ['status', '200'],
        ['xpath', true],
      ],
      [['status', '200,202,204']],
    ]);
  });

  test('missing parts of a response are reported with their place', async () => {
    const { reasons } = await imported({ messages: message('in') + message('out', '') });
    expect(reasons).toEqual(['S, send, answer: The part p0 names neither an element nor a type.']);
  });

  test('there are no examples by default', async () => {
    const { steps } = await importWsdl(wsdl({ messages: inOrder }));
    expect(steps[0]).not.toHaveProperty('examples');
  });
});
