import { describe, expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';

/** The content of a request body for the schema element `r`, without white space. */
async function sampleOf(types: string, schemaAttributes = 'elementFormDefault="qualified"', more = '') {
  const text = `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/" xmlns:t="urn:t" xmlns:s="urn:s" xmlns:o="urn:o">
<types><xs:schema targetNamespace="urn:s" ${schemaAttributes}>${types}</xs:schema>${more}</types><message name="in"><part name="p" element="s:r"/></message>
<portType name="p"><operation name="send"><input message="t:in"/></operation></portType>
<binding name="b" type="t:p"><soap:binding/><operation name="send"><input><soap:body use="literal"/></input></operation></binding></definitions>`;
  const { steps, problems } = await importWsdl(text);
  const content = steps[0]?.body.type === 'xml' ? steps[0].body.content : '';
  const inner = /<soapenv:Body>([\s\S]*)<\/soapenv:Body>/.exec(content)?.[1] ?? '';
  return { inner: inner.replace(/>\s+</g, '><').trim(), problems, content };
}

const complex = (content: string, more = '', attributes = '') =>
  `<xs:element name="r"><xs:complexType ${attributes}>${content}</xs:complexType></xs:element>${more}`;
const sequence = (content: string, more = '') => complex(`<xs:sequence>${content}</xs:sequence>`, more);
const type = (name: string, content: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const holding = (...elements: string[]) =>
  `<xs:sequence>${elements.map((element) => `<xs:element ${element}/>`).join('')}</xs:sequence>`;
const extending = (base: string, content = '') =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const int = (name: string, more = '') => `<xs:element name="${name}" type="xs:int" ${more}/>`;
const r = (inner: string, attributes = '') =>
  inner === '' ? `<s:r${attributes}/>` : `<s:r${attributes}>${inner}</s:r>`;

describe('elements', () => {
  test.each<[name: string, types: string, inner: string]>([
    ['a default', sequence('<xs:element name="a" type="xs:int" default="7"/>'), r('<s:a>7</s:a>')],
    ['a fixed value before a default', sequence('<xs:element name="a" fixed=" 8" default="7"/>'), r('<s:a> 8</s:a>')],
    [
      'a default of what has elements',
      `<xs:element name="r" default="7"><xs:complexType mixed="true">${holding('name="a" type="xs:int"')}</xs:complexType></xs:element>`,
      r('<s:a>1</s:a>'),
    ],
    ['an element without a type', sequence('<xs:element name="a"/>'), r('<s:a/>')],
    ['an element without a name', sequence('<xs:element type="xs:int"/>'), r('<s:element>1</s:element>')],
    [
      'forms of their own',
      sequence(int('a', 'form="unqualified"') + int('b', 'form="qualified"')),
      r('<a>1</a><s:b>1</s:b>'),
    ],
    ['a reference', sequence('<xs:element ref="s:a"/>', int('a')), r('<s:a>1</s:a>')],
    ['a schema', sequence('<xs:element ref="xs:schema"/>'), r('<xsd:schema/>')],
    [
      'text that XML reserves',
      sequence('<xs:element name="a" type="xs:string" default="&lt;&amp;"/>'),
      r('<s:a>&lt;&amp;</s:a>'),
    ],
    [
      'a substitute of what is abstract, itself not abstract',
      sequence(
        '<xs:element ref="s:head"/>',
        `<xs:element name="head" abstract="true" type="xs:int"/><xs:element name="one" abstract="true" substitutionGroup="s:head"/><xs:element name="two" type="xs:int" substitutionGroup=" s:one  s:head "/>`,
      ),
      r('<s:two>1</s:two>'),
    ],
    [
      'a substitute that has an end',
      sequence(
        '<xs:element ref="s:head"/>',
        `<xs:element name="head" abstract="true"/><xs:element name="endless" substitutionGroup="s:head" type="s:endless"/>${type('endless', holding('name="e" type="s:endless"'))}<xs:element name="short" type="xs:int" substitutionGroup="s:head"/>`,
      ),
      r('<s:short>1</s:short>'),
    ],
    [
      'the type of the head',
      sequence(
        '<xs:element ref="s:b"/>',
        '<xs:element name="a" type="xs:date"/><xs:element name="b" substitutionGroup="s:a s:c"/><xs:element name="c" type="xs:int"/>',
      ),
      r('<s:b>2024-01-15</s:b>'),
    ],
    [
      'heads in a circle',
      '<xs:element name="r" substitutionGroup="s:a"/><xs:element name="a" substitutionGroup="s:r"/>',
      r(''),
    ],
    [
      'a derived type of what is abstract',
      sequence(
        '<xs:element name="a" type="s:a"/>',
        `${type('a', '', 'abstract="true"')}${type('b', extending('s:a'), 'abstract="true"')}${type('e', extending('s:a', holding('name="e" type="s:e"')))}${type('d', extending('s:b', holding('name="x" type="xs:int"')))}`,
      ),
      r('<s:a xsi:type="s:d"><s:x>1</s:x></s:a>'),
    ],
  ])('%s', async (_name, types, inner) => {
    const found = await sampleOf(types);
    expect(found.inner).toBe(inner);
    expect(found.problems).toEqual([]);
  });

  test('an abstract type without derived types has no sample', async () => {
    const types = sequence('<xs:element name="a" type="s:a"/>', type('a', '', 'abstract="true"'));
    const { inner, problems } = await sampleOf(types);
    expect([inner, problems.length]).toEqual([r(''), 1]);
  });

  test('cyclic substitutions have no sample', async () => {
    const circle = ['a', 'b'].map(
      (name) => `<xs:element name="${name}" abstract="true" substitutionGroup="s:${name === 'a' ? 'b' : 'a'}"/>`,
    );
    const { inner, problems } = await sampleOf(sequence('<xs:element ref="s:a"/>', circle.join('')));
    expect([inner, problems.length]).toEqual([r(''), 1]);
  });

  test('names without a namespace, if the schema does not set elementFormDefault', async () => {
    expect((await sampleOf(sequence(int('a')), '')).inner).toBe(r('<a>1</a>'));
    expect(
      (await sampleOf(complex('<xs:attribute name="a" type="xs:int"/>'), 'attributeFormDefault="qualified"')).inner,
    ).toBe(r('', ' s:a="1"'));
  });
});

describe('content', () => {
  const group = '<xs:group name="g"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group>';
  test.each<[name: string, types: string, inner: string]>([
    ['nothing that may come never', sequence(int('a', 'minOccurs="0" maxOccurs="0"') + int('b')), r('<s:b>1</s:b>')],
    [
      'so many as there must be',
      sequence(int('a', 'minOccurs="3" maxOccurs="unbounded"')),
      r('<s:a>1</s:a>'.repeat(3)),
    ],
    [
      'numbers that are none',
      sequence(int('a', 'minOccurs="-2"') + int('b', 'minOccurs="x"') + int('c', 'maxOccurs="1.5"')),
      r('<s:a>1</s:a><s:b>1</s:b><s:c>1</s:c>'),
    ],
    ['an empty model, however often', sequence(`<xs:sequence minOccurs="5"/>${int('a')}`), r('<s:a>1</s:a>')],
    ['a group', complex('<xs:group ref="s:g"/>', group), r('<s:a>1</s:a>')],
    [
      'a group that must come twice',
      sequence('<xs:group ref="s:g" minOccurs="2"/>', group),
      r('<s:a>1</s:a><s:a>1</s:a>'),
    ],
    ['a group that is empty', sequence(`<xs:group ref="s:h"/>${int('b')}`, '<xs:group name="h"/>'), r('<s:b>1</s:b>')],
    [
      'the first option',
      complex('<xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>'),
      r('<s:a>1</s:a>'),
    ],
    [
      'the first option that has something',
      complex('<xs:choice><xs:sequence/><xs:element name="b" type="xs:int"/></xs:choice>'),
      r('<s:b>1</s:b>'),
    ],
    [
      'options of which none has something',
      sequence(`<xs:choice><xs:sequence/><xs:sequence/></xs:choice><xs:choice/>${int('b')}`),
      r('<s:b>1</s:b>'),
    ],
    [
      'the option that has an end',
      complex(
        '<xs:choice><xs:element name="e" type="s:e"/><xs:element name="b" type="xs:int"/></xs:choice>',
        type('e', holding('name="e" type="s:e"')),
      ),
      r('<s:b>1</s:b>'),
    ],
    [
      'an optional part without an end',
      sequence(`<xs:element name="e" type="s:e" minOccurs="0"/>${int('b')}`, type('e', holding('name="e" type="s:e"'))),
      r('<s:b>1</s:b>'),
    ],
    [
      'elements of the base first',
      complex(extending('s:b', `<xs:choice>${int('y')}</xs:choice>`), type('b', holding('name="x" type="xs:int"'))),
      r('<s:x>1</s:x><s:y>1</s:y>'),
    ],
    [
      'a base that says nothing more',
      complex(extending('s:b'), type('b', holding('name="x" type="xs:int"'))),
      r('<s:x>1</s:x>'),
    ],
    ['a base of XML Schema', complex(extending('xs:anyType', holding('name="y" type="xs:int"'))), r('<s:y>1</s:y>')],
    [
      'only what a restriction names',
      complex(
        `<xs:complexContent><xs:restriction base="s:b">${holding('name="x" type="xs:int"')}</xs:restriction></xs:complexContent>`,
        type('b', holding('name="x" type="xs:int"', 'name="z" type="xs:int" minOccurs="0"')),
      ),
      r('<s:x>1</s:x>'),
    ],
    [
      'a type that extends itself',
      `<xs:element name="r" type="s:b"/>${type('b', extending('s:b', holding('name="x" type="xs:int"')))}`,
      r('<s:x>1</s:x>'),
    ],
    [
      'simple content',
      complex(
        '<xs:simpleContent><xs:extension base="xs:date"><xs:attribute name="k" type="xs:int"/></xs:extension></xs:simpleContent>',
      ),
      r('2024-01-15', ' k="1"'),
    ],
    [
      'once more only what is required, without optional attributes',
      `<xs:element name="r" type="s:n"/>${type('n', `${holding('name="a" type="xs:int" minOccurs="0"', 'name="n" type="s:n" minOccurs="0"', 'name="b" type="xs:int"')}<xs:attribute name="k"/><xs:attribute name="l" use="required"/>`)}`,
      r('<s:a>1</s:a><s:n l="string"><s:b>1</s:b></s:n><s:b>1</s:b>', ' k="string" l="string"'),
    ],
    [
      'once more of each type that it is inside of',
      `<xs:element name="r" type="s:n"/>${type('n', holding('name="m" type="s:m" minOccurs="0"'))}${type('m', holding('name="n" type="s:n" minOccurs="0"'))}`,
      r('<s:m><s:n/></s:m>'),
    ],
    [
      'only what is required of others inside of that',
      `<xs:element name="r" type="s:n"/>${type('n', holding('name="n" type="s:n" minOccurs="0"', 'name="x" type="s:m"'))}${type('m', holding('name="y" type="xs:int" minOccurs="0"'))}`,
      r('<s:n><s:x/></s:n><s:x><s:y>1</s:y></s:x>'),
    ],
    [
      'nil where it would go on',
      `<xs:element name="r" type="s:n"/>${type('n', holding('name="n" type="s:n" nillable="true"', 'name="a" type="xs:int" nillable="true"'))}`,
      r('<s:n><s:n xsi:nil="true"/><s:a xsi:nil="true"/></s:n><s:a>1</s:a>'),
    ],
    [
      'once more the option that ends soonest',
      `<xs:element name="r" type="s:n"/>${type('n', `<xs:choice>${['name="n" type="s:n"', 'name="a" type="xs:int" minOccurs="0"', 'name="z" type="xs:int"'].map((element) => `<xs:element ${element}/>`).join('')}</xs:choice>`)}`,
      r('<s:n/>'),
    ],
  ])('%s', async (_name, types, inner) => {
    expect((await sampleOf(types)).inner).toBe(inner);
  });

  test('optional parts are left out at a great depth', async () => {
    const levels = Array.from({ length: 14 }, (_, at) =>
      type(`t${at}`, `${holding(`name="e${at + 1}" type="s:t${at + 1}" minOccurs="0"`)}`),
    );
    const { inner } = await sampleOf(`<xs:element name="r" type="s:t0"/>${levels.join('')}${type('t14', '')}`);
    expect(inner.match(/<s:e\d+/g)?.length).toBe(7);
  });

  test('optional parts are left out of large samples', async () => {
    const d = '<xs:element name="d"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element>';
    const types = sequence(int('a', 'minOccurs="700"') + int('b', 'minOccurs="0"') + int('c') + d);
    const { inner } = await sampleOf(types);
    expect(inner).toContain('<s:d/>');
    expect([inner.match(/<s:a>/g)?.length, inner.includes('<s:b>'), inner.includes('<s:c>')]).toEqual([
      700,
      false,
      true,
    ]);
    expect((await sampleOf(sequence(int('a', 'minOccurs="500"') + int('b', 'minOccurs="0"')))).inner).toContain(
      '<s:b>',
    );
    expect((await sampleOf(sequence(int('a', 'minOccurs="20001"')))).problems).toHaveLength(1);
    expect((await sampleOf(sequence(int('a', 'minOccurs="19999"')))).problems).toHaveLength(0);
  });

  test('required parts are written at any depth up to a limit', async () => {
    const chain = (count: number) =>
      `<xs:element name="r" type="s:t0"/>${Array.from({ length: count }, (_, at) => type(`t${at}`, holding(`name="e" type="s:t${at + 1}"`))).join('')}${type(`t${count}`, '')}`;
    expect((await sampleOf(chain(50))).problems).toEqual([]);
    expect((await sampleOf(chain(70))).problems).toHaveLength(1);
  });
});

describe('wildcards', () => {
  const any = (attributes: string) => sequence(`<xs:any ${attributes}/>`, int('known'));
  const other = '<xs:schema targetNamespace="urn:o"><xs:element name="far" type="xs:int"/></xs:schema>';
  test.each([
    ['processContents="lax"', '<any/>'],
    ['processContents="skip" namespace="##any"', '<any/>'],
    ['processContents="lax" namespace="##other"', '<ns1:any/>'],
    ['processContents="lax" namespace="##targetNamespace"', '<s:any/>'],
    ['processContents="lax" namespace="##local"', '<any/>'],
    ['processContents="lax" namespace="urn:o urn:x"', '<o:any/>'],
    ['processContents="lax" namespace="##targetNamespace urn:o"', '<s:any/>'],
    ['processContents="lax" namespace="##targetNamespace  ##local"', '<any/>'],
    ['namespace="##other"', '<o:far>1</o:far>'],
    ['processContents="strict" namespace="urn:o"', '<o:far>1</o:far>'],
  ])('%s result in %s', async (attributes, inner) => {
    const found = await sampleOf(any(attributes), 'elementFormDefault="qualified"', other);
    expect(found.inner).toBe(r(inner));
  });

  test('the first global element is used for any', async () => {
    const first = '<xs:element name="first" type="s:t"/>';
    const types = type('t', holding('name="a" type="xs:int" minOccurs="0"', 'name="b" type="xs:int"'));
    const { inner } = await sampleOf(types + first + sequence('<xs:any/>'));
    expect(inner).toBe(r('<s:first><s:b>1</s:b></s:first>'));
  });

  test('undefined types cannot be generated', async () => {
    expect((await sampleOf(any('namespace="urn:nowhere"'))).problems).toHaveLength(1);
    expect((await sampleOf(any('namespace="urn:nowhere" minOccurs="0"'))).problems).toHaveLength(0);
  });
});

describe('attributes', () => {
  const attribute = (attributes: string, inner = '') => `<xs:attribute ${attributes}>${inner}</xs:attribute>`;
  const base = (content: string) => type('b', content);
  test.each<[name: string, types: string, written: string]>([
    [
      'their types',
      complex(
        attribute('name="a" type="xs:int"') +
          attribute('name="b"') +
          attribute('type="xs:int"') +
          attribute(
            'name="c"',
            '<xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType>',
          ),
      ),
      'a="1" b="string" attribute="1" c="x"',
    ],
    [
      'a default and a fixed value',
      complex(attribute('name="a" default="d"') + attribute('name="b" fixed="f" default="d"')),
      'a="d" b="f"',
    ],
    [
      'their form',
      complex(attribute('name="a" form="qualified"') + attribute('name="b" form="unqualified"')),
      's:a="string" b="string"',
    ],
    [
      'references',
      complex(
        attribute('ref="s:g"') + attribute('ref="s:d" default="own"') + attribute('ref="s:d2"'),
        attribute('name="g" type="xs:int"') +
          attribute('name="d" default="theirs"') +
          attribute('name="d2" default="theirs"'),
      ),
      's:g="1" s:d="own" s:d2="theirs"',
    ],
    ['none that is prohibited', complex(attribute('name="a" use="prohibited"') + attribute('name="b"')), 'b="string"'],
    ['a language where it must be', complex(attribute('ref="xml:lang" use="required"')), 'xml:lang="en"'],
    ['no language where it may be', complex(attribute('ref="xml:lang"') + attribute('name="b"')), 'b="string"'],
    ['a space where it must be', complex(attribute('ref="xml:space" use="required"')), 'xml:space=""'],
    [
      'references to other elements only where they must be',
      complex(
        ['IDREF', 'IDREFS', 'ENTITY', 'ENTITIES', 'NOTATION']
          .map((name) => attribute(`name="${name}" type="xs:${name}"`))
          .join('') +
          attribute('name="must" type="xs:IDREF" use="required"') +
          attribute('name="own" type="s:XIDREF"'),
        '<xs:simpleType name="XIDREF"><xs:restriction base="xs:int"/></xs:simpleType>',
      ),
      'must="id1" own="1"',
    ],
    ['nothing of the encoding', complex(attribute('ref="c:id"') + attribute('name="b"')), 'b="string"'],
    [
      'attributes of groups',
      complex(
        '<xs:attributeGroup ref="s:g"/><xs:attributeGroup/>',
        `<xs:attributeGroup name="g">${attribute('name="a"')}<xs:attributeGroup ref="s:h"/></xs:attributeGroup><xs:attributeGroup name="h">${attribute('name="b"')}<xs:attributeGroup ref="s:g"/></xs:attributeGroup>`,
      ),
      'a="string" b="string"',
    ],
    [
      'attributes of the base',
      complex(extending('s:b', attribute('name="a"')), base(attribute('name="b"'))),
      'a="string" b="string"',
    ],
    [
      'not what a restriction prohibits',
      complex(
        `<xs:complexContent><xs:restriction base="s:b">${attribute('name="a" use="prohibited"')}</xs:restriction></xs:complexContent>`,
        base(attribute('name="a"') + attribute('name="b"')),
      ),
      'b="string"',
    ],
    [
      'the first of a name',
      complex(extending('s:b', attribute('name="a" fixed="mine"')), base(attribute('name="a" fixed="theirs"'))),
      'a="mine"',
    ],
    ['nothing of an empty derivation', complex(`<xs:complexContent/>${attribute('name="a"')}`), 'a="string"'],
    ['line feeds as blanks', complex(attribute('name="a" default="x&#10;y&#9;z&quot;"')), 'a="x y z&quot;"'],
  ])('%s', async (_name, types, written) => {
    expect((await sampleOf(types)).inner).toBe(r('', ` ${written}`));
  });
});

describe('prefixes', () => {
  test('prefixes of the description are reused, and all others are numbered', async () => {
    const more = ['urn:o', 'urn:x', 'urn:y']
      .map((name) => `<xs:schema targetNamespace="${name}"><xs:element name="e" type="xs:int"/></xs:schema>`)
      .join('');
    const any = ['urn:o', 'urn:x', 'urn:y', 'urn:x'].map((name) => `<xs:any namespace="${name}"/>`).join('');
    const { inner, content } = await sampleOf(sequence(any), 'elementFormDefault="qualified"', more);
    expect(inner).toBe(r('<o:e>1</o:e><ns1:e>1</ns1:e><ns2:e>1</ns2:e><ns1:e>1</ns1:e>'));
    expect(content.match(/xmlns:\w+="[^"]*"/g)?.slice(1)).toEqual([
      'xmlns:s="urn:s"',
      'xmlns:o="urn:o"',
      'xmlns:ns1="urn:x"',
      'xmlns:ns2="urn:y"',
    ]);
  });
});

test('a redefined type has its new content before the old', async () => {
  const types = `<xs:redefine><xs:complexType name="n">${holding('name="a" type="xs:int"')}</xs:complexType></xs:redefine><xs:complexType name="n">${holding('name="b" type="xs:int"')}</xs:complexType><xs:redefine><xs:complexType name="n"/></xs:redefine><xs:element name="r" type="s:n"/>`;
  expect((await sampleOf(types)).inner).toBe(r('<s:a>1</s:a>'));
});
