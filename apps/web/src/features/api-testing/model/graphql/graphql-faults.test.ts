import { buildSchema, getIntrospectionQuery, graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { graphqlFaults } from './graphql-faults.ts';
import { introspectionQuery, readSchema } from './graphql-schema.ts';

const shop = buildSchema(`
  type Query { pets(kind: Kind, first: Int!): [Pet!]!  pet(id: ID!): Pet  search: Found }
  type Mutation { sell(input: Sale!): Pet }
  type Pet implements Named { name: String!  owner: Person  price: Float }
  type Person implements Named { name: String!  mail: String }
  interface Named { name: String! }
  union Found = Pet | Person
  enum Kind { CAT DOG }
  input Sale { id: ID!  price: Float }
`);
/** A server's response to the page's introspection query. */
const { raw } = readSchema(JSON.stringify(graphqlSync({ schema: shop, source: introspectionQuery })));
const faultsOf = (text: string) =>
  graphqlFaults(text, raw).map(({ start, end, message }) => `${text.slice(start, end)} | ${message}`);

test.each([
  ['{ pets(first: 3) { name owner { mail } } }'],
  ['query Pet($id: ID!) { pet(id: $id) { ...Names } } fragment Names on Pet { name price }'],
  ['{ search { __typename ... on Pet { price } ... on Person { mail } } }'],
  ['mutation { sell(input: { id: "{{petId}}", price: {{price}} }) { name } }'],
  ['{ pets(first: {{count}}, kind: {{kind}}) { name @include(if: true) } }'],
  ['{ pet(id: 1) { {{field}} } }'],
  [''],
  ['  '],
])('%s is allowed', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  ['{ pets(first: 3) { nam } }', [/^nam \| Cannot query field "nam" on type "Pet"\. Did you mean "name"\?$/]],
  ['{ pets { name } }', [/^pets \| .*"first" of type "Int!" is required/]],
  ['{ pets(first: 3, color: RED) { name } }', [/^color \| Unknown argument "color"/]],
  ['{ pets(first: 3, kind: FISH) { name } }', [/^FISH \| Value "FISH" does not exist in "Kind" enum\.$/]],
  ['{ pet(id: 1) { owner } }', [/^owner \| .*must have a selection of subfields/]],
  ['{ pet(id: 1) { name { first } } }', [/must not have a selection/]],
  ['query ($id: ID) { pet(id: $id) { name } }', [/Variable "\$id" of type "ID" used in position expecting type "ID!"/]],
  ['mutation { sell(input: { price: 1 }) { name } }', [/Field "Sale\.id" of required type "ID!" was not provided/]],
  ['{ pet(id: 1) { name ', [/Syntax Error: Expected Name, found <EOF>/]],
  ['{ pets(first: "{{count}}") { nam } }', [/^nam \|/]],
])('%s: the fault is reported at its position', (text, wanted) => {
  const found = faultsOf(text);
  expect(found).toHaveLength(wanted.length);
  for (const [index, pattern] of wanted.entries()) expect(found[index]).toMatch(pattern);
});

test('an unusable schema, and a document that is too long, are not validated', () => {
  expect(graphqlFaults('{ a }', { types: [] } as never)).toEqual([]);
  expect(graphqlFaults(`{ nothing } #${'x'.repeat(100_000)}`, raw)).toEqual([]);
});

test('the page requests everything that validation needs', () => {
  const usual = readSchema(JSON.stringify(graphqlSync({ schema: shop, source: getIntrospectionQuery() })));
  expect(graphqlFaults('{ nothing }', usual.raw)).toEqual(graphqlFaults('{ nothing }', raw));
});
