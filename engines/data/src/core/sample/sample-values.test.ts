import { expect, test } from 'vitest';
import { sampleFromSchema } from './sample-from-schema.ts';
import { textsMatching } from './sample-pattern.ts';

test.each<[schema: unknown, value: unknown]>([
  [true, null],
  [{}, null],
  [{ type: 'null' }, null],
  [{ type: ['null', 'boolean'] }, true],
  [{ type: 'string' }, 'string'],
  [{ type: 'string', maxLength: 3 }, 'str'],
  [{ type: 'string', minLength: 8 }, 'stringxx'],
  [{ type: 'string', pattern: '^[A-Z]{2}\\d{3}$' }, 'AA111'],
  [{ type: 'string', pattern: '^(yes|no)$' }, 'yes'],
  [{ type: 'string', pattern: '^(a+)-\\1$' }, 'a-a'],
  [{ type: 'string', pattern: '^a+$', minLength: 5 }, 'aaaaa'],
  [{ type: 'string', pattern: '^[^a-z]$' }, 'A'],
  [{ type: 'string', pattern: '^\\d{2,}$', minLength: 6, maxLength: 6 }, '111111'],
  [{ type: 'string', contentEncoding: 'base64' }, 'dGV4dA=='],
  [{ type: 'string', format: 'date' }, '2026-01-15'],
  [{ type: 'string', format: 'date-time' }, '2026-01-15T09:30:00Z'],
  [{ type: 'string', format: 'time' }, '09:30:00Z'],
  [{ type: 'string', format: 'email' }, 'ada@example.com'],
  [{ type: 'string', format: 'hostname' }, 'example.com'],
  [{ type: 'string', format: 'ipv4' }, '192.0.2.10'],
  [{ type: 'string', format: 'ipv6' }, '2001:db8::10'],
  [{ type: 'string', format: 'uri' }, 'https://example.com/path'],
  [{ type: 'string', format: 'uuid' }, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  [{ type: 'string', format: 'duration' }, 'P1D'],
  [{ type: 'string', format: 'byte' }, 'dGV4dA=='],
  [{ type: 'string', format: 'password' }, 'secret'],
  [{ type: 'string', format: 'json-pointer' }, '/path'],
  [{ type: 'string', format: 'unknown' }, 'string'],
  [{ type: 'string', format: 'email', minLength: 30 }, 'aaaaaaaaaaaaaaaaaa@example.com'],
  [
    { type: 'string', format: 'hostname', minLength: 70 },
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com',
  ],
  [{ type: 'integer' }, 1],
  [{ type: 'number' }, 1],
  [{ type: 'integer', minimum: 5 }, 5],
  [{ type: 'integer', maximum: -3 }, -3],
  [{ type: 'number', minimum: 5, maximum: 6, multipleOf: 0.25 }, 5],
  [{ type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 }, 5.5],
  [{ type: 'integer', exclusiveMinimum: 5 }, 6],
  [{ type: 'integer', multipleOf: 7 }, 0],
  [{ type: 'integer', multipleOf: 7, minimum: 10 }, 14],
  [{ type: 'number', multipleOf: 0 }, 1],
  [{ type: 'number', multipleOf: 1e-7, minimum: 1e-7, maximum: 2e-7 }, 1e-7],
  [{ type: 'number', minimum: 1e300 }, 1e300],
  [{ type: 'number', exclusiveMaximum: 0 }, -1],
  [{ minimum: 1000 }, 1000],
  [{ type: 'array', items: { type: 'integer' } }, [1]],
  [{ type: 'array' }, []],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 0 }, []],
  [{ type: 'array', items: { type: 'string' }, minItems: 2 }, ['string', 'string']],
  [{ type: 'array', prefixItems: [{ const: 1 }, { const: 'a' }], items: false }, [1, 'a']],
  [{ type: 'array', items: [{ const: 1 }, { const: 'a' }], additionalItems: { const: 2 }, minItems: 3 }, [1, 'a', 2]],
  [{ type: 'array', contains: { const: 7 } }, [7]],
  [{ type: 'array', contains: { const: 7 }, minContains: 2, items: { type: 'integer' }, minItems: 3 }, [1, 7, 7]],
  [{ type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 }, [true, false]],
  [{ type: 'array', items: {}, minItems: 1, maxItems: 1 }, [null]],
  [{ type: 'object' }, {}],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    { a: 'string', b: 1 },
  ],
  [
    { type: 'object', required: ['z'], properties: { a: { type: 'string' } } },
    { z: 'string', a: 'string' },
  ],
  [{ properties: { a: {} } }, { a: null }],
  [
    { type: 'object', minProperties: 2 },
    { property1: 'string', property2: 'string' },
  ],
  [{ type: 'object', properties: { a: { type: 'integer' } }, maxProperties: 0 }, {}],
  [{ type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, maxProperties: 1 }, { a: 1 }],
  [{ type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 }, { property1: 1 }],
  [
    {
      type: 'object',
      patternProperties: { '^n\\d$': { type: 'integer' } },
      additionalProperties: false,
      minProperties: 1,
    },
    { n1: 1 },
  ],
  [
    { type: 'object', propertyNames: { enum: ['x', 'y'] }, minProperties: 2 },
    { x: 'string', y: 'string' },
  ],
  [
    { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], dependentRequired: { a: ['b'] } },
    { a: 1, b: 'string' },
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'integer' } },
      dependentSchemas: {
        a: { required: ['c'], properties: { c: { const: 3 } } },
      },
    },
    { a: 1, c: 3 },
  ],
  [
    { type: 'object', properties: { a: { type: 'integer' } }, dependencies: { a: ['d'] } },
    { a: 1, d: 'string' },
  ],
  [{ type: 'object', properties: { a: false, b: { const: 1 } } }, { b: 1 }],
  [{ type: 'object', properties: { a: { type: 'integer' } }, not: { required: ['a'] } }, {}],
  [{ enum: ['x', 'y'] }, 'x'],
  [{ const: { a: 1 } }, { a: 1 }],
  [{ type: 'integer', example: '5' }, 5],
  [{ type: 'string', example: 5 }, '5'],
  [{ type: 'boolean', default: 'true' }, true],
  [{ type: 'string', default: true }, 'true'],
  [{ type: 'boolean', default: 'yes' }, true],
  [{ type: 'number', example: '1.5' }, 1.5],
  [{ type: 'number', example: 'x' }, 1],
  [{ type: 'integer', examples: [3, 4] }, 3],
  [{ type: 'integer', default: 9 }, 9],
  [{ enum: [1, 2], default: 2 }, 2],
  [{ type: 'string', example: 'e', default: 'd' }, 'e'],
  [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, 'string'],
  [{ anyOf: [{ type: 'integer', minimum: 3 }, { type: 'string' }] }, 3],
  [{ oneOf: [false, { const: 2 }] }, 2],
  [
    {
      if: { properties: { k: { const: 'a' } }, required: ['k'] },
      // biome-ignore lint/suspicious/noThenProperty: this is a schema.
      then: { required: ['x'] },
      else: { required: ['y'] },
      type: 'object',
    },
    { k: 'a', x: 'string' },
  ],
  [{ allOf: [{ type: 'number' }, { type: 'integer', minimum: 3 }] }, 3],
  [{ type: 'integer', not: { const: 1 } }, 2],
  [
    {
      allOf: [{ properties: { a: { const: 1 } }, example: { a: 1, z: 2 } }, { properties: { b: { const: 2 } } }],
    },
    { a: 1, b: 2 },
  ],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'string', example: 'hi' } } }, 'hi'],
  [{ type: 'object', properties: { me: { $ref: '#' }, id: { const: 1 } } }, { id: 1 }],
])('the plainest value: %j', (schema, value) => {
  expect(sampleFromSchema(schema)).toEqual({ value });
});

test.each<[schema: unknown, nearest: unknown, message: string]>([
  [{ type: 'string', pattern: '(' }, null, 'the pattern ( is not a valid regular expression'],
  [
    { type: 'string', format: 'uuid', minLength: 40 },
    'stringxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'expected the format uuid, got "stringxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
  ],
  [
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    [true, false],
    'expected at least 3 items, got 2',
  ],
  [{ type: 'array', minItems: 20000 }, null, 'expected array, got null'],
  [{ allOf: [false] }, null, 'no value is allowed here'],
  [false, null, 'no value is allowed here'],
])('the nearest value, and what it lacks: %j', (schema, value, message) => {
  expect(sampleFromSchema(schema)).toEqual({ value, problem: expect.objectContaining({ path: '$', message }) });
});

test.each<[pattern: string, length: number, first: string[]]>([
  ['^[a-c]$', 0, ['a', 'b', 'c']],
  ['a|b', 0, ['a', 'b']],
  ['^x{3}$', 0, ['xxx']],
  ['^\\w+@\\w+$', 0, ['a@a', 'aa@a', 'aaa@a']],
  ['^(?=.*\\d)[a-z0-9]+$', 5, ['aaaaa', '1aaaa', '1aaaaa']],
  ['(?:ab)+', 0, ['ab', 'abab', 'ababab']],
  ['^\\p{Lu}$', 0, ['A', 'B', 'X']],
  ['\\_', 0, ['_']],
  ['(', 0, []],
  ['^[^\\s\\S]$', 0, []],
  ['^(a)(b)\\2\\1$', 0, ['abba']],
  ['[a-z]{2}', 6, ['aa', 'bb', 'cc']],
  ['^.$', 0, ['a', 'A', '1']],
  ['(?!x)y', 0, ['y']],
])('texts for %s, of %i characters where they may be', (pattern, length, first) => {
  expect([...textsMatching(pattern, length)].slice(0, 3)).toEqual(first);
});
