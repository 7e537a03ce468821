import { describe, expect, test } from 'vitest';
import { importOpenApi } from './import-openapi.ts';

/** What a request asserts about the response, and the reported problems. */
function asserted(schema: unknown, rest: object = {}, version: object = { openapi: '3.1.0' }) {
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const api = importOpenApi(JSON.stringify({ ...version, paths: { '/a': { get: { responses } } }, ...rest }));
  const assertions = api.steps[0]?.assertions ?? [];
  return {
    schema: assertions.find(({ kind }) => kind === 'jsonSchema')?.expected,
    problems: api.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
const schemas = (given: object) => ({ components: { schemas: given } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the schema of a response is self-contained', () => {
  const sub = { type: 'string' };
  const keywords = 'contains else if items propertyNames then unevaluatedItems'.split(' ');
  const below = {
    additionalProperties: false,
    not: true,
    unevaluatedProperties: false,
    ...Object.fromEntries(keywords.map((keyword) => [keyword, sub])),
  };
  test.each<[name: string, schema: unknown, found: unknown]>([
    [
      'all that is checked',
      {
        const: 1,
        dependentRequired: { a: ['b'] },
        maxContains: 1,
        maxItems: 1,
        maxLength: 1,
        maxProperties: 1,
        minContains: 1,
        minItems: 1,
        minLength: 1,
        minProperties: 1,
        multipleOf: 1,
        title: 't',
        uniqueItems: true,
      },
      {
        const: 1,
        dependentRequired: { a: ['b'] },
        maxContains: 1,
        maxItems: 1,
        maxLength: 1,
        maxProperties: 1,
        minContains: 1,
        minItems: 1,
        minLength: 1,
        minProperties: 1,
        multipleOf: 1,
        title: 't',
        uniqueItems: true,
      },
    ],
    [
      'nothing that is only for people',
      {
        type: 'string',
        description: 'd',
        example: 'e',
        default: 'f',
        deprecated: true,
        format: 'int32',
        xml: {},
        discriminator: {},
      },
      sub,
    ],
    ['schemas below', below, below],
    [
      'no schemas that are none',
      { title: 't', items: 'x', not: null, allOf: {}, properties: [], additionalProperties: 5 },
      { title: 't' },
    ],
    [
      'lists of schemas',
      { allOf: [sub], anyOf: [sub, true], oneOf: [sub, 5], prefixItems: [sub] },
      { allOf: [sub], anyOf: [sub, true], oneOf: [sub, {}], prefixItems: [sub] },
    ],
    [
      'schemas by names',
      { dependentSchemas: { a: sub }, patternProperties: { '^a': sub }, properties: { a: sub, b: 1 } },
      { dependentSchemas: { a: sub }, patternProperties: { '^a': sub }, properties: { a: sub, b: {} } },
    ],
    ['items that are a list', { items: [sub, true] }, { prefixItems: [sub, true] }],
    ['bounds', { minimum: 1, maximum: 2 }, { minimum: 1, maximum: 2 }],
    [
      'bounds that are excluded',
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
    ['bounds of both kinds', { minimum: 0, exclusiveMinimum: 1 }, { exclusiveMinimum: 1, minimum: 0 }],
    [
      'bounds that are excluded in the old way',
      { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
    ['bounds that are not excluded', { minimum: 1, exclusiveMinimum: false, maximum: '2' }, { minimum: 1 }],
    ['values', { enum: [1, null] }, { enum: [1, null] }],
    ['no values', { title: 't', enum: [] }, { title: 't' }],
    ['formats that are known', { format: 'date' }, { format: 'date' }],
    ['a pattern', { pattern: '^\\p{L}$' }, { pattern: '^\\p{L}$' }],
    ['a pattern that is none', { title: 't', pattern: 5 }, { title: 't' }],
    ['several types', { type: ['string', 'null', 'x'] }, { type: ['string', 'null'] }],
    ['a file', { title: 't', type: 'file' }, { title: 't' }],
    ['what must be there', { required: ['a', 5, 'b'] }, { required: ['a', 'b'] }],
    ['nothing that must be there', { title: 't', required: [] }, { title: 't' }],
    ['nullable, of which the new version knows nothing', { type: 'string', nullable: true }, { type: 'string' }],
    ['nothing to check', { description: 'x' }, undefined],
    ['anything', true, undefined],
  ])('%s', (_name, schema, found) => {
    expect(asserted(schema).schema).toEqual(found);
  });

  test.each<[name: string, schema: object, found: unknown]>([
    ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['a type in the way of Swagger', { type: 'string', 'x-nullable': true }, { type: ['string', 'null'] }],
    ['several types', { type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
    ['values', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'values with null',
      { type: 'string', enum: ['a', null], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['values without a type', { enum: ['a'], nullable: true }, { anyOf: [{ enum: ['a'] }, { type: 'null' }] }],
    [
      'a part',
      { properties: { a: { $ref: '#/x', nullable: true } } },
      { properties: { a: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] } }, $defs: { x: { type: 'string' } } },
    ],
    ['anything', { properties: { a: { nullable: true } } }, { properties: { a: {} } }],
    ['what is not nullable', { type: 'string', nullable: false, 'x-nullable': 'true' }, { type: 'string' }],
    [
      'what stands beside a reference',
      { $ref: '#/x', maxLength: 1 },
      { $ref: '#/$defs/x', $defs: { x: { type: 'string' } } },
    ],
  ])('before 3.1: %s', (_name, schema, found) => {
    expect(asserted(schema, { x: { type: 'string' } }, { openapi: '3.0.0' }).schema).toEqual(found);
  });

  test('references are named after their places, each once', () => {
    const places = {
      a: { b: { type: 'string' }, 'c d': { type: 'integer' }, 'e/f': {} },
      g: { b: { type: 'number' }, '': { type: 'null' } },
    };
    const pointers = ['#/a/b', '#/g/b', '#/a/b', '#/a/c%20d', '#/a/e~1f', '#/g/'];
    const { schema } = asserted({ anyOf: pointers.map(($ref) => ({ $ref })) }, places);
    expect(schema).toEqual({
      anyOf: ['b', 'b_2', 'b', 'c_d', 'e_f', 'schema'].map((name) => ({ $ref: `#/$defs/${name}` })),
      $defs: {
        b: { type: 'string' },
        b_2: { type: 'number' },
        c_d: { type: 'integer' },
        e_f: {},
        schema: { type: 'null' },
      },
    });
  });

  test('references to references, and to missing places', () => {
    const given = schemas({ A: { items: ref('B') }, B: { $ref: '#/components/schemas/A', maxItems: 1 }, unused: {} });
    const { schema, problems } = asserted({ prefixItems: [ref('A'), ref('gone')] }, given);
    expect(schema).toEqual({
      prefixItems: [{ $ref: '#/$defs/A' }, {}],
      $defs: { A: { items: { $ref: '#/$defs/B' } }, B: { $ref: '#/$defs/A', maxItems: 1 } },
    });
    expect(problems).toEqual(['GET /a, response: "#/components/schemas/gone" leads nowhere in the document.']);
  });

  test('write-only members need not be returned, wherever they are marked', () => {
    const required = ['a', 'b', 'c', 'd', 'e', 'f'];
    const secret = { writeOnly: true };
    const given = schemas({
      Secret: secret,
      Base: { properties: { c: secret, d: {} }, allOf: [{ properties: { e: secret } }] },
    });
    const schema = {
      required,
      properties: { a: ref('Secret'), d: { title: 'mine' } },
      allOf: [ref('Base'), { properties: { d: secret, b: {}, f: secret } }],
    };
    expect(asserted(schema, given).schema).toMatchObject({ required: ['b', 'd'] });
    const deep = (levels: number): object =>
      levels === 0 ? { properties: { a: secret } } : { allOf: [deep(levels - 1)] };
    expect(asserted({ required: ['a'], ...deep(9) }).schema).not.toHaveProperty('required');
    expect(asserted({ required: ['a'], ...deep(10) }).schema).toMatchObject({ required: ['a'] });
  });

  test('a file is a type, and a nonexistent one is reported', () => {
    expect(asserted({ title: 't', type: 'file' }).problems).toEqual([]);
    expect(asserted({ title: 't', type: ['x'] }).problems).toContain(
      'GET /a, response: The type ["x"] does not exist; it is not checked.',
    );
  });

  test('very deep schemas are checked down to the depth that is read', () => {
    const deep = (levels: number): object => (levels === 0 ? { type: 'string' } : { items: deep(levels - 1) });
    expect(JSON.stringify(asserted(deep(100)).schema)).toContain('string');
    expect(JSON.stringify(asserted(deep(101)).schema)).not.toContain('string');
  });

  test('schemas that are too large are reported', () => {
    const large =
      'GET /a, response: The schema is too large to be checked with each response; only the status is asserted.';
    const problems = (schema: object, given?: object) =>
      asserted(schema, given).problems.filter((line) => !line.includes('documentation'));
    const filled = (size: number) => ({ title: 'x'.repeat(size) });
    const limit = 256 * 1024;
    expect(problems(filled(limit - 12))).toEqual([]);
    expect(problems(filled(limit - 11))).toEqual([large]);
    expect(asserted(filled(limit - 11)).schema).toBeUndefined();
    const given = schemas({ Large: filled(limit), Uses: { items: ref('Large') }, Half: filled(limit / 2) });
    for (const schema of [ref('Large'), ref('Uses'), { items: ref('Uses') }])
      expect(problems(schema, given)).toEqual([large]);
    expect(problems({ anyOf: [ref('Half'), ref('Half')] }, given)).toEqual([]);
  });

  test('one large schema does not prevent others from being checked', () => {
    const answer = (schema: object) => ({
      get: { responses: { 200: { content: { 'application/json': { schema } } } } },
    });
    const given = schemas({
      Large: { title: 'x'.repeat(300_000) },
      Small: { type: 'string' },
      Half: { title: 'x'.repeat(150_000) },
    });
    const { steps, problems } = importOpenApi(
      JSON.stringify({
        openapi: '3.1.0',
        paths: {
          '/a': answer({ anyOf: [ref('Small'), ref('Large')] }),
          '/b': answer(ref('Large')),
          '/c': answer(ref('Small')),
          '/d': answer({ items: ref('Large') }),
          '/e': answer({ title: 'y'.repeat(150_000), items: ref('Half') }),
          '/f': answer(ref('Half')),
        },
        ...given,
      }),
    );
    expect(steps.map(({ assertions }) => assertions.length)).toEqual([1, 1, 2, 1, 1, 2]);
    expect(problems.filter(({ reason }) => /with each response/.test(reason)).map(({ place }) => place)).toEqual([
      'GET /a, response',
      'GET /b, response',
      'GET /d, response',
      'GET /e, response',
    ]);
  });
});

describe('the documented success', () => {
  const success = (responses: object) => {
    const { steps } = importOpenApi(JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } }));
    const { assertions, headers, settings } = steps[0]!;
    return { status: assertions[0]?.expected, schema: assertions[1]?.expected, accept: headers[0]?.value, settings };
  };
  const media = (type: string, schema?: object) => ({ content: { [type]: schema ? { schema } : {} } });
  const text = { type: 'string' };
  const number = { type: 'number' };
  test.each<[name: string, responses: object, found: object]>([
    [
      'several',
      { 200: media('application/json', text), 201: media('text/json', number) },
      { status: '200,201', schema: { anyOf: [text, number] }, accept: 'application/json' },
    ],
    [
      'one without a schema',
      { 200: media('application/json', text), 201: media('application/json') },
      { status: '200,201', schema: undefined },
    ],
    ['one without JSON', { 200: media('text/html', text) }, { status: '200', schema: undefined, accept: 'text/html' }],
    [
      'JSON after others',
      { 200: { content: { 'text/html': {}, 'application/problem+json; charset=utf-8': { schema: text } } } },
      { schema: text, accept: 'application/problem+json; charset=utf-8' },
    ],
    ['any type', { 200: media('*/*', text) }, { schema: text, accept: '*/*' }],
    ['a class', { '2xx': media('application/json', text), 300: {} }, { status: '2xx', schema: text, settings: {} }],
    [
      'no class',
      { x2xx: {}, '2xxx': {}, default: media('application/json', number) },
      { status: '2xx', schema: number },
    ],
    [
      'a default beside others',
      { 404: {}, default: media('application/json', number) },
      { status: '2xx', schema: number },
    ],
    [
      'a redirection',
      { 301: {}, '3XX': media('text/html') },
      { status: '301,3xx', accept: 'text/html', settings: { followRedirects: false } },
    ],
    ['a redirection beside a success', { 200: {}, 301: {} }, { status: '200', settings: {} }],
    [
      'failures alone',
      { 404: media('application/json', text) },
      { status: '2xx', schema: undefined, accept: undefined, settings: {} },
    ],
  ])('%s', (_name, responses, found) => {
    expect(success(responses)).toMatchObject(found);
    if ('settings' in found) expect(success(responses).settings).toEqual(found.settings);
  });
});
