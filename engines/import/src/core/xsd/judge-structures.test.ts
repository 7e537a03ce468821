import { parseXmlDocument } from 'slimdom';
import { describe, expect, test } from 'vitest';
import { SchemaSet } from '../wsdl/wsdl-schemas.ts';
import { SchemaCompiler } from './compile-schema.ts';
import { SchemaJudge } from './judge-element.ts';

const rootOf = (xml: string) => parseXmlDocument(xml).documentElement!;
const namespaces =
  'xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Violations of an element `r`, each as `place: message`. */
function judge(types: string, content: string, attributes = 'elementFormDefault="qualified"', more: string[] = []) {
  const schemaOf = (namespace: string, inner: string, rest: string) =>
    `<xs:schema ${namespaces} targetNamespace="${namespace}" ${rest}>${inner}</xs:schema>`;
  const schemas = [
    { root: rootOf(schemaOf('urn:t', types, attributes)), namespace: 'urn:t' },
    ...more.map((inner) => ({ root: rootOf(schemaOf('urn:o', inner, '')), namespace: 'urn:o' })),
  ];
  const compiler = new SchemaCompiler(new SchemaSet(schemas));
  const element = rootOf(content.replace(/^<r/, `<r xmlns="urn:t" xmlns:o="urn:o" ${namespaces}`));
  const declared = compiler.element({ namespace: 'urn:t', local: 'r' })!;
  const found = new SchemaJudge(structuredClone(compiler.model)).element(element, declared);
  return found.map(({ place, message }) => `${place}: ${message}`);
}

const complex = (content: string, more = '', attributes = '') =>
  `<xs:element name="r"><xs:complexType ${attributes}>${content}</xs:complexType></xs:element>${more}`;
const el = (name: string, more = '') => `<xs:element name="${name}" ${more}/>`;
const model = (kind: string, inner: string, more = '') => `<xs:${kind} ${more}>${inner}</xs:${kind}>`;
const seq = (inner: string, more = '') => model('sequence', inner, more);
const choice = (inner: string, more = '') => model('choice', inner, more);
const all = (inner: string) => model('all', inner);
const type = (name: string, content: string, attributes = '') =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const group = (name: string, content: string) => `<xs:group name="${name}">${content}</xs:group>`;
const restricting = (base: string, content = '') =>
  `<xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent>`;
const late = (name: string) => `${name} is not expected here: it comes too often or too late.`;
const noInt = '“x” is not a whole number from -2147483648 up to 2147483647.';
const two = (more = '') => el('a', more) + el('b', more);

type Case = [name: string, types: string, content: string, found?: string[]];

describe('content', () => {
  test.each<Case>([
    ['nothing where nothing is required', complex(seq(two('minOccurs="0"'))), '<r/>'],
    ['nothing where much is required', complex(seq(two())), '<r/>', ['/r: a is missing.', '/r: b is missing.']],
    ['blanks where text is not allowed', complex(seq(el('a'))), '<r>\n <a/>\t</r>'],
    [
      'text in parts',
      complex(seq(el('a'))),
      '<r>x<a/><![CDATA[y]]><!-- z --></r>',
      ['/r: Text is not allowed here: “xy”.'],
    ],
    [
      'text of mixed content',
      complex(restricting('xs:anyType', seq(el('a'))).replace('<xs:complexContent', '<xs:complexContent mixed="true"')),
      '<r>x<a/></r>',
    ],
    [
      'a known name without its namespace',
      complex(seq(el('a', 'form="unqualified"'))),
      '<r><a/></r>',
      ['/r/a: a must have no namespace; it has urn:t.', '/r: a is missing.'],
    ],
    ['an element twice', complex(seq(two())), '<r><a/><a/><b/></r>', [`/r/a[2]: ${late('a')}`]],
    ['a sequence twice', complex(seq(two())), '<r><a/><b/><a/><b/></r>', [`/r/a[2]: ${late('a')}`]],
    [
      'the end first',
      complex(seq(el('a') + el('b') + el('c'))),
      '<r><c/><a/><b/></r>',
      ['/r/a: a must come before c.', '/r/b: b must come before c.'],
    ],
    [
      'one too late',
      complex(seq(el('a') + el('b', 'minOccurs="0"') + el('c'))),
      '<r><a/><c/><b/></r>',
      [`/r/b: ${late('b')}`],
    ],
    [
      'one again where another must be',
      complex(seq(two() + el('c'))),
      '<r><a/><a/><b/><c/></r>',
      [`/r/a[2]: ${late('a')}`],
    ],
    [
      'so many, of which some are missing',
      complex(seq(el('a', 'minOccurs="3" maxOccurs="4"') + el('b'))),
      '<r><a/><a/><b/></r>',
      ['/r: a is missing. It must come 3 times, and comes 2 times.'],
    ],
    [
      'so many, of which all are missing',
      complex(seq(el('a', 'minOccurs="2" maxOccurs="2"'))),
      '<r/>',
      ['/r: a is missing. It must come 2 times, and comes 0 times.'],
    ],
    [
      'none of what may never come',
      complex(seq(el('a', 'minOccurs="0" maxOccurs="0"') + el('b'))),
      '<r><a/><b/></r>',
      ['/r/a: a is not described here.'],
    ],
    [
      'a wrong value that comes too late',
      complex(seq(el('a', 'type="xs:int"') + el('b'))),
      '<r><b/><a>x</a></r>',
      ['/r/a: a must come before b.', `/r/a: ${noInt}`],
    ],
    ['an optional sequence that is begun', complex(seq(two(), 'minOccurs="0"')), '<r><a/></r>', ['/r: b is missing.']],
    ['an optional sequence, absent', complex(seq(seq(two(), 'minOccurs="0"') + el('c'))), '<r><c/></r>'],
    [
      'a sequence of optional elements, twice',
      complex(seq(two('minOccurs="0"'), 'minOccurs="2" maxOccurs="2"')),
      '<r><b/></r>',
    ],
    [
      'a sequence that must come twice',
      complex(seq(two(), 'minOccurs="2" maxOccurs="2"')),
      '<r><a/><b/></r>',
      ['/r: a is missing.', '/r: b is missing.'],
    ],
    [
      'turns that cannot be counted',
      complex(seq(el('a', 'maxOccurs="unbounded"'), 'minOccurs="2" maxOccurs="2"')),
      '<r><a/><a/></r>',
    ],
    [
      'turns that cannot be counted, of which there is none',
      complex(seq(el('a', 'maxOccurs="unbounded"'), 'minOccurs="2" maxOccurs="2"')),
      '<r/>',
      ['/r: a is missing.'],
    ],
    [
      'turns of a group that cannot be counted',
      complex(
        seq('<xs:group ref="t:g" minOccurs="2" maxOccurs="2"/>'),
        group('g', choice(two(), 'maxOccurs="unbounded"')),
      ),
      '<r><a/><b/></r>',
    ],
    ['a choice of nothing', complex(choice('')), '<r/>'],
    ['a choice that may be empty', complex(choice(el('a') + el('b', 'minOccurs="0"'))), '<r/>'],
    ['no option', complex(choice(two())), '<r/>', ['/r: One of a, b is missing.']],
    [
      'no option of many',
      complex(choice([...'abcdefghijkl'].map((name) => el(name)).join(''))),
      '<r/>',
      ['/r: One of a, b, c, d, e, f, g, h, i, j is missing.'],
    ],
    ['a choice of one', complex(choice(el('a'))), '<r/>', ['/r: a is missing.']],
    [
      'too few of a choice',
      complex(choice(two(), 'minOccurs="2" maxOccurs="3"')),
      '<r><a/></r>',
      ['/r: One of a, b is missing.'],
    ],
    ['an option whose end is there alone', complex(choice(seq(two()) + el('c'))), '<r><b/></r>', ['/r: a is missing.']],
    [
      'the first names of a sequence',
      complex(choice(seq(el('a', 'minOccurs="0"') + el('b') + el('c')) + el('d'))),
      '<r/>',
      ['/r: One of a, b, d is missing.'],
    ],
    ['all in any order', complex(all(two() + el('c', 'minOccurs="0"'))), '<r><b/><a/></r>'],
    ['all, one twice', complex(all(two())), '<r><b/><a/><b/></r>', [`/r/b[2]: ${late('b')}`]],
    [
      'all, none of them',
      complex(all(two() + el('c', 'minOccurs="0"'))),
      '<r/>',
      ['/r: a is missing.', '/r: b is missing.'],
    ],
    [
      'all, one of them as often as wanted',
      complex(all(el('a', 'maxOccurs="unbounded"') + el('b'))),
      '<r><a/><b/><a/><a/></r>',
    ],
    [
      'all, one of them so many times',
      complex(all(el('a', 'minOccurs="2" maxOccurs="2"') + el('b'))),
      '<r><a/><b/></r>',
      ['/r: a is missing. It must come 2 times, and comes 1 times.'],
    ],
    [
      'all, one of them three times of two',
      complex(all(el('a', 'minOccurs="2" maxOccurs="2"'))),
      '<r><a/><a/><a/></r>',
      [`/r/a[3]: ${late('a')}`],
    ],
    ['all that are optional', complex(model('all', two(), 'minOccurs="0"')), '<r/>'],
    [
      'a group that is missing',
      complex('<xs:group ref="t:g"/>', group('g', seq(two()))),
      '<r><b/></r>',
      ['/r: a is missing.'],
    ],
    ['a group that is empty', complex(seq(`<xs:group ref="t:g"/>${el('a')}`), group('g', '')), '<r><a/></r>'],
    [
      'a group of options',
      complex('<xs:group ref="t:g" minOccurs="2" maxOccurs="2"/>', group('g', choice(two()))),
      '<r><b/></r>',
      ['/r: One of a, b is missing.'],
    ],
    ['a group that is not known', complex(seq('<xs:group ref="t:gone"/><xs:group/>')), '<r><x/><y/><z/></r>'],
    ['an element that is not known', complex(seq(`<xs:element ref="t:gone"/>${el('b')}`)), '<r><x/><b/></r>'],
    [
      'an element that is not known, absent',
      complex(seq('<xs:element ref="t:gone"/>')),
      '<r/>',
      ['/r: An element is missing.'],
    ],
    ['an element without a type', complex(seq(el('a'))), '<r><a x="1"><b>c</b>d</a></r>'],
    [
      'what is known inside of what is not',
      complex(seq(el('a')), el('known', 'type="xs:int"')),
      '<r><a><known>x</known><other/></a></r>',
      [`/r/a/known: ${noInt}`],
    ],
    [
      'places of elements of several names',
      complex(seq(el('a', 'type="xs:int" maxOccurs="2"') + el('b', 'type="xs:int"'))),
      '<r><a>1</a><a>x</a><b>x</b></r>',
      [`/r/a[2]: ${noInt}`, `/r/b: ${noInt}`],
    ],
  ])('%s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });

  test('element names are qualified only if the schema says so', () => {
    expect(judge(complex(seq(el('a'))), '<r><a/></r>', '')).toEqual([
      '/r/a: a must have no namespace; it has urn:t.',
      '/r: a is missing.',
    ]);
    expect(judge(complex(seq(el('a'))), '<r><a xmlns=""/></r>', '')).toEqual([]);
    expect(judge(complex(seq(el('a', 'form="qualified"'))), '<r><a/></r>', '')).toEqual([]);
  });

  test('types that contain each other, at any depth', () => {
    const types = Array.from({ length: 300 }, (_, at) =>
      type(`t${at}`, seq(el('e', `type="t:t${at + 1}" minOccurs="0"`))),
    );
    const last = type('t300', seq(el('e', 'type="xs:int" minOccurs="0"')));
    const content = `<r>${'<e>'.repeat(301)}x${'</e>'.repeat(301)}</r>`;
    expect(judge(`<xs:element name="r" type="t:t0"/>${types.join('')}${last}`, content)).toEqual([
      `/r${'/e'.repeat(301)}: ${noInt}`,
    ]);
  });

  test('the work per message is bounded', () => {
    const many = complex(seq(el('a', 'type="xs:int" minOccurs="0" maxOccurs="unbounded"')));
    expect(judge(many, `<r>${'<a>1</a>'.repeat(5000)}<a>x</a></r>`)).toEqual([`/r/a[5001]: ${noInt}`]);
    expect(judge(many, `<r>${'<a>x</a>'.repeat(30)}</r>`)).toHaveLength(20);
  });
});

describe('wildcards', () => {
  const any = (attributes: string) => complex(seq(`<xs:any ${attributes}/>`), el('known', 'type="xs:int"'));
  test.each<Case>([
    ['what must be described', any(''), '<r><x/></r>', ['/r/x: x is not described.']],
    ['what is described', any(''), '<r><known>x</known></r>', [`/r/known: ${noInt}`]],
    ['what may be described, and is', any('processContents="lax"'), '<r><known>x</known></r>', [`/r/known: ${noInt}`]],
    ['what may be described, and is not', any('processContents="lax"'), '<r><x/></r>'],
    ['what is skipped', any('processContents="skip"'), '<r><known>x</known></r>'],
    ['what is of no namespace', any('namespace="##local" processContents="lax"'), '<r><x xmlns=""/></r>'],
    [
      'what is not of these namespaces',
      any('namespace="urn:a urn:b" processContents="lax"'),
      '<r><x/></r>',
      ['/r/x: x is not described here.', '/r: An element is missing.'],
    ],
    [
      'so many',
      complex(seq('<xs:any processContents="lax" minOccurs="0" maxOccurs="2"/>')),
      '<r><x/><y/><z/></r>',
      [`/r/z: ${late('z')}`],
    ],
    [
      'as many as wanted',
      complex(seq('<xs:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/>')),
      '<r><x/><y/><z/></r>',
    ],
    [
      'a name that is only known elsewhere',
      complex(seq(`${el('a', 'type="xs:int"')}<xs:any processContents="lax"/>`)),
      '<r><a>1</a><a>x</a></r>',
    ],
    [
      'an element before any',
      complex(seq(`${el('a', 'type="xs:int"')}<xs:any processContents="lax" namespace="##other" minOccurs="0"/>`)),
      '<r><a>x</a><o:a>y</o:a></r>',
      [`/r/a[1]: ${noInt}`],
    ],
  ])('%s', (_name, types, content, found = []) => {
    expect(judge(types, content)).toEqual(found);
  });

  test('elements of other schemas are also known', () => {
    expect(
      judge(complex(seq('<xs:any namespace="##other"/>')), '<r><o:e>x</o:e></r>', '', [el('e', 'type="xs:int"')]),
    ).toEqual([`/r/e: ${noInt}`]);
  });
});
