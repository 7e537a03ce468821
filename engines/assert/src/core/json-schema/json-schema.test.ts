import { WorkBudget } from '@touchstone/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { schemaCases } from '../../testing/schema-cases.ts';
import { referenceCases } from '../../testing/schema-reference-cases.ts';
import { runPublishedSchemaTests } from '../../testing/schema-suite.ts';
import { parseExactJson } from '../exact-json.ts';
import { hasFormat } from './formats.ts';
import { compileJsonSchema } from './json-schema.ts';
import { isMultipleOf } from './multiple-of.ts';
import type { SchemaDraft } from './schema-resources.ts';

const problems = (schema: unknown, value: unknown, options = {}) =>
  compileJsonSchema(schema, options)
    .validate(value)
    .map(({ path, message }) => `${path}: ${message}`);

test.each([...schemaCases, ...referenceCases])(
  '$draft: $name',
  ({ draft, schema, valid, invalid, documents = {}, assertFormats = true }) => {
    const compiled = compileJsonSchema(schema, { draft, documents, assertFormats });
    for (const value of valid) expect(compiled.validate(value), JSON.stringify(value)).toEqual([]);
    for (const value of invalid) expect(compiled.validate(value), JSON.stringify(value)).not.toEqual([]);
  },
);

test('the published tests of draft 4 pass', () => {
  const { total, failures } = runPublishedSchemaTests();
  expect(failures).toEqual([]);
  expect(total).toBeGreaterThan(200);
});

test.each<SchemaDraft>(['4', '6', '7', '2019-09', '2020-12'])('the schema of draft %s accepts itself', (draft) => {
  const address =
    draft.length === 1
      ? `http://json-schema.org/draft-0${draft}/schema#`
      : `https://json-schema.org/draft/${draft}/schema`;
  const schema = { $schema: address, allOf: [{ $ref: address }] };
  expect(problems(schema, { type: 'object', properties: { a: { minLength: 1 } } })).toEqual([]);
  expect(problems(schema, { type: 'nothing' })).not.toEqual([]);
  expect(problems(schema, { properties: { a: { minLength: -1 } } })).not.toEqual([]);
});

test.each([
  [{ properties: { 'a b': { type: 'string' } } }, { 'a b': 1 }, ['$["a b"]: expected string, got integer']],
  [
    { required: ['a'], additionalProperties: false },
    { b: 1 },
    ['$: the property "a" is missing', '$: the property "b" is not declared and not allowed'],
  ],
  [{ items: { minimum: 2 } }, [3, 1], ['$[1]: expected a number of at least 2, got 1']],
  [{ enum: ['a', 'b'] }, 'c', ['$: expected one of ["a","b"], got "c"']],
  [
    { anyOf: [{ type: 'string' }, { minimum: 5 }] },
    1,
    ['$: matches none of the alternatives of anyOf (closest: $ expected string, got integer)'],
  ],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    ['$: the items 0 and 1 are equal'],
  ],
  [{ format: 'ipv4' }, '1.2.3.256', ['$: expected the format ipv4, got "1.2.3.256"']],
])('reports violations: %j with %j', (schema, value, expected) => {
  expect(problems(schema, value)).toEqual(expected);
});

test.each([
  [{ $ref: '#/$defs/none' }, /refers to #\/\$defs\/none, which does not exist/],
  [{ $ref: 'https://example.com/other.json' }, /not part of the schema/],
  [{ $ref: 'file:///etc/passwd' }, /not part of the schema/],
  [{ $ref: '#' }, /refers to itself without end/],
  [{ pattern: '(' }, /not a valid regular expression/],
  [{ items: 3 }, /where a schema must stand/],
])('reports what is wrong with the schema %j', (schema, message) => {
  expect(() => compileJsonSchema(schema).validate('items' in schema ? [1] : 'x')).toThrow(message);
});

test('long numbers stay exact', () => {
  const value = parseExactJson('{"id":12345678901234567890}');
  expect(problems({ properties: { id: { type: 'integer', minimum: 1 } } }, value)).toEqual([]);
  expect(problems({ properties: { id: { const: 12345678901234567000 } } }, value)).not.toEqual([]);
});

test('a pattern that hangs other engines ends', () => {
  expect(problems({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toHaveLength(1);
});

test.each([
  ['date', ['2024-02-29', '2000-02-29'], ['2023-02-29', '1900-02-29', '2024-1-1', '2024-13-01', '2024-04-31']],
  [
    'time',
    ['23:59:60Z', '00:00:00.5+01:00', '01:29:60+01:30', '12:00:00z'],
    ['12:00:00', '24:00:00Z', '22:59:60Z', '12:00:00+24:00'],
  ],
  ['date-time', ['1998-12-31T23:59:60Z', '2024-01-01t00:00:00z'], ['2024-01-01 00:00:00Z', '2024-01-01T00:00:00']],
  ['duration', ['P4DT12H30M5S', 'P1Y', 'PT1H', 'P2W', 'P1M'], ['P', 'PT', 'P1D2H', 'P1YT', 'P2WT1H', '4D', 'P1H']],
  [
    'email',
    ['a@b.co', '"joe bloggs"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
    ['a', '@b', 'a@', '.a@b.c', 'a..b@c.d'],
  ],
  [
    'hostname',
    ['a', 'www.example.com', 'xn--4gbwdl.xn--wgbh1c', `${'a'.repeat(63)}.com`],
    ['', '-a', 'a-', 'a_b', `${'a'.repeat(64)}.com`, 'a..b', 'a.'],
  ],
  ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.', '0x7f.0.0.1']],
  [
    'ipv6',
    ['::1', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'],
    [':::', '1::2::3', '12345::', '::1%eth0', '1.2.3.4', '::1/64'],
  ],
  [
    'uri',
    ['http://a/b?c#d', 'urn:x:y', 'mailto:a@b', 'http://[::1]:80/'],
    ['//a', 'a', 'http://a b', 'http://a/<', 'http://[x]/', 'a:b\\c', 'http://a/%zz'],
  ],
  ['uri-reference', ['//a', '/a', '?a', '#a', ''], ['\\\\a', '#a\\b', '##']],
  [
    'uuid',
    ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
    ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8-aa08-aa98-11ea-b4aa73b44-1d16380'],
  ],
  ['regex', ['^a+$'], ['(', '^(abc]']],
  ['json-pointer', ['', '/a/~0~1'], ['a', '/~', '/~2']],
  ['relative-json-pointer', ['0', '1/a', '0#'], ['-1', '01', '0##', '/a']],
  [
    'idn-email',
    ['실례@실례.테스트', 'joe.bloggs@example.com', 'ü.ö@bücher.example', '"a b"@실례.테스트'],
    ['2962', 'a@', '@실례.테스트', '.ü@a.b', 'ü@-a', 'a b@c.d'],
  ],
  [
    'iri',
    [
      'http://ƒøø.ßår/?∂éœ=πîx#πîüx',
      'http://ƒøø.com/blah_(wîkïpédiå)_blah#ßité-1',
      'http://ƒøø.ßår/?q=Test%20URL-encoded%20stuff',
      "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com",
      'http://[2001:0db8:85a3:0000:0000:8a2e:0370:7334]',
      'http://a/?\u{E000}',
    ],
    [
      'http://2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      '/abc',
      '\\\\WINDOWS\\filëßåré',
      'âππ',
      'http://a/\u{E000}',
      'http://a/\uD800',
    ],
  ],
  [
    'iri-reference',
    ['http://ƒøø.ßår/?∂éœ=πîx#πîüx', '//ƒøø.ßår/?∂éœ=πîx#πîüx', '/âππ', 'âππ', '#ƒrägmênt', ''],
    ['\\\\WINDOWS\\filëßåré', '#ƒräg\\mênt'],
  ],
  [
    'uri-template',
    ['http://example.com/dictionary/{term:1}/{term}', 'dictionary/{term:1}', '{+path}{?a,b*}{&c:9999}', '', 'é{x.y}'],
    ['http://example.com/{term:1}/{term', '{}', '{a b}', '{a:10000}', '{x:0}', 'a b', '%zz', '{?}', '}', '<'],
  ],
  // The cases of the JSON Schema test suite, optional/format/idn-hostname.
  [
    'idn-hostname',
    [
      ...[
        '실례.테스트',
        'xn--ihqwcrb4cv8a8dqg056pqjye',
        'ßς་〇',
        '۽۾',
        'l·l',
        'α͵β',
        'א׳ב',
        'א״ב',
        '・ぁ',
        '・ァ',
        '・丈',
      ],
      ...['ب٠ب', '۰0', 'क्\u200dष', 'क्\u200cष', 'بي\u200cبي', 'hostname', 'host-name', 'h0stn4me', '1host', 'hostnam3'],
      ...['a.b', 'a。b', 'a．b', 'a｡b'],
    ],
    [
      ...[
        '〮실례.테스트',
        '실〮례.테스트',
        '실'.repeat(64),
        '-> $1.00 <--',
        'xn--X',
        'XN--aa---o47jg78q',
        '-hello',
        'hello-',
      ],
      ...[
        '-hello-',
        '\u0903hello',
        '\u0300hello',
        '\u0488hello',
        'ـߺ',
        '〱〲〳〴〵〮〯〻',
        'a·l',
        '·l',
        'l·a',
        'l·',
        'α͵S',
        'α͵',
      ],
      ...[
        'A׳ב',
        '׳ב',
        'A״ב',
        '״ב',
        'def・abc',
        '・',
        'ب٠۰',
        'क\u200dष',
        '\u200dष',
        'क\u200cष',
        '',
        '.',
        '。',
        'a..b',
        'hostname.',
      ],
    ],
  ],
  ['unknown-format', ['anything'], []],
])('supports the format %s', (format, right, wrong) => {
  expect(right.filter((text) => !hasFormat(format, text))).toEqual([]);
  expect(wrong.filter((text) => hasFormat(format, text))).toEqual([]);
});

test('multiples are exact in decimal digits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000, max: 10_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 6 }),
      (count, step, digits) => {
        const divisor = Number(`${step}e-${digits}`);
        expect(isMultipleOf(Number(`${count * step}e-${digits}`), divisor)).toBe(true);
        if (step > 1) expect(isMultipleOf(Number(`${count * step + 1}e-${digits}`), divisor)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

test('any value is validated without a crash, and a const accepts its origin', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
      expect(problems({ const: value }, value)).toEqual([]);
      try {
        problems(schema, value);
      } catch (error) {
        expect((error as Error).name).toBe('Error');
        expect(error).not.toBeInstanceOf(TypeError);
      }
    }),
    { numRuns: 300 },
  );
});

test.each(['allOf', 'oneOf', 'anyOf'])('a schema with exponential %s is rejected after bounded work', (keyword) => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/$defs/s${index + 1}` };
      return [`s${index}`, { [keyword]: [next, next] }];
    }),
  );
  const schema = { $ref: '#/$defs/s0', $defs: { ...$defs, s40: {} } };
  const sentence = 'Judging the value by this schema needs more than 1,000,000 steps of work. Make the schema simpler.';
  expect(() => compileJsonSchema(schema).validate(1)).toThrow(sentence);
  const budget = new WorkBudget('All of it', 'Stop.', { steps: 100 });
  const shared = compileJsonSchema({ items: {} }, { budget });
  expect(shared.validate(new Array(98).fill(1))).toEqual([]);
  expect(() => shared.validate([1, 2])).toThrow('All of it needs more than 100 steps of work. Stop.');
});
