import { parseXmlDocument } from 'slimdom';
import { describe, expect, test } from 'vitest';
import { SchemaSet } from '../wsdl/wsdl-schemas.ts';
import { SchemaCompiler } from './compile-schema.ts';
import { SchemaJudge } from './judge-element.ts';

const rootOf = (xml: string) => parseXmlDocument(xml).documentElement!;
const namespaces =
  'xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Violations of an element `r`, each as `place: message`. */
function judge(types: string, content: string, attributes = 'elementFormDefault="qualified"') {
  const root = rootOf(`<xs:schema ${namespaces} targetNamespace="urn:t" ${attributes}>${types}</xs:schema>`);
  const compiler = new SchemaCompiler(new SchemaSet([{ root, namespace: 'urn:t' }]));
  const element = rootOf(content.replace(/^<r/, `<r xmlns="urn:t" ${namespaces}`));
  const declared = compiler.element({ namespace: 'urn:t', local: 'r' })!;
  const found = new SchemaJudge(structuredClone(compiler.model)).element(element, declared);
  return found.map(({ place, message }) => `${place}: ${message}`);
}

const complex = (content: string, more = '', attributes = '') =>
  `<xs:element name="r"><xs:complexType ${attributes}>${content}</xs:complexType></xs:element>${more}`;
const el = (name: string, more = '') => `<xs:element name="${name}" ${more}/>`;
const seq = (inner: string) => `<xs:sequence>${inner}</xs:sequence>`;
const type = (name: string, content: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const extending = (base: string, content = '') =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const restricting = (base: string, content = '') =>
  `<xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent>`;
const noInt = '“x” is not a whole number from -2147483648 up to 2147483647.';

type Case = [name: string, types: string, content: string, found?: string[]];

describe('types', () => {
  const heads = complex(
    seq('<xs:element ref="t:h"/>'),
    `${el('h', 'type="xs:int"')}${el('s', 'substitutionGroup="t:h"')}${el('u', 'substitutionGroup="t:s"')}`,
  );
  const base = type('b', seq(el('a')));
  test.each<Case>([
    ['the head itself', heads, '<r><h>x</h></r>', [`/r/h: ${noInt}`]],
    ['a substitute of a substitute', heads, '<r><u>x</u></r>', [`/r/u: ${noInt}`]],
    [
      'an abstract head without substitutes',
      complex(seq('<xs:element ref="t:h"/>'), el('h', 'abstract="true"')),
      '<r><h/></r>',
      ['/r/h: h is abstract; another element stands for it.'],
    ],
    [
      'an abstract head',
      complex(seq('<xs:element ref="t:h"/>'), el('h', 'abstract="true"') + el('s', 'substitutionGroup="t:h"')),
      '<r><h/></r>',
      ['/r/h: h is not described here.', '/r: s is missing.'],
    ],
    [
      'heads in a circle',
      complex(seq('<xs:element ref="t:h"/>'), el('h', 'substitutionGroup="t:s"') + el('s', 'substitutionGroup="t:h"')),
      '<r><s><x/></s></r>',
    ],
    [
      'elements of the base first',
      complex(extending('t:b', seq(el('c'))), base),
      '<r><c/><a/></r>',
      ['/r/a: a must come before c.'],
    ],
    ['a mixed type with a base', complex(extending('t:b'), base, 'mixed="true"'), '<r>x<a/></r>'],
    ['a base alone', complex(extending('t:b'), base), '<r/>', ['/r: a is missing.']],
    ['only what a restriction has', complex(restricting('t:b', seq(el('z'))), base), '<r><z/></r>'],
    ['a base without content', complex(extending('t:n', seq(el('c'))), type('n', '')), '<r><c/></r>'],
    ['a base of XML Schema that extends', complex(extending('xs:anyType', seq(el('c')))), '<r x="1"><d/>e</r>'],
    [
      'a base of XML Schema that restricts',
      complex(restricting('xs:anyType', seq(el('c')))),
      '<r x="1"><c/></r>',
      ['/r/@x: The attribute x is not allowed here.'],
    ],
    [
      'types of themselves',
      `<xs:element name="r" type="t:x"/>${type('x', extending('t:y'))}${type('y', extending('t:x'))}`,
      '<r a="1"><b/></r>',
    ],
    ['a type of XML Schema', '<xs:element name="r" type="xs:anyType"/>', '<r a="1"><b/>c</r>'],
    ['an old name of it', '<xs:element name="r" type="xs:ur-type"/>', '<r a="1"><b/>c</r>'],
    [
      'another type with such a name',
      '<xs:element name="r" type="xs:anyTypes"/>',
      '<r><b/></r>',
      ['/r/b: Only text is allowed here.'],
    ],
    [
      'another type that ends so',
      '<xs:element name="r" type="xs:noanyType"/>',
      '<r><b/></r>',
      ['/r/b: Only text is allowed here.'],
    ],
    [
      'attributes of a simple type',
      '<xs:element name="r" type="xs:int"/>',
      '<r a="1">1</r>',
      ['/r/@a: The attribute a is not allowed here.'],
    ],
    [
      'elements of a simple type',
      '<xs:element name="r" type="xs:string"/>',
      '<r>x<b/><c/></r>',
      ['/r/b: Only text is allowed here.'],
    ],
    [
      'attributes of a named simple type',
      '<xs:element name="r" type="t:s"/><xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType>',
      '<r a="1">x</r>',
      ['/r/@a: The attribute a is not allowed here.', `/r: ${noInt}`],
    ],
    [
      'simple content',
      complex(
        '<xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a"/></xs:extension></xs:simpleContent>',
      ),
      '<r a="1" b="2">x</r>',
      ['/r/@b: The attribute b is not allowed here.', `/r: ${noInt}`],
    ],
    ['a fixed value', '<xs:element name="r" type="xs:string" fixed=" a "/>', '<r>a</r>'],
    [
      'another value',
      '<xs:element name="r" type="xs:string" fixed=" a "/>',
      '<r>b</r>',
      ['/r: The value must be “ a ”.'],
    ],
    ['a wrong value before another', '<xs:element name="r" type="xs:int" fixed="1"/>', '<r>x</r>', [`/r: ${noInt}`]],
    ['the fixed value of what is empty', '<xs:element name="r" type="xs:int" fixed="1"/>', '<r/>'],
    [
      'an empty number',
      '<xs:element name="r" type="xs:int"/>',
      '<r/>',
      ['/r: “” is not a whole number from -2147483648 up to 2147483647.'],
    ],
  ])('%s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });

  const people = `${complex(seq(el('p', 'type="t:p"')))}${type('p', seq(el('n', 'type="xs:int"')))}${type('w', extending('t:p', seq(el('j'))))}${type('v', extending('t:w'))}${type('x', '')}${type('l', extending('t:l'))}`;
  const anonymous = complex(
    seq(`<xs:element name="p"><xs:complexType>${seq(el('n'))}</xs:complexType></xs:element>`),
    type('x', ''),
  );
  test.each<Case>([
    ['no type', people, '<r><p xsi:type=" "><n>1</n></p></r>'],
    ['its own type', people, '<r><p xsi:type=" t:p "><n>1</n></p></r>'],
    ['a derived type of a derived type', people, '<r><p xsi:type="t:v"><n>1</n></p></r>', ['/r/p: j is missing.']],
    ['another type', people, '<r><p xsi:type="t:x"/></r>', ['/r/p/@xsi:type: The type t:x is not derived from p.']],
    ['a type of itself', people, '<r><p xsi:type="t:l"/></r>', ['/r/p/@xsi:type: The type t:l is not derived from p.']],
    ['an unknown type', people, '<r><p xsi:type="t:no"/></r>', ['/r/p/@xsi:type: The type t:no is not described.']],
    ['a type of another namespace', people, '<r><p xsi:type="p"><n>1</n></p></r>'],
    [
      'another type than one without a name',
      anonymous,
      '<r><p xsi:type="t:x"/></r>',
      ['/r/p/@xsi:type: The type t:x is not derived from the type here.'],
    ],
    [
      'a type of XML Schema for anything',
      complex(seq(el('a') + el('i', 'type="xs:int"'))),
      '<r><a xsi:type="xs:int">x</a><i xsi:type="xs:date">x</i></r>',
      [`/r/a: ${noInt}`, `/r/i: ${noInt}`],
    ],
  ])('xsi:type names %s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });

  const nillable = (value: string) =>
    complex(
      seq(
        `<xs:element name="a" nillable="${value}"><xs:complexType>${seq(el('b'))}<xs:attribute name="k" use="required"/></xs:complexType></xs:element>`,
      ),
    );
  test.each<Case>([
    ['what may be nil', nillable('true'), '<r><a k="" xsi:nil=" true "/></r>'],
    ['what may be nil, in another way', nillable('1'), '<r><a k="" xsi:nil="1"/></r>'],
    ['what is not nil', nillable('true'), '<r><a k="" xsi:nil="false"/></r>', ['/r/a: b is missing.']],
    ['a word that is none', nillable('true'), '<r><a k="" xsi:nil="true1"/></r>', ['/r/a: b is missing.']],
    ['a word that ends so', nillable('true'), '<r><a k="" xsi:nil="x1"/></r>', ['/r/a: b is missing.']],
    ['what has content', nillable('true'), '<r><a k="" xsi:nil="true"> </a></r>', ['/r/a: What is nil must be empty.']],
    ['what lacks an attribute', nillable('true'), '<r><a xsi:nil="true"/></r>', ['/r/a: The attribute k is missing.']],
    ['what may not be nil', nillable('false'), '<r><a k="" xsi:nil="1"/></r>', ['/r/a: a must not be nil.']],
    [
      'what is nil and of another type',
      nillable('true'),
      '<r><a k="" xsi:nil="true" xsi:type="t:no"/></r>',
      ['/r/a/@xsi:type: The type t:no is not described.'],
    ],
  ])('nil: %s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });
});

describe('attributes', () => {
  const at = (attributes: string, inner = '') => `<xs:attribute ${attributes}>${inner}</xs:attribute>`;
  const simple = (inner: string) =>
    `<xs:simpleType><xs:restriction base="xs:int">${inner}</xs:restriction></xs:simpleType>`;
  const base = (content: string) => type('b', content);
  const no = (name: string) => `/r/@${name}: The attribute ${name} is not allowed here.`;
  test.each<Case>([
    [
      'those that belong to XML',
      complex(''),
      '<r xml:lang="en" xsi:schemaLocation="a b" s:x="1" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>',
    ],
    ['a type of its own', complex(at('name="a"', simple(''))), '<r a="x"/>', [`/r/@a: ${noInt}`]],
    ['no type', complex(at('name="a"')), '<r a="x"/>'],
    ['a fixed value', complex(at('name="a" fixed=" 1"')), '<r a="1 "/>'],
    ['a form', complex(at('name="a" form="qualified"')), '<r a="1"/>', [no('a')]],
    [
      'a form that is there',
      complex(at('name="a" type="xs:int" form="qualified"')),
      '<r t:a="x"/>',
      [`/r/@a: ${noInt}`],
    ],
    [
      'a reference',
      complex(at('ref="t:a" use="required"'), at('name="a" type="xs:int" fixed="1"')),
      '<r t:a="2"/>',
      ['/r/@a: The value must be “1”.'],
    ],
    [
      'a reference with its own value',
      complex(at('ref="t:a" fixed="3"'), at('name="a" type="xs:int" fixed="1"')),
      '<r t:a="3"/>',
    ],
    [
      'the type of a reference',
      complex(at('ref="t:a"'), at('name="a"', simple(''))),
      '<r t:a="x"/>',
      [`/r/@a: ${noInt}`],
    ],
    [
      'a reference that is not known',
      complex(at('ref="t:gone" use="required"')),
      '<r/>',
      ['/r: The attribute gone is missing.'],
    ],
    ['a language', complex(at('ref="xml:lang" use="required"')), '<r/>', ['/r: The attribute lang is missing.']],
    ['a language that is there', complex(at('ref="xml:lang" use="required"')), '<r xml:lang="en"/>'],
    [
      'a group',
      complex(
        '<xs:attributeGroup ref="t:g"/>',
        `<xs:attributeGroup name="g">${at('name="a" type="xs:int"')}<xs:attributeGroup ref="t:g"/></xs:attributeGroup>`,
      ),
      '<r a="x" b="1"/>',
      [`/r/@a: ${noInt}`, no('b')],
    ],
    ['a group that is not known', complex('<xs:attributeGroup ref="t:gone"/>'), '<r a="x"/>'],
    ['a group without a name', complex('<xs:attributeGroup/>'), '<r a="x"/>'],
    [
      'any of a group',
      complex('<xs:attributeGroup ref="t:g"/>', '<xs:attributeGroup name="g"><xs:anyAttribute/></xs:attributeGroup>'),
      '<r a="x"/>',
    ],
    ['any of the base', complex(extending('t:b'), base('<xs:anyAttribute/>')), '<r a="x"/>'],
    [
      'those of the base',
      complex(extending('t:b', at('name="a"')), base(at('name="b" use="required"'))),
      '<r a="1"/>',
      ['/r: The attribute b is missing.'],
    ],
    ['the nearest of a name', complex(restricting('t:b', at('name="a"')), base(at('name="a" use="required"'))), '<r/>'],
    [
      'what is prohibited',
      complex(restricting('t:b', at('name="a" use="prohibited"')), base(at('name="a"'))),
      '<r a="1"/>',
      [no('a')],
    ],
    [
      'a simple type as the base',
      complex(
        '<xs:simpleContent><xs:extension base="t:s"/></xs:simpleContent>',
        '<xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType>',
      ),
      '<r a="1">x</r>',
      [no('a'), `/r: ${noInt}`],
    ],
    [
      'a base of simple content',
      complex(
        '<xs:simpleContent><xs:extension base="t:b"/></xs:simpleContent>',
        base(`<xs:simpleContent><xs:extension base="xs:int">${at('name="a"')}</xs:extension></xs:simpleContent>`),
      ),
      '<r a="1" b="2">x</r>',
      [no('b'), `/r: ${noInt}`],
    ],
    ['a base that is not known', complex(extending('t:gone', at('name="a" use="required"'))), '<r/>'],
    [
      'a derivation of nothing',
      complex(`<xs:complexContent><xs:extension>${at('name="a"')}</xs:extension></xs:complexContent>`),
      '<r a="1" b="2"/>',
      [no('b')],
    ],
    ['a derivation that is missing', complex(`<xs:complexContent/>${at('name="a"')}`), '<r a="1" b="2"/>', [no('b')]],
  ])('%s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });

  test('the default form of the schema', () => {
    expect(judge(complex(at('name="a"')), '<r t:a="1" a="2"/>', 'attributeFormDefault="qualified"')).toEqual([no('a')]);
    expect(judge(complex(at('name="a" form="unqualified"')), '<r a="2"/>', 'attributeFormDefault="qualified"')).toEqual(
      [],
    );
  });
});

describe('simple types', () => {
  const r = (inner: string, more = '') =>
    `<xs:element name="r"><xs:simpleType>${inner}</xs:simpleType></xs:element>${more}`;
  const restriction = (base: string, inner = '') => `<xs:restriction base="${base}">${inner}</xs:restriction>`;
  const facet = (name: string, value: string) => `<xs:${name} value="${value}"/>`;
  const named = (name: string, inner: string) => `<xs:simpleType name="${name}">${inner}</xs:simpleType>`;
  test.each<Case>([
    [
      'tokens, of which there is none',
      '<xs:element name="r" type="xs:NMTOKENS"/>',
      '<r> </r>',
      ['/r: “” has 0 items, fewer than 1.'],
    ],
    [
      'one of the tokens',
      '<xs:element name="r" type="xs:IDREFS"/>',
      '<r>a 1</r>',
      ['/r: “1” is not a name without colon.'],
    ],
    ['a list', r('<xs:list itemType="xs:int"/>'), '<r>1 x</r>', [`/r: ${noInt}`]],
    [
      'a list of its own type',
      r(`<xs:list><xs:simpleType>${restriction('xs:int')}</xs:simpleType></xs:list>`),
      '<r>1 x</r>',
      [`/r: ${noInt}`],
    ],
    ['a list of nothing', r('<xs:list/>'), '<r>1 x</r>'],
    [
      'a union of names and types',
      r(
        `<xs:union memberTypes=" xs:int  xs:date "><xs:simpleType>${restriction('xs:boolean')}</xs:simpleType></xs:union>`,
      ),
      '<r>x</r>',
      ['/r: “x” is of none of the types that are allowed here.'],
    ],
    [
      'the last of a union',
      r(
        `<xs:union memberTypes=" xs:int  xs:date "><xs:simpleType>${restriction('xs:boolean')}</xs:simpleType></xs:union>`,
      ),
      '<r>true</r>',
    ],
    [
      'its own base',
      r(
        `<xs:restriction><xs:simpleType>${restriction('xs:int')}</xs:simpleType>${facet('maxInclusive', ' 5 ')}</xs:restriction>`,
      ),
      '<r>6</r>',
      ['/r: “6” is more than 5.'],
    ],
    [
      'a base that is not known',
      r(restriction('t:gone', facet('length', '1'))),
      '<r>ab</r>',
      ['/r: “ab” has 2 characters, not 1.'],
    ],
    [
      'steps',
      r(restriction('t:s', facet('maxLength', '3')), named('s', restriction('xs:string', facet('minLength', '2')))),
      '<r>a</r>',
      ['/r: “a” has 1 characters, fewer than 2.'],
    ],
    [
      'steps, the second',
      r(restriction('t:s', facet('maxLength', '3')), named('s', restriction('xs:string', facet('minLength', '2')))),
      '<r>abcd</r>',
      ['/r: “abcd” has 4 characters, more than 3.'],
    ],
    [
      'a count that is none',
      r(restriction('xs:string', facet('length', 'x') + facet('minLength', '1234567890') + facet('maxLength', '0x'))),
      '<r>a</r>',
    ],
    [
      'a count with blanks',
      r(restriction('xs:string', facet('length', ' 2 '))),
      '<r>a</r>',
      ['/r: “a” has 1 characters, not 2.'],
    ],
    [
      'a way of white space that is none',
      r(restriction('xs:string', facet('whiteSpace', 'x') + facet('length', '2'))),
      '<r>a </r>',
    ],
    [
      'a way of white space',
      r(restriction('xs:string', facet('whiteSpace', 'replace') + facet('enumeration', 'a b'))),
      '<r>a\tb</r>',
    ],
    [
      'white space that is collapsed',
      r(restriction('xs:string', facet('whiteSpace', 'collapse') + facet('length', '3'))),
      '<r> a\t\n b </r>',
    ],
    [
      'white space that is preserved',
      r(restriction('xs:string', facet('whiteSpace', 'preserve') + facet('length', '3'))),
      '<r> a </r>',
    ],
    [
      'a facet without a value',
      r(restriction('xs:string', '<xs:enumeration/>')),
      '<r>a</r>',
      ['/r: “a” is not one of “”.'],
    ],
    ['a type without anything', r(''), '<r>a</r>'],
    [
      'a text of simple content that extends',
      complex(
        `<xs:simpleContent><xs:extension base="t:s"/></xs:simpleContent>`,
        named('s', restriction('xs:string', facet('length', '2'))),
      ),
      '<r>a</r>',
      ['/r: “a” has 1 characters, not 2.'],
    ],
  ])('%s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });
});
