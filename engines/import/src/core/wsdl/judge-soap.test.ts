import { parseXmlDocument } from 'slimdom';
import { describe, expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';
import { SoapJudge, versionOf } from './judge-soap.ts';

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const schema = `<xs:schema targetNamespace="urn:s" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="receipt" type="xs:int"/><xs:element name="note" type="xs:int"/><xs:element name="token" type="xs:int"/>
  <xs:complexType name="pair"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>`;

interface Operation {
  name: string;
  action?: string;
  /** Parts of the messages, for example `element="s:order"`. */
  input?: string[];
  output?: string[];
  header?: string;
}

const messageOf = (name: string, parts: string[]) =>
  `<message name="${name}">${parts.map((part, index) => `<part name="p${index}" ${part}/>`).join('')}</message>`;

/** The description of one service with these operations. */
function serviceOf(operations: Operation[], style = 'document', body = 'use="literal" namespace="urn:r"') {
  const messages = operations.map(({ name, input = [], output }) =>
    [messageOf(`${name}In`, input), output ? messageOf(`${name}Out`, output) : ''].join(''),
  );
  const declared = operations.map(
    ({ name, output }) =>
      `<operation name="${name}"><input message="t:${name}In"/>${output ? `<output message="t:${name}Out"/>` : ''}</operation>`,
  );
  const bound = operations.map(
    ({ name, action = `urn:${name}`, header = '' }) =>
      `<operation name="${name}"><soap:operation soapAction="${action}"/><input><soap:body ${body}/>${header}</input><output><soap:body ${body}/></output></operation>`,
  );
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:s="urn:s" targetNamespace="urn:t"><types>${schema}</types>
  <message name="heads"><part name="plain" type="xs:int"/><part name="token" element="s:token"/><part name="lost" element="s:nowhere"/></message>
  ${messages.join('')}<portType name="port">${declared.join('')}</portType>
  <binding name="binding" type="t:port"><soap:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${bound.join('')}</binding>
  <service name="S"><port name="P" binding="t:binding"><soap:address location="http://s.test/"/></port></service></definitions>`;
}

const root = (xml: string) => parseXmlDocument(xml).documentElement!;
const envelope = (body: string, header = '', namespace = soap11) =>
  `<e:Envelope xmlns:e="${namespace}" xmlns:s="urn:s">${header && `<e:Header>${header}</e:Header>`}<e:Body>${body}</e:Body></e:Envelope>`;

async function described(...given: Parameters<typeof serviceOf>) {
  const { soap } = await importWsdl(serviceOf(...given), { withSchemas: true });
  // Like data received from another thread.
  const { operations, schema: model } = structuredClone(soap!);
  const judge = new SoapJudge({ operations, schema: model });
  const lines = (found: { place: string; message: string }[]) =>
    found.map(({ place, message }) => `${place}: ${message}`);
  return {
    operations,
    judge,
    request: (xml: string, action = '') => lines(judge.request(root(xml), operations, action)),
    answer: (xml: string, name: string) =>
      lines(judge.answer(root(xml), operations.find((operation) => operation.name === name)!)),
    operation: (xml: string, action = '') => judge.operation(root(xml), operations, action)?.name,
  };
}

const order = { input: ['element="s:order"'], output: ['element="s:receipt"'] };
const shop: Operation[] = [
  {
    name: 'place',
    ...order,
    header:
      '<soap:header message="t:heads" part="token"/><soap:header message="t:heads" part="lost"/><soap:header message="t:heads" part="plain"/><soap:header message="t:gone" part="token"/>',
  },
  { name: 'change', ...order },
  { name: 'ping' },
  { name: 'quiet', action: '', input: ['element="s:note"', 'element="s:nowhere"', 'element="s:note"'] },
];
const valid = '<s:order><s:id>1</s:id></s:order>';
const names = 'Described: order, ping, note.';

test('an operation is described with its address, its action and its messages', async () => {
  const { operations } = await described(shop);
  const part = (local: string) => ({
    name: { namespace: 'urn:s', local },
    element: expect.any(Number),
    type: undefined,
  });
  expect(operations[0]).toEqual({
    name: 'place',
    address: 'http://s.test/',
    version: '1.1',
    action: 'urn:place',
    input: {
      wrapper: undefined,
      isEncoded: false,
      parts: [part('order')],
      headers: new Map([['{urn:s}token', expect.any(Number)]]),
    },
    output: { wrapper: undefined, isEncoded: false, parts: [part('receipt')], headers: new Map() },
  });
  expect(operations.map(({ output }) => output !== undefined)).toEqual([true, true, false, false]);
  expect(operations[3]?.input.parts[1]?.element).toBeUndefined();
});

describe('document-style requests', () => {
  test.each<[name: string, xml: string, action: string, found: string[]]>([
    ['what is no envelope', '<Order/>', '', ['/Order: A SOAP envelope is expected.']],
    ['an Envelope of something else', '<Envelope xmlns="urn:e"/>', '', ['/Envelope: A SOAP envelope is expected.']],
    [
      'an element of the namespace of envelopes',
      `<Body xmlns="${soap11}"/>`,
      '',
      ['/Body: A SOAP envelope is expected.'],
    ],
    [
      'the other version',
      envelope(valid, '', soap12),
      '',
      ['/Envelope: The envelope is one of SOAP 1.2; here SOAP 1.1 is spoken.'],
    ],
    ['no body', `<Envelope xmlns="${soap11}"/>`, '', ['/Envelope: Body is missing.']],
    ['a valid order', envelope(valid), '', []],
    ['a valid order and any action', envelope(valid), 'urn:other', []],
    ['an empty body of an operation without parts', envelope(''), '', []],
    [
      'a wrong value',
      envelope('<s:order><s:id>x</s:id></s:order>'),
      '',
      ['/Body/order/id: “x” is not a whole number from -2147483648 up to 2147483647.'],
    ],
    ['what is not described', envelope('<s:other/>'), '', [`/Body/other: other is not described here. ${names}`]],
    [
      'another namespace',
      envelope('<order xmlns="urn:wrong"/>'),
      '',
      [`/Body/order: order is not described here; it must have the namespace urn:s. ${names}`],
    ],
    [
      'what only its action tells',
      envelope('<s:other/>'),
      'urn:change',
      ['/Body/other: order of the namespace urn:s is expected here.'],
    ],
    ['a second element', envelope(`${valid}<s:more/>`), '', ['/Body/more: more is not expected here.']],
    ['a known header', envelope(valid, '<s:token>1</s:token>'), '', []],
    ['headers that are not known', envelope(valid, '<s:other/><token>x</token>'), '', []],
    [
      'a wrong header, before a wrong body',
      envelope(`${valid}<s:more/>`, '<s:token>x</s:token>'),
      '',
      [
        '/Header/token: “x” is not a whole number from -2147483648 up to 2147483647.',
        '/Body/more: more is not expected here.',
      ],
    ],
    [
      'parts that are missing, and one that nothing is known of',
      envelope('<s:note>x</s:note><anything/>'),
      '',
      ['/Body/note: “x” is not a whole number from -2147483648 up to 2147483647.', '/Body: note is missing.'],
    ],
  ])('%s', async (_name, xml, action, found) => {
    const { request } = await described(shop);
    expect(request(xml, action)).toEqual(found);
  });

  test('an empty body if each operation has one', async () => {
    const { request } = await described(shop.slice(0, 2));
    expect(request(envelope(''))).toEqual(['/Body: The body is empty. Described: order.']);
  });

  test('up to ten operations are listed', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ name: `n${index}` }));
    const { request, judge } = await described(many);
    expect(request(envelope('<x/>'))).toEqual([
      '/Body/x: x is not described here. Described: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9.',
    ]);
    expect(judge.request(root(envelope('<x/>')), [], '')).toEqual([
      { place: '/Body/x', message: 'x is not described here. Described: .' },
    ]);
  });

  test('the content of a part that has only a type is not validated', async () => {
    const typed: Operation = { name: 'raw', input: ['type="s:pair"'], output: ['type="s:pair"'] };
    const { request, answer, operations, operation } = await described([typed]);
    expect([request(envelope('<x/>')), request(envelope('')), answer(envelope('<x/><y/>'), 'raw')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(operations[0]?.input.parts).toEqual([
      { name: { namespace: '', local: 'p0' }, element: undefined, type: expect.any(Number) },
    ]);
    expect([operation(envelope('<x/>'), 'urn:raw'), operation(envelope(''))]).toEqual(['raw', undefined]);
    expect(operation(envelope('<p0/>'))).toBeUndefined();
    expect(request(envelope('<x/>'), 'urn:raw')).toEqual([]);
  });
});

describe('the operation a request is meant for', () => {
  test.each<[name: string, xml: string, action: string, found: string | undefined]>([
    ['the first with its element', envelope(valid), '', 'place'],
    ['of several with its element the one with its action', envelope(valid), 'urn:change', 'change'],
    ['the element before the action', envelope(valid), 'urn:ping', 'place'],
    ['the action alone', envelope('<s:other/>'), 'urn:ping', 'ping'],
    ['none for an action that says nothing', envelope('<s:other/>'), '', undefined],
    ['none for an unknown action', envelope('<s:other/>'), 'urn:gone', undefined],
    ['that without parts', envelope(''), '', 'ping'],
    ['none in the other version', envelope(valid, '', soap12), 'urn:place', undefined],
    ['none without a body', `<Envelope xmlns="${soap11}"/>`, 'urn:place', undefined],
    ['none where it is no envelope', `<x><Body>${valid.replaceAll('s:', '')}</Body></x>`, 'urn:place', undefined],
  ])('%s', async (_name, xml, action, found) => {
    const { operation } = await described(shop);
    expect(operation(xml, action)).toBe(found);
  });
});

describe('responses', () => {
  test.each<[name: string, xml: string, operation: string, found: string[]]>([
    ['what is no envelope', '<html/>', 'place', ['/html: A SOAP envelope is expected.']],
    ['a valid one', envelope('<s:receipt>1</s:receipt>'), 'place', []],
    [
      'a wrong value',
      envelope('<s:receipt>x</s:receipt>'),
      'place',
      ['/Body/receipt: “x” is not a whole number from -2147483648 up to 2147483647.'],
    ],
    ['a fault', envelope('<e:Fault/>'), 'place', []],
    ['nothing', envelope(''), 'place', ['/Body: receipt is missing.']],
    ['no body', `<Envelope xmlns="${soap11}"/>`, 'place', ['/Body: receipt is missing.']],
    ['anything where nothing is answered', envelope('<x/>'), 'ping', []],
  ])('%s', async (_name, xml, operation, found) => {
    const { answer } = await described(shop);
    expect(answer(xml, operation)).toEqual(found);
  });
});

describe('rpc-style messages', () => {
  const sum: Operation = {
    name: 'sum',
    input: ['type="xs:int"', 'type="s:pair"', 'element="s:order"', 'element="s:nowhere"'],
    output: ['type="xs:int"'],
  };
  const p1 = '<p1><a xmlns="urn:s">1</a></p1>';
  const p2 = '<order xmlns="urn:s"><id>1</id></order>';
  const wrapped = (inner: string, name = 'sum') => envelope(`<r:${name} xmlns:r="urn:r">${inner}</r:${name}>`);
  test.each<[name: string, xml: string, found: string[]]>([
    ['a valid one', wrapped(`<p0>1</p0>${p1}${p2}<nowhere/>`), []],
    [
      'parts with wrong values, and one of no message',
      wrapped(
        '<p0>x</p0><p1><a xmlns="urn:s">y</a></p1><order xmlns="urn:s"><id>z</id></order><nowhere><order xmlns="urn:s"/></nowhere><p4/>',
      ),
      [
        '/Body/sum/p0: “x” is not a whole number from -2147483648 up to 2147483647.',
        '/Body/sum/p1/a: “y” is not a whole number from -2147483648 up to 2147483647.',
        '/Body/sum/order/id: “z” is not a whole number from -2147483648 up to 2147483647.',
        '/Body/sum/p4: p4 is not a part of this message.',
      ],
    ],
    [
      'parts that are missing',
      wrapped(`${p1}${p2}`),
      ['/Body/sum: The part p0 is missing.', '/Body/sum: The part nowhere is missing.'],
    ],
    [
      'something beside the wrapper',
      envelope(`<r:sum xmlns:r="urn:r"><p0>1</p0>${p1}${p2}<nowhere/></r:sum><beside/>`),
      ['/Body/beside: Only one element is expected.'],
    ],
    [
      'another namespace of the wrapper',
      envelope('<sum xmlns="urn:other"/>'),
      ['/Body/sum: sum is not described here; it must have the namespace urn:r. Described: sum.'],
    ],
    ['no wrapper', envelope(''), ['/Body: The body is empty. Described: sum.']],
  ])('%s', async (_name, xml, found) => {
    const { request } = await described([sum], 'rpc');
    expect(request(xml)).toEqual(found);
  });

  test('a message identified only by its action has another wrapper, or none', async () => {
    const { request, operations } = await described([sum], 'rpc');
    expect(operations[0]?.input.wrapper).toEqual({ namespace: 'urn:r', local: 'sum' });
    const expected = 'sum of the namespace urn:r is expected here.';
    expect(request(envelope('<x/>'), 'urn:sum')).toEqual([`/Body/x: ${expected}`]);
    expect(request(envelope(''), 'urn:sum')).toEqual([`/Body: ${expected}`]);
  });

  test('a response wrapper has the name of the operation with the suffix Response', async () => {
    const { answer } = await described([sum], 'rpc');
    expect(answer(wrapped('<p0>1</p0>', 'sumResponse'), 'sum')).toEqual([]);
    expect(answer(wrapped('<p0>1</p0>'), 'sum')).toEqual([
      '/Body/sum: sumResponse of the namespace urn:r is expected here.',
    ]);
  });

  test('in the SOAP encoding only the wrapper is validated', async () => {
    const { request, operations } = await described([sum], 'rpc', 'use="encoded"');
    expect(operations[0]?.input).toMatchObject({ isEncoded: true, wrapper: { namespace: 'urn:t', local: 'sum' } });
    expect(request(envelope('<sum xmlns="urn:t"><anything/></sum><beside/>'))).toEqual([]);
    expect(request(envelope('<x/>'), 'urn:sum')).toEqual(['/Body/x: sum of the namespace urn:t is expected here.']);
  });
});

test('content of a type is not validated, next to an element or alone', async () => {
  const mixed = { name: 'mixed', input: ['element="s:note"', 'type="s:pair"'], output: ['type="s:pair"'] };
  const { request, answer } = await described([mixed]);
  expect(request(envelope('<s:note>x</s:note><a>y</a>'))).toEqual([]);
  expect(answer(envelope('<anything/>'), 'mixed')).toEqual([]);
});

test.each([
  [`<Envelope xmlns="${soap11}"/>`, '1.1'],
  [`<Envelope xmlns="${soap12}"/>`, '1.2'],
  ['<Envelope/>', undefined],
  [`<Body xmlns="${soap12}"/>`, undefined],
])('the version of %s is %s', (xml, version) => {
  expect(versionOf(root(xml))).toBe(version);
});
