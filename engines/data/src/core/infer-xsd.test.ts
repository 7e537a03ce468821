import { expect, test } from 'vitest';
import { inferXsd } from './infer-xsd.ts';

/** The schema's content, line by line. */
const inside = (samples: readonly string[]): string[] =>
  inferXsd(samples)
    .split('\n')
    .slice(2, -2)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('</'));

test.each<[samples: string[], schema: string[]]>([
  [['<a/>'], ['<xs:element name="a" type="xs:string"/>']],
  [['<a>x</a>', '<a>1</a>'], ['<xs:element name="a" type="xs:string"/>']],
  [['<a>1</a>', '<a>+2</a>'], ['<xs:element name="a" type="xs:integer"/>']],
  [['<a>1.</a>', '<a>.5</a>'], ['<xs:element name="a" type="xs:decimal"/>']],
  [['<a>true</a>'], ['<xs:element name="a" type="xs:boolean"/>']],
  [['<a>2026-01-01</a>'], ['<xs:element name="a" type="xs:date"/>']],
  [['<a>2026-01-01T00:00:00Z</a>'], ['<xs:element name="a" type="xs:dateTime"/>']],
  [['<a> 1 </a>'], ['<xs:element name="a" type="xs:integer"/>']],
  [
    ['<a><b/><c/></a>', '<a><c/></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:sequence>',
      '<xs:element name="b" type="xs:string" minOccurs="0"/>',
      '<xs:element name="c" type="xs:string"/>',
    ],
  ],
  [
    ['<a><b>1</b><b>2</b></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:sequence>',
      '<xs:element name="b" type="xs:integer" maxOccurs="unbounded"/>',
    ],
  ],
  [
    ['<a><b/><c/><b/></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:choice minOccurs="0" maxOccurs="unbounded">',
      '<xs:element name="b" type="xs:string"/>',
      '<xs:element name="c" type="xs:string"/>',
    ],
  ],
  [
    ['<a><b/><c/></a>', '<a><c/><b/></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:choice minOccurs="0" maxOccurs="unbounded">',
      '<xs:element name="b" type="xs:string"/>',
      '<xs:element name="c" type="xs:string"/>',
    ],
  ],
  [
    ['<a><b/><b/><c/></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:sequence>',
      '<xs:element name="b" type="xs:string" maxOccurs="unbounded"/>',
      '<xs:element name="c" type="xs:string"/>',
    ],
  ],
  [
    ['<a><b/></a>', '<a><b/><b/></a>', '<a/>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:sequence>',
      '<xs:element name="b" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>',
    ],
  ],
  [
    ['<a i="1" j="x"/>', '<a i="2"/>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:simpleContent>',
      '<xs:extension base="xs:string">',
      '<xs:attribute name="i" type="xs:integer" use="required"/>',
      '<xs:attribute name="j" type="xs:string"/>',
    ],
  ],
  [['<a><![CDATA[1]]></a>'], ['<xs:element name="a" type="xs:integer"/>']],
  [
    ['<a i="1">x</a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:simpleContent>',
      '<xs:extension base="xs:string">',
      '<xs:attribute name="i" type="xs:integer" use="required"/>',
    ],
  ],
  [
    ['<a xmlns:o="urn:o" o:k="1"/>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:simpleContent>',
      '<xs:extension base="xs:string">',
      '<xs:anyAttribute namespace="##other" processContents="lax"/>',
    ],
  ],
  [
    ['<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>'],
    ['<xs:element name="a" type="xs:string"/>'],
  ],
  [
    ['<a>x<b/>y</a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType mixed="true">',
      '<xs:sequence>',
      '<xs:element name="b" type="xs:string"/>',
    ],
  ],
  [
    ['<a xmlns:o="urn:o"><o:b/><c/></a>'],
    [
      '<xs:element name="a">',
      '<xs:complexType>',
      '<xs:choice minOccurs="0" maxOccurs="unbounded">',
      '<xs:element name="c" type="xs:string"/>',
      '<xs:any namespace="##other" processContents="lax"/>',
    ],
  ],
])('%j', (samples, schema) => {
  expect(inside(samples)).toEqual(schema);
});

test('the schema takes its namespace from the samples', () => {
  expect(inferXsd(['<a xmlns="urn:a&amp;b"/>'])).toContain(' targetNamespace="urn:a&amp;b" xmlns="urn:a&amp;b" ');
});

test('with more than two hundred values, no type is inferred', () => {
  const list = (count: number) => `<a>${'<b>1</b>'.repeat(count)}</a>`;
  expect(inferXsd([list(199)])).toContain('type="xs:integer"');
  expect(inferXsd([list(200)])).toContain('type="xs:string"');
});

test('elements nested deeper than 64 may contain anything', () => {
  const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
  expect(inferXsd([deep(65)])).not.toContain('xs:any');
  expect(inferXsd([deep(66)])).toContain('<xs:any ');
});
