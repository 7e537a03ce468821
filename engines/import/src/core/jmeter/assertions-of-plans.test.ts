import { describe, expect, test } from 'vitest';
import { readXml } from '../document/xml-document.ts';
import { ProblemList } from '../problems.ts';
import { jmeterAssertions } from './jmeter-assertions.ts';
import { Expressions } from './jmeter-expressions.ts';
import { escapePattern, onlyGroup } from './jmeter-patterns.ts';
import { nodesOf } from './jmeter-values.ts';

const property = ([name, value]: [string, unknown]) => `<stringProp name="${name}">${value}</stringProp>`;

function read(kind: string, properties: object, strings: string[] = []) {
  const problems = new ProblemList();
  const list = `<collectionProp name="Asserion.test_strings">${strings.map((text, at) => property([`s${at}`, text])).join('')}</collectionProp>`;
  const plan = `<hashTree><${kind}>${Object.entries(properties).map(property).join('')}${list}</${kind}></hashTree>`;
  const [node] = nodesOf(readXml(plan, 'plan', problems)!);
  const assertions = jmeterAssertions[kind]!(node!, {
    text: (text) => text,
    problem: (reason) => problems.add('a', reason),
  });
  return { assertions, problems: problems.list().length };
}
const response = (field: string, type: number, ...strings: string[]) =>
  read('ResponseAssertion', { 'Assertion.test_field': `Assertion.${field}`, 'Assertion.test_type': type }, strings);
const [matches, contains, not, equals, substring, or] = [1, 2, 4, 8, 16, 32];

describe('what a plan asserts on', () => {
  test.each<[type: number, strings: string[], found: [operator: string, expected: string][]]>([
    [contains, ['a.c'], [['matches', 'a.c']]],
    [matches, ['a.c'], [['matches', '^(?:a.c)$']]],
    [equals, ['a.c'], [['equals', 'a.c']]],
    [
      substring,
      ['a.c', 'd'],
      [
        ['contains', 'a.c'],
        ['contains', 'd'],
      ],
    ],
    [0, ['a'], [['matches', 'a']]],
    [equals | not, ['a'], [['notEquals', 'a']]],
    [
      substring | not,
      ['a', 'b'],
      [
        ['notContains', 'a'],
        ['notContains', 'b'],
      ],
    ],
    [contains | not, ['a\\.c{{v}}'], [['notContains', 'a.c{{v}}']]],
    [matches | not, ['abc'], [['notEquals', 'abc']]],
    [substring | or, ['a.c', 'd'], [['matches', '(?:a\\.c)|(?:d)']]],
    [equals | or, ['a.c', 'd'], [['matches', '(?:^a\\.c$)|(?:^d$)']]],
    [matches | or, ['a', 'd'], [['matches', '(?:^(?:a)$)|(?:^(?:d)$)']]],
    [substring | or, ['a'], [['contains', 'a']]],
    [contains, ['', 'a'], [['matches', 'a']]],
    [contains, [], []],
  ])('the body by %i and %j is %j', (type, strings, found) => {
    const { assertions, problems } = response('response_data', type, ...strings);
    expect(assertions).toEqual(found.map(([operator, expected]) => ({ kind: 'body', operator, expected })));
    expect(problems).toBe(0);
  });

  test.each<[type: number, strings: string[], found: [operator: string, expected: string][]]>([
    [equals, ['200'], [['equals', '200']]],
    [
      equals | not,
      ['500', '503'],
      [
        ['notEquals', '500'],
        ['notEquals', '503'],
      ],
    ],
    [equals | or, ['200', ' 201 '], [['in', '200,201']]],
    [equals | or, ['200'], [['equals', '200']]],
    [
      equals | or | not,
      ['200', '201'],
      [
        ['notEquals', '200'],
        ['notEquals', '201'],
      ],
    ],
    [matches, ['{{code}}'], [['equals', '{{code}}']]],
    [matches, ['2..'], [['matches', '^(?:2..)$']]],
    [substring, ['20'], [['contains', '20']]],
    [substring, ['200'], [['contains', '200']]],
    [equals, ['2000'], [['equals', '2000']]],
  ])('the status by %i and %j is %j', (type, strings, found) => {
    const { assertions } = response('response_code', type, ...strings);
    expect(assertions).toEqual(found.map(([operator, expected]) => ({ kind: 'status', operator, expected })));
  });

  test('a header is that header if all strings name it', () => {
    expect(response('response_headers', substring, 'A: x', 'A:y').assertions).toEqual([
      { kind: 'header', path: 'A', operator: 'contains', expected: 'x' },
      { kind: 'header', path: 'A', operator: 'contains', expected: 'y' },
    ]);
    expect(response('response_headers', contains, '^X-B : z').assertions).toMatchObject([
      { path: 'X-B', expected: 'z' },
    ]);
    for (const strings of [['A: x', 'B: y'], ['A: x', 'y'], ['y']])
      expect(response('response_headers', substring, ...strings)).toEqual({ assertions: [], problems: 1 });
  });

  test.each([
    ['response_data_as_document', 'a', 1, 0],
    ['response_message', 'a', 0, 1],
    ['response_data', 'a.c', 0, 1],
  ])('the %s, negated, is kept or reported', (field, text, count, problems) => {
    const found = response(field, contains | not, text);
    expect([found.assertions.length, found.problems]).toEqual([count, problems]);
  });
});

test.each<[kind: string, properties: object, assertions: object[]]>([
  ['JSONPathAssertion', {}, []],
  ['JSONPathAssertion', { JSON_PATH: ' $.a ' }, [{ kind: 'jsonPath', path: '$.a', operator: 'exists' }]],
  ['JSONPathAssertion', { JSON_PATH: '$.a', INVERT: true }, [{ kind: 'jsonPath', path: '$.a', operator: 'notExists' }]],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', EXPECT_NULL: true },
    [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: null }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', EXPECT_NULL: true, INVERT: true },
    [{ kind: 'jsonPath', path: '$.a', operator: 'notEquals', expected: null }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', JSONVALIDATION: true, EXPECTED_VALUE: 'b' },
    [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b' }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', JSONVALIDATION: true, EXPECTED_VALUE: 'b', INVERT: true },
    [{ kind: 'jsonPath', path: '$.a', operator: 'notEquals', expected: 'b' }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', JSONVALIDATION: true, EXPECTED_VALUE: 'b.' },
    [{ kind: 'jsonPath', path: '$.a', operator: 'matches', expected: '^(?:b.)$' }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', JSONVALIDATION: true, EXPECTED_VALUE: 'b.', ISREGEX: false },
    [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b.' }],
  ],
  [
    'JSONPathAssertion',
    { JSON_PATH: '$.a', JSONVALIDATION: true, EXPECTED_VALUE: '{{b}}' },
    [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: '{{b}}' }],
  ],
  ['XPathAssertion', { 'XPath.xpath': ' /a ' }, [{ kind: 'xpath', path: '/a', operator: 'exists' }]],
  [
    'XPath2Assertion',
    { 'XPath.xpath': '/a', 'XPath.negate': true },
    [{ kind: 'xpath', path: '/a', operator: 'notExists' }],
  ],
  ['XPathAssertion', { 'XPath.xpath': ' ' }, []],
  ['XMLAssertion', {}, [{ kind: 'xpath', path: '/*', operator: 'exists' }]],
  [
    'DurationAssertion',
    { 'DurationAssertion.duration': ' 500 ' },
    [{ kind: 'responseTime', operator: 'lessThan', expected: '500' }],
  ],
  ['DurationAssertion', { 'DurationAssertion.duration': 0 }, []],
  ['DurationAssertion', {}, []],
  ['SizeAssertion', { 'SizeAssertion.size': ' 5 ' }, [{ kind: 'size', operator: 'equals', expected: '5' }]],
  ...(
    [
      [1, 'equals', '5'],
      [2, 'notEquals', '5'],
      [3, 'greaterThan', '5'],
      [4, 'lessThan', '5'],
      [5, 'greaterThan', '4'],
      [6, 'lessThan', '6'],
      [9, 'equals', '5'],
    ] as const
  ).map(([given, operator, expected]): [string, object, object[]] => [
    'SizeAssertion',
    { 'SizeAssertion.size': 5, 'SizeAssertion.operator': given },
    [{ kind: 'size', operator, expected }],
  ]),
  [
    'SizeAssertion',
    { 'SizeAssertion.size': '{{n}}', 'SizeAssertion.opertor': 5 },
    [{ kind: 'size', operator: 'greaterThan', expected: '{{n}}' }],
  ],
  ['SizeAssertion', {}, []],
])('%s of %j is %j', (kind, properties, assertions) => {
  expect(read(kind, properties)).toEqual({ assertions, problems: 0 });
});

test.each([
  ['JMESPathAssertion', {}],
  ['SizeAssertion', { 'Assertion.test_field': 'SizeAssertion.response_headers', 'SizeAssertion.size': 5 }],
])('%s of %j is reported as left out', (kind, properties) => {
  expect(read(kind, properties)).toEqual({ assertions: [], problems: 1 });
});

describe('expressions', () => {
  function converted(text: string) {
    const problems = new ProblemList();
    const defaults: Record<string, string> = {};
    const expressions = new Expressions(problems, (name, value) => {
      defaults[name] = value;
    });
    return { text: expressions.convert(text, 'place'), defaults, problems: problems.list().length };
  }

  test.each<[written: string, text: string, defaults?: object]>([
    ['plain $ {a}', 'plain $ {a}'],
    ['${a}-${ b c }', '{{a}}-{{b c}}'],
    ['\\${a} ${b}', '${a} {{b}}'],
    ['${open', '${open'],
    ['a${b}${open', 'a{{b}}${open'],
    ['${__UUID}${__UUID()}', '{{$guid}}{{$guid}}'],
    ['${__time(/1000,)}', '{{$timestamp}}'],
    ['${__Random(0,1000)}', '{{$randomInt}}'],
    ['${__V(a.b)}', '{{a.b}}'],
    ['${__P(host)}', '{{host}}', { host: '1' }],
    ['${__P(host,a\\,b)}', '{{host}}', { host: 'a,b' }],
    ['${__P(host,f(1,2))}', '{{host}}', { host: 'f(1,2)' }],
    ['${__P(host,${__P(other,x)})}', '{{host}}', { host: '{{other}}', other: 'x' }],
    ['${__property(host)}', '{{host}}'],
    ['${__property(host,v,d)}', '{{host}}', { host: 'd' }],
  ])('%s is %s', (written, text, defaults = {}) => {
    expect(converted(written)).toEqual({ text, defaults, problems: 0 });
  });

  test.each([
    '${__time()}',
    '${__Random(1,6)}',
    '${__V(a b)}',
    '${__P(1x)}',
    '${__other(1)}',
    '${__toString}',
    '${}',
    '${a{b}',
  ])('%s is kept and reported', (written) => {
    expect(converted(`x${written}y`)).toMatchObject({ text: `x${written}y` });
  });
});

test.each<[pattern: string, group: number, only: string]>([
  ['(a)(b)', 2, '(?:a)(b)'],
  ['(a)(b)', 1, '(a)(?:b)'],
  ['(a)b', 0, '((?:a)b)'],
  ['\\((a)[(](?:c)(?=d)(e)', 2, '\\((?:a)[(](?:c)(?=d)(e)'],
  ['(?<n>a)(?P<m>b)(?<=c)(?<!d)', 2, '(?:a)(?P<m>b)(?<=c)(?<!d)'],
  ['[\\](](a)', 1, '[\\](](a)'],
])('in the pattern %s group %i is the only one: %s', (pattern, group, only) => {
  expect(onlyGroup(pattern, group)).toBe(only);
});

test('a literal pattern matches only its text', () => {
  const text = '\\^$.*+?()[]{}|/-a';
  expect(new RegExp(`^${escapePattern(text)}$`).test(text)).toBe(true);
  expect(escapePattern('a.b')).toBe('a\\.b');
});
