import { describe, expect, test } from 'vitest';
import { importWsdl } from './import-wsdl.ts';
import { builtInValue, type Facets } from './wsdl-builtin-values.ts';
import { allowsNamespace } from './wsdl-particles.ts';
import { sampleOfPattern } from './wsdl-pattern.ts';

test.each<[type: string, facets: Partial<Facets>, value: string]>([
  ['constructor', {}, 'string'],
  ['anyURI', {}, 'http://example.com'],
  ['anyURI', { maxLength: 5 }, 'http:'],
  ['anyURI', { length: 18 }, 'http://example.com'],
  ['anyURI', { minLength: 18 }, 'http://example.com'],
  ['anyURI', { minLength: 21 }, 'http://example.com/pa'],
  ['anyURI', { minLength: 19 }, 'http://example.com/'],
  ['string', { minLength: 6, maxLength: 6 }, 'string'],
  ['string', { length: 2, minLength: 5 }, 'st'],
  ['string', { length: 8, maxLength: 5 }, 'stringst'],
  ['string', { maxLength: 0 }, ''],
  ['string', { minLength: 100_000 }, 'string'.repeat(834).slice(0, 5000)],
  ['hexBinary', {}, '64617461'],
  ['hexBinary', { length: 2 }, '6461'],
  ['base64Binary', { length: 5 }, 'ZGF0YWQ='],
  ['hexBinary', { patterns: [['[AB]+']], length: 1 }, 'AA'],
  ['string', { patterns: [['a*']], minLength: 3 }, 'aaa'],
  ['string', { patterns: [['a*']], minLength: 1, maxLength: 1 }, 'a'],
  ['string', { patterns: [['a{4}', 'b{2}']], maxLength: 3 }, 'bb'],
  ['string', { patterns: [['a{4}']], maxLength: 3 }, 'str'],
  ['string', { patterns: [['\\d{2}'], ['[a-z]']] }, 'a'],
  ['string', { patterns: [['é{2}']], length: 2 }, 'éé'],
  ['string', { patterns: [['😀']], length: 1 }, '😀'],
  ['string', { patterns: [['[95]']], maxInclusive: '5' }, '9'],
  ['int', { patterns: [['[95]']], maxInclusive: '5' }, '5'],
  ['double', { patterns: [['[95]']], maxInclusive: '5' }, '5'],
  ['float', { patterns: [['[95]']], maxExclusive: '9' }, '5'],
  ['decimal', { patterns: [['[59]']], minExclusive: '5' }, '9'],
  ['int', { patterns: [['[59]']], minInclusive: '9' }, '9'],
  ['int', { patterns: [['[59]']], minInclusive: '5', maxInclusive: '5' }, '5'],
  ['int', { patterns: [['a|1']] }, '1'],
  ['byte', { patterns: [['[59]{3}']] }, '1'],
  ['byte', { patterns: [['-[59]{3}']] }, '1'],
  ['unsignedByte', { patterns: [['255']] }, '255'],
  ['positiveInteger', { patterns: [['[01]']] }, '1'],
  ['int', { patterns: [['\\d+']], minInclusive: '11', totalDigits: 2 }, '11'],
  ['int', { patterns: [['1{2,3}']], minInclusive: '100', totalDigits: 2 }, '100'],
  ['decimal', { patterns: [['1\\.5']], totalDigits: 2 }, '1.5'],
  ['int', { minInclusive: '3', minExclusive: '1' }, '3'],
  ['int', { minInclusive: '2' }, '2'],
  ['int', { minInclusive: '1' }, '1'],
  ['int', { maxInclusive: '1' }, '1'],
  ['int', { maxInclusive: '0' }, '0'],
  ['int', { maxInclusive: '-3', maxExclusive: '-10' }, '-11'],
  ['int', { maxInclusive: '-5', maxExclusive: '-3' }, '-5'],
  ['int', { minInclusive: '5.5' }, '1'],
  ['int', { minInclusive: 'x5' }, '1'],
  ['int', { minInclusive: '5x' }, '1'],
  ['int', { maxInclusive: '-5.00' }, '-5'],
  ['int', { minInclusive: '+12' }, '12'],
  ['negativeInteger', { maxInclusive: '5' }, '-1'],
  ['decimal', { minInclusive: '2', maxInclusive: '3' }, '2'],
  ['decimal', { maxInclusive: '0.5' }, '0.5'],
  ['decimal', { minExclusive: '0.5', maxInclusive: '0.7' }, '0.7'],
  ['decimal', { maxExclusive: '1' }, '0'],
  ['decimal', { minExclusive: '1' }, '2'],
  ['decimal', { minInclusive: '5', maxExclusive: '5' }, '5'],
  ['decimal', { minInclusive: '6', maxInclusive: '4' }, '5'],
  ['decimal', { minExclusive: 'x' }, '1'],
  ['decimal', { minExclusive: '5.1', maxExclusive: '5.2', fractionDigits: 200 }, '5.15'],
  ['float', { minInclusive: '5' }, '5'],
  ['double', { minInclusive: '5' }, '5'],
  ['date', { minInclusive: '2030-01-01', maxInclusive: '2031-01-01' }, '2030-01-01'],
  ['date', { minExclusive: '2030-01-01', maxExclusive: '2040-01-01' }, '2031-01-01'],
  ['date', { maxExclusive: '1000-01-01' }, '0999-01-01'],
  ['dateTime', { minExclusive: '12030-01-01T00:00:00' }, '12031-01-01T00:00:00'],
  ['gYearMonth', { minExclusive: '2030-01' }, '2031-01'],
  ['gMonthDay', { minExclusive: '--05-05' }, '--01-15'],
  ['time', { minInclusive: '10:00:00' }, '10:00:00'],
])('a value of %s with %j is %s', (type, facets, value) => {
  expect(builtInValue(type, { patterns: [], ...facets })).toBe(value);
});

test.each<[pattern: string, text: string | undefined, fits?: (text: string) => boolean]>([
  ['a|', 'a'],
  ['|a', ''],
  ['|a', 'a', (text) => text !== ''],
  ['a|b|c', 'c', (text) => text === 'c'],
  ['(a|b)(c|d)', 'bd', (text) => text !== 'ac'],
  ['a*', 'a'.repeat(63), (text) => text.length > 31],
  ['a*', undefined, (text) => text.length > 63],
  ['a?', 'a', (text) => text !== ''],
  ['a?', undefined, (text) => text.length > 1],
  ['a+', 'aa', (text) => text.length > 1],
  ['a{,2}', undefined],
  ['a{2', undefined],
  ['xa{2}y', 'xaay'],
  ['a{2,3}', 'aa'],
  ['a{0}b', 'b'],
  ['(a{100}){90}', 'a'.repeat(9000)],
  ['(a{100}){101}', undefined],
  ['a{2001}', 'a'.repeat(2000)],
  ['(?:a)?', ''],
  ['(?a)', '?a'],
  ['[^\\d]', 'a'],
  ['[^aA]', '1'],
  ['[aA1Z0]', 'Z', (text) => text === 'Z'],
  ['[aA1Z0]', undefined, (text) => text === '0'],
  ['[a-]', '-', (text) => text === '-'],
  ['[-a]', '-'],
  ['[a-c]', 'c', (text) => text !== 'a' && text !== 'b'],
  ['[\\d-z]', 'z', (text) => text === 'z'],
  ['[\\n-a]', '\n'],
  ['[!-\\-]', '-', (text) => text === '-'],
  ['[a-z-[a-y]]', 'z'],
  ['[a-z-[^b]]', 'b'],
  ['[^a-z-[A]]', '1'],
  ['[a-c-[a]]x', 'cx'],
  ['[[]', '['],
  ['[\\]]', ']'],
  ['[^]a]', 'A'],
  ['[^\\]]', 'a'],
  ['[c-a]', undefined],
  ['[à-é]', 'à'],
  ['\\s', ' '],
  ['\\S', 'a'],
  ['\\w', 'a'],
  ['\\I', '1'],
  ['\\C', ' '],
  ['\\i', 'b', (text) => !'aAZ'.includes(text)],
  ['\\c', undefined, (text) => text === '-'],
  ['\\d', '٣', (text) => !/[0-9]/.test(text)],
  ['\\r', '\r'],
  ['\\e', 'e'],
  ['\\p{IsGreek}', 'a'],
  ['\\P{IsBasicLatin}', 'é'],
  ['\\p{Lu}x', 'Ax'],
  ['\\p{Sc}', '$'],
  ['\\p{Nope}', undefined],
  ['.', 'a'],
  ['\\', ''],
  [`${'('.repeat(99)}a${')'.repeat(99)}`, 'a'],
  [`${'('.repeat(100)}a${')'.repeat(100)}`, undefined],
  [`${'(a)'.repeat(150)}`, 'a'.repeat(150)],
  [`${'[a-[b'.repeat(60)}${']]'.repeat(60)}`, undefined],
  [`${'[ab]'.repeat(150)}`, 'a'.repeat(150)],
])('the pattern %j has the text %j', (pattern, text, fits = () => true) => {
  expect(sampleOfPattern(pattern, fits)).toBe(text);
});

test.each([
  ['##any', 'urn:a', 'urn:t', true],
  ['##other', 'urn:a', 'urn:t', true],
  ['##other', 'urn:t', 'urn:t', false],
  ['##other', '', 'urn:t', false],
  ['##targetNamespace', 'urn:t', 'urn:t', true],
  ['##targetNamespace', 'urn:a', 'urn:t', false],
  ['##local', '', 'urn:t', true],
  ['##local', 'urn:t', 'urn:t', false],
  ['urn:a  urn:b', 'urn:b', 'urn:t', true],
  ['urn:a urn:b', 'urn:c', 'urn:t', false],
  ['urn:a  urn:b', '', 'urn:t', false],
  ['urn:a ##local', '', 'urn:t', true],
])('%s allows %j next to %s: %s', (allowed, namespace, target, isAllowed) => {
  expect(allowsNamespace(allowed, namespace, target)).toBe(isAllowed);
});

describe('values of simple types', () => {
  /** The texts of elements with these types, in one document. */
  async function valuesOf(simple: string, ...types: string[]) {
    const elements = types.map(
      (type) => `<xs:element name="e" ${type.startsWith('<') ? `>${type}</xs:element>` : `type="${type}"/>`}`,
    );
    const text = `<definitions targetNamespace="urn:s" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:s="urn:s">
<types><xs:schema targetNamespace="urn:s">${simple}<xs:element name="r"><xs:complexType><xs:sequence>${elements.join('')}</xs:sequence></xs:complexType></xs:element></xs:schema></types>
<message name="in"><part name="p" element="s:r"/></message><portType name="p"><operation name="ask"><input message="s:in"/></operation></portType>
<binding name="b" type="s:p"><soap:binding/><operation name="ask"/></binding></definitions>`;
    const { steps } = await importWsdl(text);
    const body = steps[0]?.body;
    return [...(body?.type === 'xml' ? body.content : '').matchAll(/<e>(.*)<\/e>|<e\/>/g)].map(
      ([, value = '']) => value,
    );
  }
  const simple = (inner: string, name = '') => `<xs:simpleType ${name && `name="${name}"`}>${inner}</xs:simpleType>`;
  const facet = (name: string, value: string) => `<xs:${name} value="${value}"/>`;
  const restricted = (base: string, ...facets: string[]) =>
    simple(`<xs:restriction base="${base}">${facets.join('')}</xs:restriction>`);
  const named = (name: string, base: string, ...facets: string[]) =>
    restricted(base, ...facets).replace('<xs:simpleType ', `<xs:simpleType name="${name}"`);

  test('identifiers are numbered, and references name the first', async () => {
    expect(await valuesOf('', 'xs:ID', 'xs:ID', 'xs:IDREF', 'xs:IDREFS', 'xs:NMTOKENS', 'xs:ENTITIES')).toEqual([
      'id1',
      'id2',
      'id1',
      'id1',
      'string',
      'string',
    ]);
    expect(
      await valuesOf(
        '',
        restricted('xs:ID', facet('enumeration', 'x')),
        restricted('xs:IDREF', facet('enumeration', 'y')),
        'xs:ID',
      ),
    ).toEqual(['x', 'y', 'id1']);
  });

  test.each<[name: string, type: string, value: string]>([
    ['a list', simple('<xs:list itemType="xs:int"/>'), '1'],
    ['a list of its own items', simple(`<xs:list>${restricted('xs:int', facet('minInclusive', '7'))}</xs:list>`), '7'],
    ['a list of nothing', simple('<xs:list/>'), 'string'],
    ['a union', simple('<xs:union memberTypes=" xs:int  xs:date "/>'), '1'],
    [
      'a union of its own types',
      simple(`<xs:union>${restricted('xs:date')}${restricted('xs:int')}</xs:union>`),
      '2024-01-15',
    ],
    ['a union of nothing', simple('<xs:union/>'), 'string'],
    ['a type without anything', simple(''), 'string'],
    ['a restriction without a base', simple('<xs:restriction/>'), 'string'],
    [
      'its own base',
      simple(`<xs:restriction>${simple('<xs:list itemType="xs:int"/>')}${facet('minLength', '2')}</xs:restriction>`),
      '1 1',
    ],
    ['a list of so many', restricted('s:ints', facet('length', '3')), '1 1 1'],
    ['a list of at least so many', restricted('s:ints', facet('minLength', '2'), facet('maxLength', '5')), '1 1'],
    ['a list of none', restricted('s:ints', facet('maxLength', '0')), ''],
    ['a list of at most so many', restricted('s:ints', facet('maxLength', '4')), '1'],
    ['a list that is written', restricted('s:ints', facet('enumeration', '4 5'), facet('length', '2')), '4 5'],
    ['tokens that are written', restricted('xs:NMTOKENS', facet('enumeration', 'a b')), 'a b'],
    [
      'tokens of so many',
      restricted('xs:NMTOKENS', facet('length', '2'), facet('enumeration', '')).replace(facet('enumeration', ''), ''),
      'string string',
    ],
    [
      'a union that is written',
      simple(
        `<xs:restriction>${simple('<xs:union memberTypes="xs:int"/>')}${facet('enumeration', '9')}</xs:restriction>`,
      ),
      '9',
    ],
    [
      'a union with bounds',
      simple(
        `<xs:restriction>${simple('<xs:union memberTypes="xs:int"/>')}${facet('minInclusive', '9')}</xs:restriction>`,
      ),
      '9',
    ],
    ['the innermost values', restricted('s:colours', facet('enumeration', 'blue')), 'blue'],
    ['the innermost bound', restricted('s:atLeast5', facet('minInclusive', ' 8 ')), '8'],
    ['the bound of its base', restricted('s:atLeast5', facet('maxInclusive', '9')), '5'],
    ['the innermost pattern first', restricted('s:letters', facet('pattern', 'b+')), 'b'],
    ['the pattern of its base', restricted('s:letters', facet('minLength', '3')), 'aaa'],
    [
      'numbers that are none',
      restricted('xs:string', facet('length', 'x'), facet('maxLength', '-1'), facet('minLength', '1.5')),
      'string',
    ],
    ['a facet without a value', restricted('xs:string', '<xs:length/>'), ''],
  ])('%s', async (_name, type, value) => {
    const base =
      simple('<xs:list itemType="xs:int"/>', 'ints') +
      named('colours', 'xs:string', facet('enumeration', 'red'), facet('enumeration', 'blue')) +
      named('atLeast5', 'xs:int', facet('minInclusive', '5')) +
      named('letters', 'xs:string', facet('pattern', 'a+'));
    expect(await valuesOf(base, type)).toEqual([value]);
  });

  test('recursive types end', async () => {
    const loop = simple('<xs:list itemType="s:loop"/>', 'loop') + named('one', 's:two') + named('two', 's:one');
    expect(await valuesOf(loop, 's:loop', 's:one')).toEqual(['string', 'string']);
  });
});
