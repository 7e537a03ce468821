import { parseXmlDocument } from 'slimdom';
import { describe, expect, test } from 'vitest';
import { validateContent } from '../../testing/validate-envelope.ts';
import { SchemaSet } from '../wsdl/wsdl-schemas.ts';
import { SchemaCompiler } from './compile-schema.ts';
import { SchemaJudge } from './judge-element.ts';

const schemaOf = (inner: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${inner}</xs:schema>`;

function judge(types: string, content: string) {
  const root = parseXmlDocument(schemaOf(types)).documentElement!;
  const compiler = new SchemaCompiler(new SchemaSet([{ root, namespace: 'urn:t' }]));
  const element = parseXmlDocument(documentOf(content)).documentElement!;
  const declared = compiler.element({ namespace: 'urn:t', local: 'r' })!;
  // Like data received from another thread.
  return new SchemaJudge(structuredClone(compiler.model)).element(element, declared);
}

const documentOf = (content: string) =>
  content.replace(
    /^<r/,
    '<r xmlns="urn:t" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  );

const envelopeOf = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${documentOf(content)}</s:Body></s:Envelope>`;

const complex = (content: string, more = '') =>
  `<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>${more}`;
const sequence = (...elements: string[]) =>
  complex(`<xs:sequence>${elements.map((element) => `<xs:element ${element}/>`).join('')}</xs:sequence>`);
const simple = (base: string, facets = '') =>
  `<xs:element name="r"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`;

type Case = [name: string, types: string, content: string, found?: [place: string, message: string | RegExp][]];
const abc = sequence('name="a" type="xs:int"', 'name="b" type="xs:int" minOccurs="0"', 'name="c" type="xs:int"');
const people = complex(
  '<xs:sequence><xs:element name="p" type="t:person"/></xs:sequence>',
  '<xs:complexType name="person" abstract="true"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence><xs:attribute name="id" type="xs:int" use="required"/></xs:complexType><xs:complexType name="worker"><xs:complexContent><xs:extension base="t:person"><xs:sequence><xs:element name="job" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="other"/>',
);

const structures: Case[] = [
  ['a sequence', abc, '<r><a>1</a><b>2</b><c>3</c></r>'],
  ['an optional element is absent', abc, '<r><a>1</a><c>3</c></r>'],
  ['a required element is missing', abc, '<r><a>1</a></r>', [['/r', 'c is missing.']]],
  ['the order is wrong', abc, '<r><c>3</c><a>1</a></r>', [['/r/a', 'a must come before c.']]],
  ['an element too often', abc, '<r><a>1</a><a>1</a><c>3</c></r>', [['/r/a[2]', /too often/]]],
  ['an unknown element', abc, '<r><a>1</a><x/><c>3</c></r>', [['/r/x', 'x is not described here.']]],
  [
    'another namespace',
    abc,
    '<r><a xmlns="">1</a><c>3</c></r>',
    [
      ['/r/a', 'a must have the namespace urn:t; it has none.'],
      ['/r', 'a is missing.'],
    ],
  ],
  ['text between elements', abc, '<r>hello<a>1</a><c>3</c></r>', [['/r', 'Text is not allowed here: “hello”.']]],
  ['a value and its place', abc, '<r><a>1</a><b>two</b><c>3</c></r>', [['/r/b', /“two” is not a whole number/]]],
  ['elements in simple content', abc, '<r><a><b/></a><c>3</c></r>', [['/r/a/b', 'Only text is allowed here.']]],
  [
    'repeated elements, counted',
    sequence('name="a" type="xs:int" maxOccurs="3"'),
    '<r><a>1</a><a>x</a></r>',
    [['/r/a[2]', /x/]],
  ],
  [
    'too few',
    sequence('name="a" type="xs:int" minOccurs="2" maxOccurs="3"'),
    '<r><a>1</a></r>',
    [['/r', 'a is missing. It must come 2 times, and comes 1 times.']],
  ],
  [
    'too many',
    sequence('name="a" type="xs:int" maxOccurs="2"'),
    '<r><a>1</a><a>1</a><a>1</a></r>',
    [['/r/a[3]', /too often/]],
  ],
  [
    'unbounded',
    sequence('name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"'),
    `<r>${'<a>1</a>'.repeat(500)}</r>`,
  ],
  ['a choice', complex('<xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice>'), '<r><b/></r>'],
  [
    'no option of a choice',
    complex('<xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice>'),
    '<r/>',
    [['/r', 'One of a, b is missing.']],
  ],
  [
    'both options of a choice',
    complex('<xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice>'),
    '<r><a/><b/></r>',
    [['/r/b', /not expected/]],
  ],
  [
    'a repeated choice',
    complex('<xs:choice maxOccurs="unbounded"><xs:element name="a"/><xs:element name="b"/></xs:choice>'),
    '<r><a/><b/><a/></r>',
  ],
  [
    'all in any order',
    complex('<xs:all><xs:element name="a"/><xs:element name="b"/><xs:element name="c" minOccurs="0"/></xs:all>'),
    '<r><b/><a/></r>',
  ],
  [
    'all, one missing',
    complex('<xs:all><xs:element name="a"/><xs:element name="b"/></xs:all>'),
    '<r><b/></r>',
    [['/r', 'a is missing.']],
  ],
  [
    'a group',
    complex(
      '<xs:sequence><xs:group ref="t:g" maxOccurs="2"/></xs:sequence>',
      '<xs:group name="g"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:group>',
    ),
    '<r><a/><b/><a/><b/></r>',
  ],
  [
    'a group that is incomplete',
    complex(
      '<xs:sequence><xs:group ref="t:g" maxOccurs="2"/></xs:sequence>',
      '<xs:group name="g"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:group>',
    ),
    '<r><a/><b/><a/></r>',
    [['/r', 'b is missing.']],
  ],
  [
    'a wildcard',
    complex('<xs:sequence><xs:any namespace="##other" processContents="lax"/></xs:sequence>'),
    '<r><x xmlns="urn:x"/></r>',
  ],
  [
    'a wildcard of other namespaces',
    complex('<xs:sequence><xs:any namespace="##other" processContents="lax"/></xs:sequence>'),
    '<r><x/></r>',
    [
      ['/r/x', /not described/],
      ['/r', 'An element is missing.'],
    ],
  ],
  ['an empty type', complex(''), '<r><a/></r>', [['/r/a', 'a is not described here.']]],
  [
    'mixed content',
    '<xs:element name="r"><xs:complexType mixed="true"><xs:sequence><xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>',
    '<r>x<a/>y</r>',
  ],
  [
    'a required attribute is missing',
    complex('<xs:attribute name="k" type="xs:int" use="required"/>'),
    '<r/>',
    [['/r', 'The attribute k is missing.']],
  ],
  [
    'a value of an attribute',
    complex('<xs:attribute name="k" type="xs:int"/>'),
    '<r k="x"/>',
    [['/r/@k', /“x” is not a whole number/]],
  ],
  ['an unknown attribute', complex(''), '<r k="x"/>', [['/r/@k', 'The attribute k is not allowed here.']]],
  ['any attribute', complex('<xs:anyAttribute processContents="lax"/>'), '<r k="x"/>'],
  [
    'a fixed attribute',
    complex('<xs:attribute name="k" fixed="1"/>'),
    '<r k="2"/>',
    [['/r/@k', 'The value must be “1”.']],
  ],
  ['nil', sequence('name="a" type="xs:int" nillable="true"'), '<r><a xsi:nil="true"/></r>'],
  [
    'nil where it may not be',
    sequence('name="a" type="xs:int"'),
    '<r><a xsi:nil="true"/></r>',
    [['/r/a', 'a must not be nil.']],
  ],
  ['a derived type', people, '<r><p id="1" xsi:type="t:worker"><name>A</name><job>B</job></p></r>'],
  [
    'a derived type that lacks its own part',
    people,
    '<r><p id="1" xsi:type="t:worker"><name>A</name></p></r>',
    [['/r/p', 'job is missing.']],
  ],
  [
    'an attribute of the base',
    people,
    '<r><p xsi:type="t:worker"><name>A</name><job>B</job></p></r>',
    [['/r/p', 'The attribute id is missing.']],
  ],
  ['an abstract type', people, '<r><p id="1"><name>A</name></p></r>', [['/r/p', /abstract/]]],
  [
    'a type that is not derived',
    people,
    '<r><p id="1" xsi:type="t:other"/></r>',
    [['/r/p/@xsi:type', /not derived from person/]],
  ],
  ['a type that is not known', people, '<r><p id="1" xsi:type="t:nobody"/></r>', [['/r/p/@xsi:type', /not described/]]],
  [
    'a substitute',
    complex(
      '<xs:sequence><xs:element ref="t:h"/></xs:sequence>',
      '<xs:element name="h" abstract="true" type="xs:int"/><xs:element name="s" substitutionGroup="t:h"/>',
    ),
    '<r><s>1</s></r>',
  ],
  [
    'the value of a substitute',
    complex(
      '<xs:sequence><xs:element ref="t:h"/></xs:sequence>',
      '<xs:element name="h" abstract="true" type="xs:int"/><xs:element name="s" substitutionGroup="t:h"/>',
    ),
    '<r><s>x</s></r>',
    [['/r/s', /“x”/]],
  ],
  [
    'a type that holds itself',
    complex(
      '<xs:sequence><xs:element name="n" type="t:node"/></xs:sequence>',
      '<xs:complexType name="node"><xs:sequence><xs:element name="n" type="t:node" minOccurs="0"/></xs:sequence></xs:complexType>',
    ),
    '<r><n><n><n/></n></n></r>',
  ],
];

const facet = (name: string, ...values: string[]) => values.map((value) => `<xs:${name} value="${value}"/>`).join('');
const values: [base: string, facets: string, good: string[], bad: string[]][] = [
  ['int', '', ['1', ' -2 ', '+3', '2147483647'], ['', 'x', '1.0', '2147483648']],
  ['unsignedByte', '', ['0', '255'], ['-1', '256']],
  ['integer', '', ['123456789012345678901234567890'], ['1e3']],
  ['positiveInteger', '', ['1'], ['0', `-${'9'.repeat(50)}`]],
  [
    'decimal',
    facet('totalDigits', '4') + facet('fractionDigits', '2'),
    ['12.34', '0012.30', '.5'],
    ['12.345', '123.45', '1e2', '.'],
  ],
  ['decimal', facet('minInclusive', '-1.5') + facet('maxExclusive', '10'), ['-1.5', '9.99'], ['-1.51', '10', '10.0']],
  ['double', facet('minExclusive', '0'), ['1e-3', 'INF'], ['0', '-1', 'many']],
  ['boolean', '', ['true', '0', ' 1 '], ['yes', 'TRUE']],
  [
    'date',
    '',
    ['2024-02-29', '2024-01-31Z', '2024-01-31+02:00'],
    ['2023-02-29', '2024-1-1', '31.01.2024', '2024-13-01'],
  ],
  [
    'dateTime',
    '',
    ['2024-01-31T10:00:00', '2024-01-31T24:00:00Z', '2024-01-31T10:00:00.5-05:00'],
    ['2024-01-31', '2024-01-31 10:00:00', '2024-01-31T25:00:00'],
  ],
  ['date', facet('minInclusive', '2024-01-10'), ['2024-01-10', '2025-01-01'], ['2024-01-09']],
  ['time', '', ['10:00:00', '10:00:00.25Z'], ['10:00', '24:30:00']],
  ['gYear', '', ['2024', '2024Z'], ['24']],
  ['duration', '', ['P1D', 'PT1H2.5S', '-P1Y'], ['P', 'PT', '1D']],
  ['hexBinary', facet('length', '2'), ['0aFF'], ['0a', '0aF', 'zz00']],
  ['base64Binary', facet('maxLength', '3'), ['YWJj', 'YQ=='], ['YWJjZA==', 'YW']],
  ['string', facet('minLength', '2') + facet('maxLength', '3'), ['ab', '\u{1F600}ab', ' a '], ['a', 'abcd']],
  ['token', facet('enumeration', 'red', 'blue'), ['red', ' blue '], ['green', 'RED']],
  ['int', facet('enumeration', '1', '2'), ['1', '02'], ['3']],
  ['string', facet('pattern', '[A-Z]{2}\\d+'), ['AB1'], ['AB', 'xAB1', 'AB1x']],
  ['string', facet('pattern', 'a.c', '^x$'), ['abc', '^x$'], ['x', 'a']],
  ['string', facet('pattern', '\\i\\c*'), ['a-1', '_b'], ['1a', 'a b']],
  ['NMTOKENS', '', ['a b', 'x'], ['a ,']],
  ['language', '', ['en', 'de-CH'], ['english language']],
  ['NCName', '', ['a'], ['a:b', '1']],
  ['QName', '', ['t:a', 'a'], [':a']],
];

describe('elements are validated as by libxml2', () => {
  test.each(structures)('%s', (_name, types, content, found = []) => {
    const got = judge(types, content);
    expect(got).toEqual(
      found.map(([place, message]) => ({
        place,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })),
    );
    expect(validateContent(envelopeOf(content), { 't.xsd': schemaOf(types) }).length > 0).toBe(got.length > 0);
  });

  test.each(values)('values of %s %s', (base, facets, good, bad) => {
    const types = simple(base, facets);
    for (const value of [...good, ...bad]) {
      const content = `<r>${value}</r>`;
      expect([value, judge(types, content).length]).toEqual([value, good.includes(value) ? 0 : 1]);
      const theirs = validateContent(envelopeOf(content), { 't.xsd': schemaOf(types) });
      expect([value, theirs.length > 0]).toEqual([value, bad.includes(value)]);
    }
  });
});

describe('anything unknown is allowed', () => {
  test.each([
    ['an undefined type', '<xs:element name="r" type="t:gone"/>', '<r><x y="1">z</x></r>'],
    [
      'an undefined base',
      complex(
        '<xs:complexContent><xs:extension base="t:gone"><xs:sequence><xs:element name="a"/></xs:sequence></xs:extension></xs:complexContent>',
      ),
      '<r><b/></r>',
    ],
    [
      'a group of itself',
      complex(
        '<xs:group ref="t:g"/>',
        '<xs:group name="g"><xs:sequence><xs:group ref="t:g"/><xs:group ref="t:g"/><xs:element name="a"/></xs:sequence></xs:group>',
      ),
      '<r><a/></r>',
    ],
    ['a pattern with a class without another', simple('string', facet('pattern', '[a-z-[aeiou]]')), '<r>a</r>'],
    [
      'a type of itself',
      '<xs:element name="r" type="t:a"/><xs:simpleType name="a"><xs:restriction base="t:b"/></xs:simpleType><xs:simpleType name="b"><xs:restriction base="t:a"/></xs:simpleType>',
      '<r>x</r>',
    ],
  ])('%s', (_name, types, content) => {
    expect(judge(types, content)).toEqual([]);
  });
});

test('at most 20 violations are reported, and unions of unions end', () => {
  const many = judge(sequence('name="a" type="xs:int" maxOccurs="unbounded"'), `<r>${'<a>x</a>'.repeat(1000)}</r>`);
  expect(many).toHaveLength(20);
  const unions = Array.from(
    { length: 60 },
    (_, n) => `<xs:simpleType name="u${n}"><xs:union memberTypes="t:u${n + 1} t:u${n + 1}"/></xs:simpleType>`,
  ).join('');
  const types = `<xs:element name="r" type="t:u0"/>${unions}<xs:simpleType name="u60"><xs:restriction base="xs:int"/></xs:simpleType>`;
  expect(judge(types, '<r>x</r>').length).toBeLessThan(2);
});
