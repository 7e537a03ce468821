import { graphqlOperations, graphqlTokens } from '@touchstone/engine-http/core';
import { expect, test } from 'vitest';
import { graphqlWords } from './graphql-completion.ts';
import { type GraphqlSchema, introspectionQuery, readSchema, type TypeUse, typeText } from './graphql-schema.ts';
import { missingVariables, withVariables } from './graphql-variables.ts';

const named = (name: string, kind = 'OBJECT'): TypeUse => ({ kind, name });
const required = (ofType: TypeUse): TypeUse => ({ kind: 'NON_NULL', name: null, ofType });
const list = (ofType: TypeUse): TypeUse => ({ kind: 'LIST', name: null, ofType });
const field = (name: string, type: TypeUse, args: { name: string; type: TypeUse }[] = []) => ({ name, type, args });
const text = named('String', 'SCALAR');
const answer = {
  data: {
    __schema: {
      queryType: { name: 'Query' },
      mutationType: { name: 'Mutation' },
      types: [
        {
          kind: 'OBJECT',
          name: 'Query',
          fields: [
            field('pets', required(list(required(named('Pet')))), [
              { name: 'kind', type: named('Kind', 'ENUM') },
              { name: 'filter', type: named('Filter', 'INPUT_OBJECT') },
              { name: 'sold', type: named('Boolean', 'SCALAR') },
            ]),
            field('search', named('Found', 'UNION')),
          ],
        },
        { kind: 'OBJECT', name: 'Mutation', fields: [field('sell', named('Pet'), [{ name: 'id', type: text }])] },
        { kind: 'OBJECT', name: 'Pet', fields: [field('name', text), field('owner', named('Person'))] },
        { kind: 'OBJECT', name: 'Person', fields: [field('mail', text)] },
        { kind: 'UNION', name: 'Found', possibleTypes: [named('Pet')] },
        { kind: 'ENUM', name: 'Kind', enumValues: [{ name: 'CAT' }, { name: 'DOG' }] },
        { kind: 'INPUT_OBJECT', name: 'Filter', inputFields: [{ name: 'nameLike', type: text }] },
        { kind: 'SCALAR', name: 'String' },
        { kind: 'SCALAR', name: 'Boolean' },
        { kind: 'OBJECT', name: '__Type', fields: [] },
      ],
    },
  },
};
const schema: GraphqlSchema = readSchema(JSON.stringify(answer));
const pet = ['name', 'owner', '__typename'];

test.each([
  { name: 'an empty document', at: '|', want: ['query', 'mutation', 'subscription', 'fragment'] },
  { name: 'the root of a short query', at: '{ |', want: ['pets', 'search', '__typename'] },
  { name: 'the root of a mutation', at: 'mutation Sell { se|', want: ['sell', '__typename'] },
  { name: 'the fields of a list', at: 'query { pets { na|', want: pet },
  { name: 'two levels down', at: '{ pets { owner { |', want: ['mail', '__typename'] },
  { name: 'behind a closed level', at: '{ pets { owner { mail } |', want: pet },
  { name: 'an aliased field', at: '{ cats: pets { |', want: pet },
  { name: 'a field with arguments', at: '{ pets(kind: CAT, filter: { nameLike: "a)" }) { |', want: pet },
  { name: 'arguments', at: '{ pets(|', want: ['kind', 'filter', 'sold'] },
  { name: 'a second argument', at: '{ pets(kind: CAT |', want: ['kind', 'filter', 'sold'] },
  { name: 'values of an enumeration', at: '{ pets(kind: |', want: ['CAT', 'DOG'] },
  { name: 'values of a boolean', at: '{ pets(sold: t|', want: ['true', 'false'] },
  { name: 'fields of an input object', at: '{ pets(filter: { |', want: ['nameLike'] },
  { name: 'types of a condition', at: '{ search { ... on P|', want: ['Query', 'Mutation', 'Pet', 'Person', 'Found'] },
  { name: 'fields behind a condition', at: '{ search { ... on Pet { |', want: pet },
  { name: 'fields of a fragment', at: 'fragment Short on Person { |', want: ['mail', '__typename'] },
  { name: 'types of a variable', at: 'query Q($a: |', want: ['Kind', 'Filter', 'String', 'Boolean'] },
  {
    name: 'variables of the operation',
    at: 'query Q($kind: Kind!, $n: [String!]) { pets(kind: $|',
    want: ['$kind', '$n'],
  },
  { name: 'an unknown field', at: '{ nothing { |', want: ['__typename'] },
  { name: 'behind a variable of ours', at: '{ pets(kind: {{kind}}) { |', want: pet },
])('completes $name', ({ at, want }) => {
  const caret = at.indexOf('|');
  expect(graphqlWords(at.replace('|', ''), caret, schema).map(({ label }) => label)).toEqual(want);
});

test('lists operations with their variables, and no fragments', () => {
  const document = `
    # query Comment { a }
    query One($id: ID!, $tags: [String!] = ["x"]) { pet(id: $id) { ...Short } }
    fragment Short on Pet { name }
    mutation Two { query { a } }
    { short }`;
  expect(graphqlOperations(document)).toMatchObject([
    {
      kind: 'query',
      name: 'One',
      variables: [
        { name: 'id', type: 'ID!' },
        { name: 'tags', type: '[String!]' },
      ],
    },
    { kind: 'mutation', name: 'Two', variables: [] },
    { kind: 'query', name: '', variables: [] },
  ]);
  expect(graphqlOperations('')).toEqual([]);
});

test('reads any text in linear time', () => {
  const long = '"'.repeat(50_001) + '{'.repeat(50_000);
  expect(graphqlTokens(long).length).toBeGreaterThan(0);
  expect(graphqlWords(long, long.length, schema)).toBeDefined();
  expect(introspectionQuery.length).toBeLessThan(1500);
});

test.each([
  { name: 'no JSON', answer: '<html>', message: /did not answer with JSON/ },
  {
    name: 'an error',
    answer: '{"errors":[{"message":"Not allowed"}]}',
    message: 'The server gives no schema: Not allowed',
  },
  { name: 'something else', answer: '[]', message: /may not be a GraphQL server/ },
])('says why there is no schema: $name', ({ answer: given, message }) => {
  expect(() => readSchema(given)).toThrow(message);
});

test('writes types as GraphQL does', () => {
  expect(typeText(required(list(required(text))))).toBe('[String!]!');
});

test('adds the variables of the operation that have no value yet', () => {
  const variables = [
    { name: 'id', type: 'ID!' },
    { name: 'tags', type: '[String!]' },
    { name: 'limit', type: 'Int' },
    { name: 'filter', type: 'Filter' },
    { name: 'sold', type: 'Boolean' },
  ];
  const missing = missingVariables(variables, '{"limit":5}');
  expect(missing.map(({ name }) => name)).toEqual(['id', 'tags', 'filter', 'sold']);
  expect(JSON.parse(withVariables(missing, '{"limit":5}'))).toEqual({
    limit: 5,
    id: '',
    tags: [],
    filter: null,
    sold: false,
  });
  expect(missingVariables(variables, '{"limit":')).toEqual([]);
  expect(missingVariables(variables.slice(0, 1), ' ')).toHaveLength(1);
  expect(missingVariables(variables, '[]')).toEqual([]);
});
