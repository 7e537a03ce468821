import type { HttpAssertion, HttpDataHandler } from '@touchstone/engine-assert/core';
import type { HttpAuthentication, HttpBody, HttpStep } from '@touchstone/engine-http/core';
import fc from 'fast-check';

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/);
/** Text that is awkward in shells, addresses and JSON. */
export const awkward = fc.string({
  unit: fc.constantFrom(...'aZ0 \'"\\$`!%^&|<>(){}[]*?#~;:=+,@/é漢😀-_.'),
  minLength: 1,
  maxLength: 12,
});
const value = awkward.filter((text) => text.trim() === text && !/\{\{|\}\}/.test(text));
const line = fc.oneof(
  word,
  value.filter((text) => !/^[@<]/.test(text)),
);

const headers = fc.array(fc.record({ key: word.map((name) => `X-${name}`), value: line }), { maxLength: 3 });
const rows = fc.array(fc.record({ key: word, value }), { maxLength: 3 });

const body: fc.Arbitrary<HttpBody> = fc.oneof(
  fc.constant<HttpBody>({ type: 'none' }),
  fc.record({ type: fc.constant('json' as const), content: fc.json() }),
  fc.record({ type: fc.constant('xml' as const), content: value.map((text) => `<a>${text}</a>`) }),
  fc.record({ type: fc.constant('text' as const), content: fc.oneof(value, fc.constant('two\nlines\n')) }),
  fc.record({
    type: fc.constant('urlencoded' as const),
    fields: fc.array(fc.record({ key: word, value }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('form' as const),
    fields: fc.array(fc.record({ key: word, value, kind: fc.constant('text' as const) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

const authentication: fc.Arbitrary<HttpAuthentication> = fc.oneof(
  fc.constant<HttpAuthentication>({ type: 'none' }),
  fc.record({ type: fc.constant('basic' as const), username: word, password: line }),
  fc.record({ type: fc.constant('bearer' as const), token: word }),
);

/** stepArbitrary generates steps like those of an importer; names, groups and everything sent vary. */
export const stepArbitrary = (parts: { authentication?: boolean } = {}): fc.Arbitrary<HttpStep> =>
  fc
    .record({
      name: word,
      group: fc.array(word, { maxLength: 2 }).map((levels) => levels.join(' / ')),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      path: fc.array(word, { maxLength: 3 }),
      queryParams: rows,
      headers,
      body,
      authentication:
        parts.authentication === false ? fc.constant<HttpAuthentication>({ type: 'none' }) : authentication,
    })
    .map(({ path, ...step }) => ({
      id: 'id',
      ...step,
      url: `http://127.0.0.1/${path.join('/')}`,
      pathParams: [],
      assertions: [],
      dataHandlers: [],
      settings: {},
    }));

const expected = fc.oneof(awkward, fc.integer(), fc.boolean(), fc.constant(null), fc.array(awkward, { maxLength: 2 }));
/** assertionsArbitrary generates assertions of every kind and operator, including senseless combinations. */
export const assertionsArbitrary: fc.Arbitrary<HttpAssertion[]> = fc.array(
  fc.record(
    {
      kind: fc.constantFrom(
        'status',
        'header',
        'jsonPath',
        'xpath',
        'body',
        'responseTime',
        'size',
        'jsonSchema',
        'xsd',
        'certificateDays',
      ),
      path: fc.oneof(fc.constantFrom('$.a[0].b', "$['a b']", '$..x', '//a'), awkward),
      operator: fc.constantFrom(
        'equals',
        'notEquals',
        'contains',
        'notContains',
        'matches',
        'greaterThan',
        'greaterOrEqual',
        'lessThan',
        'lessOrEqual',
        'exists',
        'notExists',
        'type',
        'length',
        'in',
        'equalsIgnoringOrder',
        'each',
        'schema',
      ),
      expected,
      enabled: fc.boolean(),
    },
    { requiredKeys: ['kind', 'operator'] },
  ),
  { maxLength: 4 },
);
/** dataHandlersArbitrary generates data handlers of every source. */
export const dataHandlersArbitrary: fc.Arbitrary<HttpDataHandler[]> = fc.array(
  fc.record({
    name: word,
    source: fc.constantFrom('jsonPath', 'xpath', 'header', 'cookie', 'regex', 'status', 'body'),
    path: fc.oneof(fc.constantFrom('$.a', '$..a'), awkward),
  }),
  { maxLength: 3 },
);
