import { describe, expect, test } from 'vitest';
import { importJmeter } from './import-jmeter.ts';
import { onlyGroup } from './jmeter-patterns.ts';

const strings = (properties: object) =>
  Object.entries(properties)
    .map(([name, value]) => `<stringProp name="${name}">${value}</stringProp>`)
    .join('');

/** The handlers, assertions and problems of a plan with one sampler that has only this element below it. */
function read(kind: string, properties: object, inner = '') {
  const below = `<${kind}>${strings(properties)}${inner}</${kind}><hashTree/>`;
  const { steps, problems } = importJmeter(
    `<hashTree><HTTPSamplerProxy testname="S"><stringProp name="HTTPSampler.path">http://h/</stringProp></HTTPSamplerProxy><hashTree>${below}</hashTree></hashTree>`,
  );
  const [{ dataHandlers, assertions } = { dataHandlers: [], assertions: [] }] = steps;
  return { dataHandlers, assertions, reasons: problems.map(({ reason }) => reason) };
}
const prefixed = (prefix: string, properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [`${prefix}.${name}`, value]));

describe('a value extracted by JSONPath', () => {
  const json = (referenceNames: string, jsonPathExprs: string, match_numbers?: string) =>
    read(
      'JSONPostProcessor',
      prefixed('JSONPostProcessor', {
        referenceNames,
        jsonPathExprs,
        ...(match_numbers === undefined ? {} : { match_numbers }),
      }),
    );

  test.each<[names: string, paths: string, numbers: string | undefined, found: [name: string, path: string][]]>([
    ['a', '$.a', undefined, [['a', '$.a']]],
    [
      ' a ; b',
      '$.${p} ; $.b',
      '',
      [
        ['a', '$.{{p}}'],
        ['b', '$.b'],
      ],
    ],
    ['a;;c', '$.a;$.b', '', [['a', '$.a']]],
    ['a', '$.a[*].b', undefined, [['a', '$.a[0].b']]],
    ['a', '$.a[*].b', '0', [['a', '$.a[0].b']]],
    ['a', '$.a[*].b', '1', [['a', '$.a[0].b']]],
    [
      'a;b',
      '$.a[*];$.b[*]',
      '2;3',
      [
        ['a', '$.a[1]'],
        ['b', '$.b[2]'],
      ],
    ],
    [
      'a;b',
      '$.a[*];$.b[*]',
      '2',
      [
        ['a', '$.a[1]'],
        ['b', '$.b[0]'],
      ],
    ],
    ['a', '$.a[*].b[*]', '-1', [['a', '$.a[*].b[*]']]],
    ['a', '$.*', '-1', [['a', '$.*']]],
  ])('%s of %s, number %s, is read', (names, paths, numbers, found) => {
    const { dataHandlers, reasons } = json(names, paths, numbers);
    expect(dataHandlers).toStrictEqual(found.map(([name, path]) => ({ name, source: 'jsonPath', path })));
    expect(reasons).toStrictEqual([]);
  });

  test.each(['$.a[*].b[*]', '$.*', '$..a', "$.a[?(@.b == 'c')]"])('of %s gives all matches, and reports it', (path) => {
    const { dataHandlers, reasons } = json('a', path, '0');
    expect(dataHandlers).toStrictEqual([{ name: 'a', source: 'jsonPath', path }]);
    expect(reasons).toStrictEqual([`a takes one of several matches; ${path} gives all of them as a list.`]);
  });

  test('needs its properties', () => {
    expect(read('JSONPostProcessor', {})).toStrictEqual({ dataHandlers: [], assertions: [], reasons: [] });
  });
});

test.each<[properties: object, path: string | undefined, reasons?: string[]]>([
  [{ referenceName: ' a ', jmesPathExpr: ' b1.c_2[10].d ' }, '$.b1.c_2[10].d'],
  [{ referenceName: 'a' }, undefined],
  [{ jmesPathExpr: 'b' }, undefined],
  [{ referenceName: ' ', jmesPathExpr: 'b' }, undefined],
  [
    { referenceName: 'a', jmesPathExpr: '1b' },
    undefined,
    ['The JMESPath 1b of a has no equal here; write it as a JSONPath.'],
  ],
  [
    { referenceName: 'a', jmesPathExpr: 'b[*]' },
    undefined,
    ['The JMESPath b[*] of a has no equal here; write it as a JSONPath.'],
  ],
  [
    { referenceName: 'a', jmesPathExpr: '@ | b' },
    undefined,
    ['The JMESPath @ | b of a has no equal here; write it as a JSONPath.'],
  ],
])('a value extracted by JMESPath, %j', (properties, path, reasons = []) => {
  const found = read('JMESPathExtractor', prefixed('JMESExtractor', properties));
  expect(found.dataHandlers).toStrictEqual(path === undefined ? [] : [{ name: 'a', source: 'jsonPath', path }]);
  expect(found.reasons).toStrictEqual(reasons);
});

describe('a value extracted by a pattern', () => {
  const regex = (properties: object) => read('RegexExtractor', prefixed('RegexExtractor', properties));

  test.each<[properties: object, handler: object | undefined]>([
    [
      { refname: ' a ', regex: 'b(${c})' },
      { name: 'a', source: 'regex', path: 'b({{c}})' },
    ],
    [
      { refname: 'a', regex: '(b)(c)', template: ' ' },
      { name: 'a', source: 'regex', path: '(b)(?:c)' },
    ],
    [
      { refname: 'a', regex: '(b)(c)', template: ' $2$ ' },
      { name: 'a', source: 'regex', path: '(?:b)(c)' },
    ],
    [
      { refname: 'a', regex: '(b)', template: '$10$' },
      { name: 'a', source: 'regex', path: '(?:b)' },
    ],
    [
      { refname: 'a', regex: '(b)', useHeaders: 'unescaped' },
      { name: 'a', source: 'regex', path: '(b)' },
    ],
    [
      { refname: 'a', regex: '(b)', useHeaders: 'as_document' },
      { name: 'a', source: 'regex', path: '(b)' },
    ],
    [
      { refname: 'a', regex: '(b)', useHeaders: 'code', match_number: '0' },
      { name: 'a', source: 'status', path: '' },
    ],
    [
      { refname: 'a', regex: '(b)', match_number: '1' },
      { name: 'a', source: 'regex', path: '(b)' },
    ],
    [
      { refname: 'a', regex: '(b)', match_number: '' },
      { name: 'a', source: 'regex', path: '(b)' },
    ],
    [
      { refname: 'a', regex: '^X-A:(.*)$', useHeaders: 'true' },
      { name: 'a', source: 'header', path: 'X-A' },
    ],
    [
      { refname: 'a', regex: 'X-A :\\s*(.+?)', useHeaders: 'true' },
      { name: 'a', source: 'header', path: 'X-A' },
    ],
    [{ refname: 'a' }, undefined],
    [{ regex: '(b)' }, undefined],
    [{ refname: ' ', regex: '(b)' }, undefined],
  ])('%j is read', (properties, handler) => {
    expect(regex(properties)).toMatchObject({ dataHandlers: handler === undefined ? [] : [handler], reasons: [] });
  });

  test.each<[properties: object, count: number, reason: string]>([
    [{ template: '$1$-$2$' }, 0, 'The template of a joins several groups, which has no equal here; it was left out.'],
    [{ template: 'x$1$' }, 0, 'The template of a joins several groups, which has no equal here; it was left out.'],
    [{ template: '$x$' }, 0, 'The template of a joins several groups, which has no equal here; it was left out.'],
    [{ match_number: '2' }, 1, 'a takes a later match; here it is the first one.'],
    [{ useHeaders: 'URL' }, 0, 'a is taken out of URL by (b); take it from the header itself.'],
    [{ useHeaders: 'true' }, 0, 'a is taken out of the headers by (b); take it from the header itself.'],
    [
      { useHeaders: 'true', regex: 'A: (b)' },
      0,
      'a is taken out of the headers by A: (b); take it from the header itself.',
    ],
    [
      { useHeaders: 'true', regex: 'x A: (.*)' },
      0,
      'a is taken out of the headers by x A: (.*); take it from the header itself.',
    ],
    [
      { useHeaders: 'true', regex: 'A: (.*)x' },
      0,
      'a is taken out of the headers by A: (.*)x; take it from the header itself.',
    ],
  ])('%j is read as far as possible', (properties, count, reason) => {
    const { dataHandlers, reasons } = regex({ refname: 'a', regex: '(b)', ...properties });
    expect(dataHandlers).toHaveLength(count);
    expect(reasons).toStrictEqual([reason]);
  });
});

test.each<[kind: string, properties: object, count: number]>([
  ['XPathExtractor', { 'XPathExtractor.refname': ' a ', 'XPathExtractor.xpathQuery': ' /b ' }, 1],
  ['XPath2Extractor', { 'XPathExtractor2.refname': 'a', 'XPathExtractor2.xpathQuery': '/b' }, 1],
  ['XPathExtractor', { 'XPathExtractor.refname': 'a' }, 0],
  ['XPathExtractor', { 'XPathExtractor.refname': ' ', 'XPathExtractor.xpathQuery': '/b' }, 0],
  ['XPathExtractor', { 'XPathExtractor.xpathQuery': '/b' }, 0],
])('a value extracted by XPath, %s %j', (kind, properties, count) => {
  expect(read(kind, properties).dataHandlers).toStrictEqual(
    Array(count).fill({ name: 'a', source: 'xpath', path: '/b' }),
  );
});

describe('a value extracted by its boundaries', () => {
  const boundary = (properties: object) => read('BoundaryExtractor', prefixed('BoundaryExtractor', properties));

  test.each<[properties: object, path: string | undefined, reasons?: string[]]>([
    [{ refname: ' a ', lboundary: '${b}(', rboundary: ')' }, '\\{\\{b\\}\\}\\(([\\s\\S]*?)\\)'],
    [{ refname: 'a', lboundary: '=' }, '=([\\s\\S]*)'],
    [{ refname: 'a', useHeaders: 'unescaped' }, '([\\s\\S]*)'],
    [{ refname: 'a', useHeaders: 'as_document', match_number: '1' }, '([\\s\\S]*)'],
    [{ refname: 'a', match_number: '2' }, '([\\s\\S]*)', ['a takes a later match; here it is the first one.']],
    [
      { refname: 'a', useHeaders: 'true' },
      undefined,
      ['a is not taken out of the body; take it from the header itself.'],
    ],
    [{ refname: ' ' }, undefined],
    [{}, undefined],
  ])('%j is read', (properties, path, reasons = []) => {
    const found = boundary(properties);
    expect(found.dataHandlers).toStrictEqual(path === undefined ? [] : [{ name: 'a', source: 'regex', path }]);
    expect(found.reasons).toStrictEqual(reasons);
  });
});

test.each<[pattern: string, group: number, only: string]>([
  ['(?:a)(?<n>b)', 1, '(?:a)(?<n>b)'],
  ['(a)(?<n>b)', 2, '(?:a)(?<n>b)'],
  ['(?<n1_>a)(b)', 2, '(?:a)(b)'],
  ['[(](a)', 1, '[(](a)'],
  ['[a](b)', 1, '[a](b)'],
  ['[a](b)', 2, '[a](?:b)'],
  ['(a)\\', 0, '((?:a)\\)'],
])('in the pattern %s group %i is the only one: %s', (pattern, group, only) => {
  expect(onlyGroup(pattern, group)).toBe(only);
});

describe('an assertion', () => {
  const texts = (name: string, ...all: string[]) =>
    `<collectionProp name="${name}">${all.map((text, at) => `<stringProp name="${at}">${text}</stringProp>`).join('')}</collectionProp>`;
  const response = (properties: object, ...all: string[]) =>
    read('ResponseAssertion', prefixed('Assertion', properties), texts('Asserion.test_strings', ...all));

  test('without strings asserts and reports nothing', () => {
    for (const test_field of ['Assertion.response_headers', 'Assertion.response_message'])
      expect(response({ test_field }, '')).toMatchObject({ assertions: [], reasons: [] });
  });

  test('applies to the body and to patterns by default', () => {
    const both = texts('Asserion.test_strings', '${a}', '') + texts('Assertion.test_strings', 'b');
    expect(read('ResponseAssertion', {}, both)).toMatchObject({
      assertions: [
        { kind: 'body', operator: 'matches', expected: '{{a}}' },
        { kind: 'body', operator: 'matches', expected: 'b' },
      ],
      reasons: [],
    });
  });

  test.each<[field: string, test_type: number, texts: string[], assertions: object[]]>([
    [
      'response_headers',
      16,
      ['^A-1 :  x', '^A-1:y'],
      [
        { path: 'A-1', expected: 'x' },
        { path: 'A-1', expected: 'y' },
      ],
    ],
    [
      'response_code',
      8,
      ['{{c}}', ' 200 '],
      [
        { operator: 'equals', expected: '{{c}}' },
        { operator: 'equals', expected: '200' },
      ],
    ],
    ['response_code', 8 + 32, ['a200', '201'], [{ operator: 'matches', expected: '(?:^a200$)|(?:^201$)' }]],
    ['response_code', 8 + 32, ['200b', '{{c}}'], [{ operator: 'matches', expected: '(?:^200b$)|(?:^\\{\\{c\\}\\}$)' }]],
    ['response_code', 8 + 32, ['x{{c}}', '200'], [{ operator: 'matches', expected: '(?:^x\\{\\{c\\}\\}$)|(?:^200$)' }]],
    ['response_data', 2 + 4, ['a{{b.c}}\\-d'], [{ operator: 'notContains', expected: 'a{{b.c}}-d' }]],
    [
      'response_data',
      1 + 4 + 32,
      ['a', 'b'],
      [
        { operator: 'notEquals', expected: 'a' },
        { operator: 'notEquals', expected: 'b' },
      ],
    ],
  ])('of the %s by %i and %j is read', (field, test_type, all, assertions) => {
    const found = response({ test_field: `Assertion.${field}`, test_type }, ...all);
    expect(found.assertions).toMatchObject(assertions);
    expect([found.assertions.length, found.reasons]).toStrictEqual([assertions.length, []]);
  });

  test.each<[field: string, test_type: number, texts: string[], reason: string]>([
    ['response_message', 2, ['a'], 'An assertion of response message has no equal here; it was left out.'],
    [
      'response_headers',
      2,
      ['A: x', 'y'],
      'The headers are asserted as one text (A: x, y); assert the header that is meant.',
    ],
    [
      'response_headers',
      2,
      ['x A: y'],
      'The headers are asserted as one text (x A: y); assert the header that is meant.',
    ],
    ['response_data', 2 + 4, ['a\\d'], 'That the response does not match a\\d cannot be asserted; it was left out.'],
    ['response_data', 2 + 4, ['^a'], 'That the response does not match ^a cannot be asserted; it was left out.'],
  ])('of the %s by %i and %j is reported', (field, test_type, all, reason) => {
    const found = response({ test_field: `Assertion.${field}`, test_type }, ...all);
    expect([found.assertions, found.reasons]).toStrictEqual([[], [reason]]);
  });

  test.each<[properties: object, assertion: object]>([
    [{ EXPECTED_VALUE: 'a{{b.c}}' }, { operator: 'equals', expected: 'a{{b.c}}' }],
    [{ EXPECTED_VALUE: 'a.${b}' }, { operator: 'matches', expected: '^(?:a.{{b}})$' }],
    [
      { EXPECTED_VALUE: 'a.', INVERT: 'true' },
      { operator: 'notEquals', expected: 'a.' },
    ],
    [{}, { operator: 'equals', expected: '' }],
  ])('on a JSONPath with %j is read', (properties, assertion) => {
    const all = { JSON_PATH: '$.${a}', JSONVALIDATION: 'true', ...properties };
    expect(read('JSONPathAssertion', all).assertions).toStrictEqual([
      { kind: 'jsonPath', path: '$.{{a}}', ...assertion },
    ]);
  });

  test.each([
    ['headers', true],
    ['code', true],
    ['message', true],
    ['data', false],
  ])('on the size of %s is left out: %s', (part, isLeftOut) => {
    const field = { 'Assertion.test_field': `SizeAssertion.response_${part}`, 'SizeAssertion.size': '${n}' };
    const { assertions, reasons } = read('SizeAssertion', field);
    expect(assertions).toStrictEqual(isLeftOut ? [] : [{ kind: 'size', operator: 'equals', expected: '{{n}}' }]);
    expect(reasons).toHaveLength(isLeftOut ? 1 : 0);
  });
});

describe('an expression', () => {
  function converted(text: string) {
    const { steps, variables, problems } = importJmeter(
      `<hashTree><HTTPSamplerProxy testname="S"><stringProp name="HTTPSampler.path"><![CDATA[http://h/${text}]]></stringProp></HTTPSamplerProxy><hashTree/></hashTree>`,
    );
    return {
      url: steps[0]?.url.replace('http://h/', ''),
      defaults: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
      reasons: problems.map(({ reason }) => reason),
    };
  }

  test.each<[written: string, url: string, defaults?: object]>([
    ['${a}\\${b}', '{{a}}${b}'],
    ['${__P( a , b )}', '{{a}}', { a: 'b' }],
    ['${__P(a,${b,c})}', '{{a}}', { a: '{{b,c}}' }],
    ['${__P(a,b\\)}', '{{a}}', { a: 'b\\' }],
    ['${__P(a.b-c,${d}${e})}', '{{a.b-c}}', { 'a.b-c': '{{d}}{{e}}' }],
    ['${__property(a,,b)}', '{{a}}', { a: 'b' }],
    ['${__V(a-b.c)}', '{{a-b.c}}'],
  ])('%s is %s', (written, url, defaults = {}) => {
    expect(converted(written)).toStrictEqual({ url, defaults, reasons: [] });
  });

  const kept = (written: string) =>
    `${written} has no equal here; it stands in the text as it is. Replace it by a variable.`;

  test.each([
    '${__Random(0,6)}',
    '${__Random(1,1000)}',
    '${__V()}',
    '${__V(a b)}',
    '${__P}',
    '${__P(a b)}',
    '${__UUID x}',
    '${__x __UUID()}',
    '${x __UUID()y$}',
    '${a\\}b}',
    '${ }',
    '${a{b}',
    `\${${'x'.repeat(76)}{}`,
  ])('%s is kept and reported', (written) => {
    expect(converted(written)).toStrictEqual({ url: written, defaults: {}, reasons: [kept(written)] });
  });

  test('is reported by its beginning if it is long', () => {
    const long = `\${${'x'.repeat(77)}{}`;
    expect(converted(long).reasons).toStrictEqual([kept(`${long.slice(0, 79)}…`)]);
  });

  test('is read down to 21 levels', () => {
    let text = 'end';
    for (let depth = 22; depth >= 0; depth -= 1) text = `\${__P(n${depth},${text})}`;
    const { defaults } = converted(text);
    expect(defaults).toMatchObject({ n0: '{{n1}}', n19: '{{n20}}', n20: '${__P(n21,${__P(n22,end)})}' });
    expect(defaults).not.toHaveProperty('n21');
  });
});
