import { describe, expect, test } from 'vitest';
import { importWsdl, type WsdlOptions } from './import-wsdl.ts';

const namespaces =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:u="urn:u"';

interface Parts {
  attributes?: string;
  types?: string;
  messages?: string;
  operations?: string;
  portType?: string;
  protocol?: string;
  bound?: string;
  bindings?: string;
  services?: string;
}

/** A description of the operation `ask`, each part of which can be replaced. */
const wsdl = ({
  attributes = 'name="D" targetNamespace="urn:t"',
  types = '',
  messages = '<message name="in"><part name="p" type="xs:int"/></message>',
  operations = '<operation name="ask"><input message="t:in"/><output message="t:in"/></operation>',
  portType = 'type="t:port"',
  protocol = '<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>',
  bound = '<operation name="ask"><soap:operation soapAction="urn:ask"/><input><soap:body use="literal"/></input></operation>',
  bindings = `<binding name="b" ${portType}>${protocol}${bound}</binding>`,
  services = serviceOf('S', port('P', '<soap:address location="http://s.test/soap"/>')),
}: Parts = {}) =>
  `<definitions ${namespaces} ${attributes}>${types}${messages}<portType name="port">${operations}</portType>${bindings}${services}</definitions>`;

const serviceOf = (name: string, ports: string) => `<service name="${name}">${ports}</service>`;
const port = (name: string, address = '', binding = 't:b') =>
  `<port name="${name}" binding="${binding}">${address}</port>`;

const read = async (parts: Parts = {}, options: WsdlOptions = {}) => {
  const { steps, problems, ...rest } = await importWsdl(wsdl(parts), options);
  return { ...rest, steps, problems: problems.map(({ place, reason }) => `${place}: ${reason}`) };
};
const nothing = 'document: The description has no operations to import.';

const documentation = (text: string) => `<documentation>${text}</documentation>`;

test.each<[place: string, parts: Parts, description: string | undefined]>([
  [
    'the operation',
    {
      operations: `<operation name="ask">${documentation('\n    Asks <b>once</b>.\n\n      Then waits.\n  ')}<input message="t:in"/></operation>`,
      bound: `<operation name="ask">${documentation('bound')}<soap:operation/></operation>`,
    },
    'Asks once.\n\nThen waits.',
  ],
  [
    'the binding',
    {
      operations: `<operation name="ask">${documentation(' ')}<input message="t:in"/></operation>`,
      bound: `<operation name="ask">${documentation('bound')}<soap:operation/></operation>`,
    },
    'bound',
  ],
  [
    'nothing',
    { operations: `<operation name="ask">${documentation('')}<input message="t:in"/></operation>` },
    undefined,
  ],
])('the documentation of a request is that of %s', async (_place, parts, description) => {
  const { steps } = await read(parts);
  expect(steps.map((step) => step.description)).toEqual([description]);
});

test('the documentation of a description is that of its first service, or its own', async () => {
  const service = serviceOf('S', `${documentation('of S')}${port('P')}`);
  const types = documentation('of all');
  expect((await read({ types, services: `${service}${serviceOf('T', documentation('of T'))}` })).description).toBe(
    'of S',
  );
  expect((await read({ types, services: serviceOf('S', port('P')) })).description).toBe('of all');
  expect(await read()).not.toHaveProperty('description');
});

test('a whole description', async () => {
  const { steps, ...rest } = await read();
  expect(rest).toEqual({
    title: 'S',
    servers: ['http://s.test/soap'],
    variables: [],
    environments: [],
    problems: [],
  });
  expect(steps).toEqual([
    {
      id: expect.any(String),
      name: 'ask',
      group: 'S',
      method: 'POST',
      url: 'http://s.test/soap',
      headers: [
        { key: 'Content-Type', value: 'text/xml; charset=utf-8' },
        { key: 'SOAPAction', value: '"urn:ask"' },
      ],
      queryParams: [],
      pathParams: [],
      body: { type: 'xml', content: expect.stringContaining('<t:ask>') },
      authentication: { type: 'none' },
      assertions: [
        { kind: 'status', operator: 'equals', expected: '200' },
        { kind: 'xpath', path: 'not(//*:Fault)', operator: 'equals', expected: true },
      ],
      dataHandlers: [],
      settings: {},
    },
  ]);
});

test.each([
  ['its service', {}, 'S'],
  [
    'the description where the service has no name',
    { services: '<service><port name="P" binding="t:b"/></service>' },
    'D',
  ],
  ['the description where there is no service', { services: '' }, 'D'],
  ['nothing', { services: '', attributes: 'targetNamespace="urn:t"' }, 'Imported service'],
])('the title is that of %s', async (_name, parts, title) => {
  expect((await read(parts)).title).toBe(title);
});

describe('addresses', () => {
  const at = (address: string) => ({ services: serviceOf('S', port('P', address)) });
  const located = (location: string) => at(`<soap:address location="${location}"/>`);
  const reference = (inner: string) => at(`<w:EndpointReference xmlns:w="urn:w">${inner}</w:EndpointReference>`);
  test.each<[name: string, parts: Parts, options: WsdlOptions, url: string, servers: string[]]>([
    ['an address', located('https://s.test/a'), {}, 'https://s.test/a', ['https://s.test/a']],
    ['an address in capitals', located('HTTP://s.test/a'), {}, 'HTTP://s.test/a', ['HTTP://s.test/a']],
    ['a path', located('/a'), {}, '{{baseUrl}}/a', ['/a']],
    ['something else', located('jms://a'), {}, '{{baseUrl}}', ['jms://a']],
    ['what has an address in it', located('x:http://a'), {}, '{{baseUrl}}', ['x:http://a']],
    ['an address that is none', located('http://'), {}, '{{baseUrl}}', ['http://']],
    ['an empty address', located(''), {}, '{{baseUrl}}', []],
    ['no address', at(''), {}, '{{baseUrl}}', []],
    ['an address without a location', at('<soap:address/>'), {}, '{{baseUrl}}', []],
    ['WS-Addressing', reference('<w:Address> http://w.test/ </w:Address>'), {}, 'http://w.test/', ['http://w.test/']],
    ['WS-Addressing that is empty', reference('<w:Address> </w:Address>'), {}, '{{baseUrl}}', []],
    ['WS-Addressing without an address', reference(''), {}, '{{baseUrl}}', []],
    [
      'a base',
      located('http://s.test/a?wsdl=1'),
      { baseUrl: 'http://b.test//' },
      'http://b.test/a?wsdl=1',
      ['http://s.test/a?wsdl=1'],
    ],
    [
      'a base for an address without a path',
      located('http://s.test'),
      { baseUrl: 'http://b.test' },
      'http://b.test',
      ['http://s.test'],
    ],
    [
      'a base with a path',
      located('http://s.test/a'),
      { baseUrl: 'HTTP://b.test/c/' },
      'HTTP://b.test/c',
      ['http://s.test/a'],
    ],
    [
      'a base with a query',
      located('http://s.test/a'),
      { baseUrl: 'http://b.test?c' },
      'http://b.test?c',
      ['http://s.test/a'],
    ],
    [
      'a base with a slash in its query',
      located('http://s.test/a'),
      { baseUrl: 'http://b.test#x/y' },
      'http://b.test#x/y/a',
      ['http://s.test/a'],
    ],
    [
      'a base with a mark',
      located('http://s.test/a'),
      { baseUrl: 'http://b.test/#f' },
      'http://b.test/#f/a',
      ['http://s.test/a'],
    ],
    [
      'a base that is a variable',
      located('http://s.test/a'),
      { baseUrl: '{{host}}' },
      '{{host}}/a',
      ['http://s.test/a'],
    ],
    [
      'a base with an address inside',
      located('http://s.test/a'),
      { baseUrl: '{{p}}/http://b/c' },
      '{{p}}/http://b/c/a',
      ['http://s.test/a'],
    ],
    ['a base and no described address', located('/a'), { baseUrl: 'http://b.test/' }, 'http://b.test', ['/a']],
  ])('%s', async (_name, parts, options, url, servers) => {
    const found = await read(parts, options);
    expect([found.steps[0]?.url, found.servers]).toEqual([url, servers]);
    expect(found.variables).toEqual(
      url.startsWith('{{baseUrl}}') ? [{ name: 'baseUrl', value: '', isSecret: false }] : [],
    );
  });

  test('each address is listed once', async () => {
    const address = '<soap:address location="http://s.test/"/>';
    const services =
      serviceOf('S', port('P', address) + port('Q', address)) +
      serviceOf('T', port('R', '<soap:address location="http://r.test/"/>'));
    const { servers, steps } = await read({ services });
    expect(servers).toEqual(['http://s.test/', 'http://r.test/']);
    expect(steps.map(({ group }) => group)).toEqual(['S / P', 'S / Q', 'T']);
  });

  test('services and ports without a name', async () => {
    const services = '<service><port binding="t:b"/><port binding="t:b"/><port/></service>';
    const { steps, problems } = await read({ services });
    expect(steps.map(({ group }) => group)).toEqual(['service / port', 'service / port']);
    expect(problems).toEqual(['service / port: The binding  of this port is not described.']);
  });

  test('bindings are used if services are missing', async () => {
    const bound = (name: string) =>
      `<binding ${name} type="t:port"><soap:binding style="rpc"/><operation name="ask"/></binding>`;
    const { steps, problems } = await read({ services: '', bindings: bound('name="one"') + bound('') });
    expect(steps.map(({ group, url }) => [group, url])).toEqual([
      ['one', '{{baseUrl}}'],
      ['binding', '{{baseUrl}}'],
    ]);
    expect(problems).toEqual([]);
    const based = await read({ services: '', bindings: bound('name="one"') }, { baseUrl: 'http://b.test/x' });
    expect(based.steps[0]?.url).toBe('http://b.test/x');
  });
});

describe('anything that cannot be called is reported', () => {
  const soap = (transport: string) => ({ protocol: `<soap12:binding transport="${transport}"/>` });
  const left = (transport: string) =>
    `S: The transport ${transport} is not HTTP; the operations of this port are left out.`;
  const neither = 'S: The binding is neither SOAP nor HTTP; its operations are left out.';
  test.each<[name: string, parts: Parts, problems: string[]]>([
    ['messages over JMS', soap('urn:JMS'), [left('urn:JMS'), nothing]],
    ['messages by mail', soap('urn:smtp'), [left('urn:smtp'), nothing]],
    ['messages over TCP', soap('urn:tcp'), [left('urn:tcp'), nothing]],
    ['messages in pipes', soap('urn:named-pipe'), [left('urn:named-pipe'), nothing]],
    ['messages in queues', soap('urn:msmq'), [left('urn:msmq'), nothing]],
    ['datagrams', soap('soap.udp'), [left('soap.udp'), nothing]],
    ['a protocol of its own', { protocol: '<binding xmlns="urn:own"/>' }, [neither, nothing]],
    ['no protocol', { protocol: '' }, [neither, nothing]],
    ['no port type', { portType: '' }, ['S: The port type  is not described.', nothing]],
    [
      'a port type that is not there',
      { portType: 'type="t:lost"' },
      ['S: The port type t:lost is not described.', nothing],
    ],
    [
      'an operation that is not there',
      { bound: '<operation name="lost"/>' },
      ['S, lost: The binding names an operation that the port type does not have.', nothing],
    ],
    [
      'an operation without a name',
      { bound: '<operation/>' },
      ['S, operation: The binding names an operation that the port type does not have.', nothing],
    ],
    [
      'an operation that the service begins',
      { operations: '<operation name="ask"><output message="t:in"/><input message="t:in"/></operation>' },
      ['S, ask: The service itself sends the first message of this operation, so it cannot be called.', nothing],
    ],
    [
      'an operation that is empty',
      { operations: '<operation name="ask"/>' },
      ['S, ask: The service itself sends the first message of this operation, so it cannot be called.', nothing],
    ],
    [
      'a message that is not there',
      { operations: '<operation name="ask"><input message="t:lost"/></operation>' },
      ['S, ask: The message t:lost is not described.'],
    ],
    [
      'no message',
      { operations: '<operation name="ask"><input/></operation>' },
      ['S, ask: The message  is not described.'],
    ],
  ])('%s', async (_name, parts, problems) => {
    const found = await read(parts);
    expect(found.problems).toEqual(problems);
    expect(found.steps.length).toBe(problems.includes(nothing) ? 0 : 1);
  });

  test('tcp is a transport only as a whole word, and other extensions are ignored', async () => {
    const { steps } = await read({
      protocol: '<binding xmlns="urn:own"/><soap12:binding transport="http://tcpx.test"/>',
    });
    expect(steps[0]?.headers).toEqual([
      { key: 'Content-Type', value: 'application/soap+xml; charset=utf-8; action="urn:ask"' },
    ]);
  });

  test('each of several operations in a binding', async () => {
    const { steps, problems } = await read({
      bound: '<operation name="lost"/><operation name="ask"/>',
      protocol: '<soap:binding/>',
      operations: '<operation name="ask"><input message="t:in"/></operation>',
    });
    expect(steps.map(({ name }) => name)).toEqual(['ask']);
    expect(problems).toHaveLength(1);
  });
});

describe('what is undefined', () => {
  const schema = (inner: string) => ({
    types: `<types><xs:schema targetNamespace="urn:u" xmlns="urn:u">${inner}</xs:schema></types>`,
  });
  const undefinedMessage = (what: string) =>
    `${what} is not defined in any of the documents. Give the schema that defines it.`;
  test.each<[name: string, parts: Parts, problems: string[]]>([
    [
      'an element',
      schema('<xs:group name="g"><xs:sequence><xs:element ref="u:e"/></xs:sequence></xs:group>'),
      ['schema, group g: The element e of the namespace urn:u'],
    ],
    [
      'a group',
      schema('<xs:complexType name="c"><xs:group ref="u:g"/></xs:complexType>'),
      ['schema, complexType c: The group g of the namespace urn:u'],
    ],
    [
      'an attribute group',
      schema('<xs:complexType name="c"><xs:attributeGroup ref="u:g"/></xs:complexType>'),
      ['schema, complexType c: The attribute group g of the namespace urn:u'],
    ],
    [
      'an attribute',
      schema('<xs:complexType name="c"><xs:attribute ref="u:a"/></xs:complexType>'),
      ['schema, complexType c: The attribute a of the namespace urn:u'],
    ],
    [
      'types of a union',
      schema('<xs:simpleType name="s"><xs:union memberTypes=" u:m  xs:int u:n "/></xs:simpleType>'),
      [
        'schema, simpleType s: The type m of the namespace urn:u',
        'schema, simpleType s: The type n of the namespace urn:u',
      ],
    ],
    [
      'the type of a list',
      schema('<xs:simpleType name="s"><xs:list itemType="u:m"/></xs:simpleType>'),
      ['schema, simpleType s: The type m of the namespace urn:u'],
    ],
    [
      'a type without a namespace',
      { types: '<types><xs:schema targetNamespace="urn:u"><xs:element name="e" type="q:x"/></xs:schema></types>' },
      ['schema, element e: The type x without a namespace'],
    ],
    ['what has no name', schema('<xs:element type="u:m"/>'), ['schema, element: The type m of the namespace urn:u']],
    ['no type that is empty', schema('<xs:element name="e" type=" "/>'), []],
    [
      'no type in an annotation',
      schema(
        '<xs:annotation><xs:appinfo><x type="u:m"/></xs:appinfo></xs:annotation><xs:element name="e" type="xs:int"/>',
      ),
      [],
    ],
    ['no part that a schema does not have', schema('<xs:unknown ref="u:x"/>'), []],
    [
      'nothing that is known elsewhere',
      schema('<xs:complexType name="c"><xs:attribute ref="xml:lang"/></xs:complexType>'),
      [],
    ],
    [
      'nothing of the SOAP encoding',
      schema(
        '<xs:element name="e" type="c:string" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/"/><xs:element name="f" type="d:string" xmlns:d="http://www.w3.org/2003/05/soap-encoding"/>',
      ),
      [],
    ],
    [
      'no built-in types',
      schema(
        '<xs:element name="e" type="xs:dayTimeDuration"/><xs:element name="f" type="xs:NMTOKENS"/><xs:element ref="xs:schema"/>',
      ),
      [],
    ],
    [
      'the type of a message',
      { messages: '<message name="in"><part name="p" type="u:m"/></message>' },
      ['message in, part p: The type m of the namespace urn:u'],
    ],
    [
      'the element of a message without names',
      {
        messages: '<message><part element="u:m"/></message><message name="in"><part name="p" type="xs:int"/></message>',
      },
      ['message , part part: The element m of the namespace urn:u'],
    ],
  ])('%s', async (_name, parts, problems) => {
    const found = await read(parts);
    expect(found.problems).toEqual(problems.map(undefinedMessage));
  });
});

test('types are described only if requested and if there are operations', async () => {
  expect(await read()).not.toHaveProperty('soap');
  expect(await read({ protocol: '' }, { withSchemas: true })).not.toHaveProperty('soap');
  expect((await read({}, { withSchemas: true })).soap?.operations).toHaveLength(1);
});

test('names are found in their namespace, or in any if only one has them', async () => {
  const message = (name: string, part: string) =>
    `<message name="${name}"><part name="${part}" type="xs:int"/></message>`;
  const content = async (parts: Parts) => {
    const { body } = (await read(parts)).steps[0] ?? {};
    return body?.type === 'xml' ? /<t:ask>\s*<(\w+)>|<t:ask\/>/.exec(body.content)?.slice(1) : undefined;
  };
  const asks = (name: string) => `<operation name="ask"><input message="${name}"/></operation>`;
  expect(await content({ operations: asks('u:in') })).toEqual(['p']);
  expect(await content({ operations: asks('u:in'), messages: message('in', 'a') + message('pin', 'b') })).toEqual([
    'a',
  ]);
  // Components of other kinds may have the same name.
  expect(await content({ operations: asks('u:port'), messages: message('port', 'a') })).toEqual(['a']);
  // The first with a name counts.
  expect(await content({ messages: message('in', 'a') + message('in', 'b') })).toEqual(['a']);
});

test('operations with one name are distinguished by their inputs, or by their order', async () => {
  const input = (name: string, message: string) =>
    `<operation name="ask"><input ${name} message="t:${message}"/></operation>`;
  const messages = ['a', 'b', 'c']
    .map((name) => `<message name="${name}"><part name="${name}" type="xs:int"/></message>`)
    .join('');
  const bound = (...names: string[]) =>
    names.map((name) => `<operation name="ask"><input ${name}/></operation>`).join('');
  const partsOf = async (operations: string, bindings: string) => {
    const { steps } = await read({ operations, messages, bound: `<operation name="other"/>${bindings}` });
    return steps.map(({ body }) => (body.type === 'xml' ? /<([abc])>/.exec(body.content)?.[1] : undefined));
  };
  const named = input('name="x"', 'a') + input('name="y"', 'b');
  expect(await partsOf(named, bound('name="y"', 'name="x"'))).toEqual(['b', 'a']);
  expect(await partsOf(named, bound('', ''))).toEqual(['a', 'b']);
  const unnamed = input('', 'a') + input('', 'b') + input('name="z"', 'c');
  expect(await partsOf(unnamed, bound('', '', 'name="z"'))).toEqual(['a', 'b', 'c']);
  expect(await partsOf(input('', 'a'), bound('', ''))).toEqual(['a', 'a']);
  expect(await partsOf(`<operation name="ask"/>${named}`, bound('name="y"'))).toEqual(['b']);
});
