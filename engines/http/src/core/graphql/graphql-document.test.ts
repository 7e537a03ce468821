import { expect, test } from 'vitest';
import { graphqlOperations, graphqlTokens, operationToRun } from './graphql-document.ts';

test.each<[text: string, tokens: string[]]>([
  ['', []],
  [
    'query A($b: [Int!]! = 5) { a, b # note\n c }',
    ['query', 'A', '(', '$b', ':', '[', 'Int', '!', ']', '!', '=', '5', ')', '{', 'a', 'b', 'c', '}'],
  ],
  ['{ a(x: "}\\"", y: -1.5e3) ...F }', ['{', 'a', '(', 'x', ':', '"}\\""', 'y', ':', '-1.5e3', ')', '...', 'F', '}']],
  ['"""block " \\""" }""" {{our.name}}', ['"""block " \\""" }"""', '{{our.name}}']],
  ['"open\n}', ['"open', '}']],
  ['"""open }', ['"""open }']],
])('the words of %j are %j', (text, tokens) => {
  expect(graphqlTokens(text).map((token) => token.text)).toEqual(tokens);
  for (const { from, to, text: word } of graphqlTokens(text)) expect(text.slice(from, to)).toBe(word);
});

test('words have a kind', () => {
  expect(graphqlTokens('a $b "c" { 1 {{d}}').map(({ kind }) => kind)).toEqual([
    'name',
    'variable',
    'value',
    'sign',
    'value',
    'value',
  ]);
});

const operations = (text: string) =>
  graphqlOperations(text).map(({ kind, name, variables, from, to }) => [
    kind,
    name,
    variables.map((one) => `${one.name}: ${one.type}`),
    text.slice(from, to),
  ]);

test.each<[text: string, expected: unknown[]]>([
  ['', []],
  [' { a { b } } ', [['query', '', [], '{ a { b } }']]],
  ['mutation { a }', [['mutation', '', [], 'mutation { a }']]],
  ['query A { query mutation { subscription } }', [['query', 'A', [], 'query A { query mutation { subscription } }']]],
  [
    'query A($id: ID!, $l: [In!]! = [{a: ")"}] $n: Int) @live { a(id: $id) }\nsubscription B($c: C) { d }',
    [
      [
        'query',
        'A',
        ['id: ID!', 'l: [In!]!', 'n: Int'],
        'query A($id: ID!, $l: [In!]! = [{a: ")"}] $n: Int) @live { a(id: $id) }',
      ],
      ['subscription', 'B', ['c: C'], 'subscription B($c: C) { d }'],
    ],
  ],
  ['query ($a: A) { b }', [['query', '', ['a: A'], 'query ($a: A) { b }']]],
  ['fragment F on T { a } query Q { ...F }', [['query', 'Q', [], 'query Q { ...F }']]],
  [
    'query Q { a } fragment F on T { query }',
    [['query', 'Q', [], 'query Q { a }']].map(([kind, name, variables]) => [
      kind,
      name,
      variables,
      'query Q { a } fragment F on T { query }',
    ]),
  ],
  ['query A { a', [['query', 'A', [], 'query']]],
  ['} query A { a }', [['query', 'A', [], 'query A { a }']]],
])('the operations of %j', (text, expected) => {
  expect(operations(text)).toEqual(expected);
});

test.each([
  [undefined, 'A'],
  ['', 'A'],
  ['B', 'B'],
  ['C', undefined],
])('a request that names %s runs %s', (named, name) => {
  expect(operationToRun('query A { a } query B { b }', named)?.name).toBe(name);
});
