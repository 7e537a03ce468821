import { gzipSync } from 'node:zlib';
import type { ScriptInput } from '@touchstone/contracts/api-testing';

/** What a target responds. */
export interface BombAnswer {
  body: string | Uint8Array;
  headers?: Record<string, string>;
  /** The body repeats until the reader disconnects. */
  isEndless?: boolean;
}

/** RequestBomb is a request whose evaluation would take forever: sent by preview and by runs. */
export interface RequestBomb {
  name: string;
  script: Omit<Partial<ScriptInput>, 'scriptName' | 'url'> & { url?: string };
  /** Variables of the environment. */
  variables?: Record<string, string>;
  answer?: BombAnswer;
  /** The expected statuses of its step. */
  ends: readonly ('passed' | 'failed' | 'error')[];
}

export const deep = (open: string, close: string, levels: number, inside = '') =>
  open.repeat(levels) + inside + close.repeat(levels);
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const entities = (levels: number, times: number) =>
  `<!DOCTYPE r [<!ENTITY e0 "lollollollol">${many(levels, (index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(times)}">`).join('')}]><r>&e${levels};</r>`;

/** Megabytes of zeros, as many members of one gzip stream, which is generated quickly. */
const unpacksTo = (megabytes: number): Uint8Array =>
  Buffer.concat(Array<Buffer>(megabytes).fill(gzipSync(Buffer.alloc(1024 * 1024))));

/** Documents that are expensive by themselves, whatever reads them. */
const xml = {
  deep: deep('<a>', '</a>', 40_000),
  nested: deep('<a>', '</a>', 499),
  wide: `<r>${many(60_000, (index) => `<a b="${index}"><c>${index}</c></a>`).join('')}</r>`,
  laughs: entities(9, 10),
  quadratic: `<!DOCTYPE r [<!ENTITY e "${'x'.repeat(50_000)}">]><r>${'&e;'.repeat(50_000)}</r>`,
  attributes: `<r ${many(30_000, (index) => `a${index}="1"`).join(' ')}/>`,
};
export const json = {
  deep: deep('[', ']', 200_000),
  deepObjects: deep('{"a":', '}', 100_000, '1'),
  nested: deep('{"a":[', ']}', 240, '1'),
  wide: JSON.stringify(many(40_000, (index) => ({ id: index, name: `name ${index}`, tags: ['a', 'b'] }))),
  digits: `{"a": ${'9'.repeat(1_000_000)}}`,
};

/** Schemas that each contain the next one several times, so that the number of paths grows exponentially. */
const schemaChain = (length: number, keyword: 'allOf' | 'oneOf' | 'anyOf', times: number) => ({
  $ref: '#/$defs/s0',
  $defs: Object.fromEntries(
    many(length, (index) => [
      `s${index}`,
      index === length - 1 ? {} : { [keyword]: many(times, () => ({ $ref: `#/$defs/s${index + 1}` })) },
    ]),
  ),
});

const doubling = Object.fromEntries(many(40, (index) => [`v${index}`, `{{v${index + 1}}}{{v${index + 1}}}x`]));
const row = (value: string) => ({ key: 'X-Bomb', value, enabled: true });
const xpath = (path: string) => ({ kind: 'xpath' as const, operator: 'exists' as const, path, enabled: true });
const jsonPath = (path: string) => ({ kind: 'jsonPath' as const, operator: 'exists' as const, path, enabled: true });
const schema = (expected: unknown) => ({
  kind: 'jsonSchema' as const,
  operator: 'matches' as const,
  expected: JSON.stringify(expected),
  enabled: true,
});
const xsd = (content: string) => ({
  kind: 'xsd' as const,
  operator: 'matches' as const,
  enabled: true,
  expected: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`,
});
const schemaOfGroups = (levels: number) =>
  `<xs:element name="r"><xs:complexType><xs:group ref="g0"/></xs:complexType></xs:element>${many(
    levels,
    (index) =>
      `<xs:group name="g${index}"><xs:sequence>${`<xs:group ref="g${index + 1}" minOccurs="0"/>`.repeat(2)}</xs:sequence></xs:group>`,
  ).join('')}<xs:group name="g${levels}"><xs:sequence><xs:element name="e" minOccurs="0"/></xs:sequence></xs:group>`;
const judged = ['failed', 'passed'] as const;
const sent = ['error'] as const;
const xmlAnswer = (body: string): BombAnswer => ({ body, headers: { 'content-type': 'application/xml' } });
const jsonAnswer = (body: string): BombAnswer => ({ body, headers: { 'content-type': 'application/json' } });

/** requestBombs are all requests that are known to be expensive. */
export const requestBombs: RequestBomb[] = [
  ...(['deep', 'nested', 'wide', 'laughs', 'quadratic', 'attributes'] as const).map((name) => ({
    name: `XPath //a on XML that is ${name}`,
    script: { assertions: [xpath('//a'), xpath('//a//a//a')] },
    answer: xmlAnswer(xml[name]),
    ends: judged,
  })),
  {
    name: 'XPath that concatenates texts of texts',
    script: { assertions: [xpath(`//a[contains(concat(${many(50, () => 'string(/)').join(',')}), position())]`)] },
    answer: xmlAnswer(xml.wide),
    ends: judged,
  },
  {
    name: 'XPath with a loop in a loop',
    script: { assertions: [xpath('for $x in 1 to 100000, $y in 1 to 100000 return $x * $y')] },
    answer: xmlAnswer('<r/>'),
    ends: judged,
  },
  {
    name: 'XPath that looks back from each node',
    script: { assertions: [xpath('//a[count(preceding::a[. = following::a]) > 1]')] },
    answer: xmlAnswer(xml.wide),
    ends: judged,
  },
  {
    name: 'XML bodies that are compared',
    script: {
      assertions: [
        { kind: 'body', operator: 'equalsIgnoringOrder', expected: xml.wide.slice(0, 60_000), enabled: true },
      ],
    },
    answer: xmlAnswer(xml.wide),
    ends: judged,
  },
  {
    name: 'XML schema with many choices',
    script: {
      assertions: [
        xsd(
          `<xs:element name="r"><xs:complexType><xs:sequence minOccurs="0" maxOccurs="5000">${many(60, (index) => `<xs:choice minOccurs="0" maxOccurs="3000"><xs:element name="a${index}" minOccurs="0" maxOccurs="3000"/></xs:choice>`).join('')}</xs:sequence></xs:complexType></xs:element>`,
        ),
      ],
    },
    answer: xmlAnswer('<r/>'),
    ends: judged,
  },
  {
    name: 'XML schema whose groups double',
    script: { assertions: [xsd(schemaOfGroups(40))] },
    answer: xmlAnswer('<r/>'),
    ends: judged,
  },
  {
    name: 'XML schema whose extensions form a circle',
    script: {
      assertions: [
        xsd(
          '<xs:element name="r" type="a"/><xs:complexType name="a"><xs:complexContent><xs:extension base="b"/></xs:complexContent></xs:complexType><xs:complexType name="b"><xs:complexContent><xs:extension base="a"/></xs:complexContent></xs:complexType>',
        ),
      ],
    },
    answer: xmlAnswer('<r/>'),
    ends: judged,
  },
  {
    name: 'XML schema that includes a thousand others',
    script: { assertions: [xsd(many(1000, (index) => `<xs:include schemaLocation="${index}.xsd"/>`).join(''))] },
    answer: xmlAnswer('<r/>'),
    ends: judged,
  },
  ...(['deep', 'deepObjects', 'nested', 'wide', 'digits'] as const).map((name) => ({
    name: `JSON that is ${name}`,
    script: {
      assertions: [jsonPath('$..a..a'), jsonPath('$..[?@.id > 3]'), jsonPath('$'), jsonPath('$[0,0,0][0,0,0][0,0,0]')],
      dataHandlers: [{ name: 'v', source: 'jsonPath' as const, path: '$..a', enabled: true }],
    },
    answer: jsonAnswer(json[name]),
    ends: judged,
  })),
  {
    name: 'JSONPath with a filter in a filter',
    script: { assertions: [jsonPath('$[?count($[?count($..*) > 0]) > 0]')] },
    answer: jsonAnswer(json.wide),
    ends: judged,
  },
  {
    name: 'JSONPath of unions that multiply',
    script: { assertions: [jsonPath(`$${'[0,0]'.repeat(40)}`)] },
    answer: jsonAnswer(deep('[', ']', 45, '1')),
    ends: judged,
  },
  {
    name: 'JSON that is compared without order',
    script: {
      assertions: [
        { kind: 'body', operator: 'equalsIgnoringOrder', expected: json.wide.slice(0, 60_000), enabled: true },
      ],
    },
    answer: jsonAnswer(json.wide),
    ends: judged,
  },
  {
    name: 'regular expression that goes back',
    script: {
      assertions: [
        { kind: 'body', operator: 'matches', expected: '^(a+)+$', enabled: true },
        { kind: 'body', operator: 'matches', expected: '((a{0,30}){0,30}){0,30}$', enabled: true },
        { kind: 'body', operator: 'matches', expected: '(x+x+)+y', enabled: true },
      ],
    },
    answer: { body: `${'a'.repeat(100_000)}b${'x'.repeat(100_000)}` },
    ends: judged,
  },
  {
    name: 'schema whose pattern goes back',
    script: { assertions: [schema({ type: 'string', pattern: '^(?=(a+)+$).*$' })] },
    answer: jsonAnswer(JSON.stringify(`${'a'.repeat(40)}b`)),
    ends: judged,
  },
  ...(['allOf', 'oneOf', 'anyOf'] as const).map((keyword) => ({
    name: `schema whose ${keyword} multiplies`,
    script: { assertions: [schema(schemaChain(40, keyword, 3))] },
    answer: jsonAnswer('1'),
    ends: judged,
  })),
  {
    name: 'schema with very many alternatives',
    script: { assertions: [schema({ items: { anyOf: many(2000, (index) => ({ const: `x${index}` })) } })] },
    answer: jsonAnswer(json.wide),
    ends: judged,
  },
  {
    name: 'schema that refers to itself',
    script: { assertions: [schema({ $ref: '#' }), schema({ allOf: [{ $ref: '#' }] })] },
    answer: jsonAnswer('1'),
    ends: judged,
  },
  {
    name: 'variables that double in headers',
    script: { headers: many(5, () => row('{{v0}}')) },
    variables: doubling,
    ends: sent,
  },
  { name: 'variables that double in the URL', script: { url: '?q={{v0}}' }, variables: doubling, ends: sent },
  {
    name: 'variables that double in the body',
    script: { method: 'POST', body: { type: 'text', content: '{{v0}}'.repeat(10) } },
    variables: doubling,
    ends: sent,
  },
  {
    name: 'variables that double in assertions',
    script: { assertions: [{ kind: 'body', operator: 'equals', expected: '{{v0}}', enabled: true }] },
    variables: doubling,
    ends: sent,
  },
  {
    name: 'names of variables that never end',
    script: { method: 'POST', body: { type: 'text', content: `{{${' '.repeat(200_000)}`.repeat(4) } },
    ends: ['passed'],
  },
  {
    name: 'dynamic values in a large body',
    script: { method: 'POST', body: { type: 'text', content: '{{$randomLoremText}} {{$guid}}'.repeat(30_000) } },
    ends: sent,
  },
  {
    name: 'a body that is a gzip bomb',
    script: { assertions: [{ kind: 'body', operator: 'contains', expected: 'y', enabled: true }] },
    answer: { body: unpacksTo(300), headers: { 'content-encoding': 'gzip' } },
    ends: [...judged, 'error'],
  },
  {
    name: 'a flood of headers',
    script: {},
    answer: { body: '', headers: Object.fromEntries(many(1000, (index) => [`x-${index}`, 'x'.repeat(100)])) },
    ends: [...judged, 'error'],
  },
  {
    name: 'a body without an end',
    script: { assertions: [{ kind: 'body', operator: 'contains', expected: 'y', enabled: true }] },
    answer: { body: 'x'.repeat(65_536), isEndless: true },
    ends: [...judged, 'error'],
  },
  { name: 'a script that loops', script: { testScript: 'for (;;);' }, ends: ['failed'] },
  {
    name: 'a script that fills the memory',
    script: { testScript: 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length);' },
    ends: ['failed'],
  },
  {
    name: 'a script that asks for bodies without an end',
    script: {
      testScript: `for (let i = 0; i < 100; i += 1) pm.sendRequest('{{target}}/endless', () => {});
        pm.sendRequest(pm.variables.replaceIn('{{target}}/endless'), () => {});`.replaceAll(
        "'{{target}}/endless'",
        "pm.variables.get('target') + '/endless'",
      ),
    },
    ends: judged,
  },
];
