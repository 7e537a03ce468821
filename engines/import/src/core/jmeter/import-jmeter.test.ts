import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importJmeter } from './import-jmeter.ts';

const strings = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `<stringProp name="${name}">${value}</stringProp>`)
    .join('');
const element = (kind: string, name: string, inner: string, children = '', attributes = '') =>
  `<${kind} testclass="${kind}" testname="${name}" ${attributes}>${inner}</${kind}><hashTree>${children}</hashTree>`;
const argument = (name: string, value: string) =>
  `<elementProp name="${name}" elementType="HTTPArgument">${strings({ 'Argument.name': name, 'Argument.value': value })}</elementProp>`;
const args = (rows: [string, string][], property = 'HTTPsampler.Arguments') =>
  `<elementProp name="${property}" elementType="Arguments"><collectionProp name="Arguments.arguments">${rows.map(([name, value]) => argument(name, value)).join('')}</collectionProp></elementProp>`;
const sampler = (name: string, properties: Record<string, string>, inner = '', children = '', attributes = '') =>
  element(
    'HTTPSamplerProxy',
    name,
    strings(Object.fromEntries(Object.entries(properties).map(([key, value]) => [`HTTPSampler.${key}`, value]))) +
      inner,
    children,
    attributes,
  );
const plan = (children: string, variables: [string, string][] = []) =>
  `<?xml version="1.0" encoding="UTF-8"?><jmeterTestPlan version="1.2"><hashTree>${element('TestPlan', 'Shop', args(variables, 'TestPlan.user_defined_variables'), element('ThreadGroup', 'Users', '', children))}</hashTree></jmeterTestPlan>`;
const header = (name: string, value: string) =>
  `<elementProp name="" elementType="Header">${strings({ 'Header.name': name, 'Header.value': value })}</elementProp>`;
const headers = (...rows: [string, string][]) =>
  element(
    'HeaderManager',
    'Headers',
    `<collectionProp name="HeaderManager.headers">${rows.map(([name, value]) => header(name, value)).join('')}</collectionProp>`,
  );

const only = (children: string) => {
  const result = importJmeter(plan(children));
  expect(result.steps).toHaveLength(1);
  return { step: result.steps[0], problems: result.problems.map(({ reason }) => reason) };
};

test('applies defaults, headers, cookies and credentials by scope', () => {
  const defaults = element(
    'ConfigTestElement',
    'Defaults',
    strings({ 'HTTPSampler.domain': '${host}', 'HTTPSampler.protocol': 'https', 'HTTPSampler.port': '8443' }),
  );
  const cookies = element(
    'CookieManager',
    'Cookies',
    `<collectionProp name="CookieManager.cookies"><elementProp name="sid" elementType="Cookie">${strings({ 'Cookie.value': 'abc', 'Cookie.domain': '' })}</elementProp></collectionProp>`,
  );
  const login = element(
    'AuthManager',
    'Login',
    `<collectionProp name="AuthManager.auth_list"><elementProp name="" elementType="Authorization">${strings({ 'Authorization.url': '', 'Authorization.username': 'ada', 'Authorization.password': '${pass}', 'Authorization.mechanism': 'DIGEST' })}</elementProp></collectionProp>`,
  );
  const { title, steps, variables, problems } = importJmeter(
    plan(
      `${defaults}${headers(['Accept', 'application/json'], ['X-A', '1'])}${sampler('One', { path: '/one', method: 'GET' }, args([['q', 'a b']]))}
       ${element('GenericController', 'Inner', '', `${headers(['x-a', '2'])}${cookies}${login}${sampler('Two', { path: 'two', method: 'POST', follow_redirects: 'false', auto_redirects: 'false' }, args([['n', '${id}']]))}`)}
       ${sampler('Off', { path: '/off' }, '', '', 'enabled="false"')}`,
      [
        ['host', 'shop.example.org'],
        ['pass', 'hidden'],
      ],
    ),
  );
  expect(problems).toEqual([]);
  expect(title).toBe('Shop');
  expect(variables).toEqual([
    { name: 'host', value: 'shop.example.org', isSecret: false },
    { name: 'pass', value: 'hidden', isSecret: true },
  ]);
  expect(steps).toHaveLength(2);
  expect(steps[0]).toMatchObject({
    name: 'One',
    group: 'Users',
    method: 'GET',
    url: 'https://{{host}}:8443/one',
    queryParams: [{ key: 'q', value: 'a b' }],
    headers: [
      { key: 'Accept', value: 'application/json' },
      { key: 'X-A', value: '1' },
    ],
    authentication: { type: 'none' },
    settings: {},
  });
  expect(steps[1]).toMatchObject({
    name: 'Two',
    group: 'Users / Inner',
    method: 'POST',
    url: 'https://{{host}}:8443/two',
    body: { type: 'urlencoded', fields: [{ key: 'n', value: '{{id}}' }] },
    headers: [
      { key: 'Accept', value: 'application/json' },
      { key: 'x-a', value: '2' },
      { key: 'Cookie', value: 'sid=abc' },
    ],
    authentication: { type: 'digest', username: 'ada', password: '{{pass}}' },
    settings: { followRedirects: false },
  });
});

test.each([
  [
    'raw JSON',
    { method: 'PUT', postBodyRaw: 'true' },
    args([['', '{"a": "${v}"}']]),
    { type: 'json', content: '{"a": "{{v}}"}' },
  ],
  ['raw XML without the switch', { method: 'POST' }, args([['', '&lt;a/&gt;']]), { type: 'xml', content: '<a/>' }],
  [
    'multipart',
    { method: 'POST', DO_MULTIPART_POST: 'true' },
    args([['a', '1']]),
    { type: 'form', fields: [{ key: 'a', value: '1', kind: 'text' }] },
  ],
  ['nothing', { method: 'POST' }, '', { type: 'none' }],
])('a body: %s', (_name, properties, inner, body) => {
  expect(only(sampler('s', { path: 'http://h/p', ...properties }, inner)).step?.body).toEqual(body);
});

test('a file to upload is named and disabled', () => {
  const files = `<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"><elementProp name="C:\\a\\b.png" elementType="HTTPFileArg">${strings({ 'File.path': 'C:\\a\\b.png', 'File.paramname': 'photo', 'File.mimetype': 'image/png' })}</elementProp></collectionProp></elementProp>`;
  const { step, problems } = only(sampler('s', { path: 'http://h/p', method: 'POST' }, files));
  expect(step?.body).toEqual({
    type: 'form',
    fields: [{ key: 'photo', value: '', kind: 'file', fileName: 'b.png', enabled: false, contentType: 'image/png' }],
  });
  expect(problems).toEqual([expect.stringContaining('b.png is sent in the field photo')]);
});

const response = (field: string, type: number, ...texts: string[]) =>
  element(
    'ResponseAssertion',
    'A',
    `<collectionProp name="Asserion.test_strings">${texts.map((text, index) => `<stringProp name="${index}">${text}</stringProp>`).join('')}</collectionProp>${strings({ 'Assertion.test_field': `Assertion.${field}` })}<intProp name="Assertion.test_type">${type}</intProp>`,
  );

test.each([
  ['well-formed XML', '<XMLAssertion/>', [{ kind: 'xpath', path: '/*', operator: 'exists' }]],
  ['a code', response('response_code', 8, '201'), [{ kind: 'status', operator: 'equals', expected: '201' }]],
  [
    'one of several codes',
    response('response_code', 8 + 32, '200', '204'),
    [{ kind: 'status', operator: 'in', expected: '200,204' }],
  ],
  ['not a code', response('response_code', 8 + 4, '500'), [{ kind: 'status', operator: 'notEquals', expected: '500' }]],
  [
    'a code by pattern',
    response('response_code', 1, '2..'),
    [{ kind: 'status', operator: 'matches', expected: '^(?:2..)$' }],
  ],
  [
    'a part of the body',
    response('response_data', 16, 'a.b'),
    [{ kind: 'body', operator: 'contains', expected: 'a.b' }],
  ],
  [
    'no part of the body',
    response('response_data', 16 + 4, 'x'),
    [{ kind: 'body', operator: 'notContains', expected: 'x' }],
  ],
  [
    'either part',
    response('response_data', 16 + 32, 'a.b', 'c'),
    [{ kind: 'body', operator: 'matches', expected: '(?:a\\.b)|(?:c)' }],
  ],
  ['a pattern', response('response_data', 2, 'id=\\d+'), [{ kind: 'body', operator: 'matches', expected: 'id=\\d+' }]],
  [
    'not a plain pattern',
    response('response_data', 2 + 4, 'a\\.b'),
    [{ kind: 'body', operator: 'notContains', expected: 'a.b' }],
  ],
  [
    'a header',
    response('response_headers', 16, 'X-Id: 7'),
    [{ kind: 'header', path: 'X-Id', operator: 'contains', expected: '7' }],
  ],
  [
    'a duration',
    element('DurationAssertion', 'A', strings({ 'DurationAssertion.duration': '900' })),
    [{ kind: 'responseTime', operator: 'lessThan', expected: '900' }],
  ],
  [
    'a size',
    element(
      'SizeAssertion',
      'A',
      `${strings({ 'SizeAssertion.size': '10' })}<intProp name="SizeAssertion.operator">6</intProp>`,
    ),
    [{ kind: 'size', operator: 'lessThan', expected: '11' }],
  ],
  [
    'a JSONPath',
    element(
      'JSONPathAssertion',
      'A',
      `${strings({ JSON_PATH: '$.a', EXPECTED_VALUE: 'x' })}<boolProp name="JSONVALIDATION">true</boolProp>`,
    ),
    [{ kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'x' }],
  ],
  [
    'that a JSONPath exists',
    element('JSONPathAssertion', 'A', strings({ JSON_PATH: '$.a' })),
    [{ kind: 'jsonPath', path: '$.a', operator: 'exists' }],
  ],
  [
    'an XPath',
    element('XPath2Assertion', 'A', strings({ 'XPath.xpath': '//a' })),
    [{ kind: 'xpath', path: '//a', operator: 'exists' }],
  ],
])('asserts %s', (_name, assertion, expected) => {
  const { step, problems } = only(sampler('s', { path: 'http://h/' }, '', assertion));
  expect(problems).toEqual([]);
  expect(step?.assertions).toEqual(expected);
});

test.each([
  [
    'JSON',
    element(
      'JSONPostProcessor',
      'E',
      strings({
        'JSONPostProcessor.referenceNames': 'a;b',
        'JSONPostProcessor.jsonPathExprs': '$.a;$.l[*].id',
        'JSONPostProcessor.match_numbers': ';2',
      }),
    ),
    [
      { name: 'a', source: 'jsonPath', path: '$.a' },
      { name: 'b', source: 'jsonPath', path: '$.l[1].id' },
    ],
  ],
  [
    'a regex',
    element(
      'RegexExtractor',
      'E',
      strings({
        'RegexExtractor.refname': 't',
        'RegexExtractor.regex': '(a|b)=([^(&amp;]+)',
        'RegexExtractor.template': '$2$',
      }),
    ),
    [{ name: 't', source: 'regex', path: '(?:a|b)=([^(&]+)' }],
  ],
  [
    'a header',
    element(
      'RegexExtractor',
      'E',
      strings({
        'RegexExtractor.refname': 't',
        'RegexExtractor.useHeaders': 'true',
        'RegexExtractor.regex': 'Location: (.+)',
        'RegexExtractor.template': '$1$',
      }),
    ),
    [{ name: 't', source: 'header', path: 'Location' }],
  ],
  [
    'boundaries',
    element(
      'BoundaryExtractor',
      'E',
      strings({
        'BoundaryExtractor.refname': 't',
        'BoundaryExtractor.lboundary': 'v="',
        'BoundaryExtractor.rboundary': '"',
      }),
    ),
    [{ name: 't', source: 'regex', path: 'v="([\\s\\S]*?)"' }],
  ],
  [
    'an XPath',
    element('XPathExtractor', 'E', strings({ 'XPathExtractor.refname': 't', 'XPathExtractor.xpathQuery': '//t' })),
    [{ name: 't', source: 'xpath', path: '//t' }],
  ],
  [
    'a JMESPath',
    element(
      'JMESPathExtractor',
      'E',
      strings({ 'JMESExtractor.referenceName': 't', 'JMESExtractor.jmesPathExpr': 'a.b[0].c' }),
    ),
    [{ name: 't', source: 'jsonPath', path: '$.a.b[0].c' }],
  ],
])('extracts by %s', (_name, extractor, expected) => {
  const { step, problems } = only(sampler('s', { path: 'http://h/' }, '', extractor));
  expect(problems).toEqual([]);
  expect(step?.dataHandlers).toEqual(expected);
});

test('expressions become variables and dynamic values; the rest stays and is reported', () => {
  const { steps, variables, problems } = importJmeter(
    plan(
      sampler('s', {
        domain: '${__P(host,localhost)}',
        path: '/${__UUID}/${__time(/1000,)}/${__V(a)}/\\${plain}/${__threadNum}',
      }),
    ),
  );
  expect(steps[0]?.url).toBe('http://{{host}}/{{$guid}}/{{$timestamp}}/{{a}}/${plain}/${__threadNum}');
  expect(variables).toEqual([{ name: 'host', value: 'localhost', isSecret: false }]);
  expect(problems).toEqual([{ place: 'Users / s', reason: expect.stringContaining('${__threadNum} has no equal') }]);
});

test('anything without an equivalent is reported', () => {
  const csv = element('CSVDataSet', 'Data', strings({ filename: '/etc/passwd', variableNames: 'user,mail' }));
  const { problems } = only(
    `${csv}${element('IfController', 'When', '', sampler('s', { path: 'http://h/' }, '', element('JSR223PostProcessor', 'Groovy', '')))}${element('JDBCSampler', 'Rows', '')}${element('ResultCollector', 'Tree', '')}`,
  );
  expect(problems).toEqual([
    expect.stringMatching(/passwd is not read.*user,mail/),
    expect.stringContaining('IfController decides'),
    expect.stringContaining('JSR223PostProcessor (Groovy)'),
    expect.stringContaining('JDBCSampler has no equal'),
  ]);
});

test.each([
  ['', /no elements/],
  ['<a/>', /root element is a/],
  ['<jmeterTestPlan/>', /no HTTP requests/],
  ['<jmeterTestPlan>', /cannot be read/],
])('rejects text %# with a reason', (text, reason) => {
  const { steps, problems } = importJmeter(text);
  expect(steps).toEqual([]);
  expect(problems.map((problem) => problem.reason).join()).toMatch(reason);
});

test('mutated plans never throw', () => {
  const text = plan(
    `${headers(['A', '${b}'])}${sampler('s', { path: '/${__P(a,${b})}' }, args([['q', '1']]), response('response_data', 2, '(a'))}`,
  );
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(60), fc.string({ maxLength: 20 }), (at, length, inserted) => {
      importJmeter(text.slice(0, at) + inserted + text.slice(at + length));
    }),
    { numRuns: 300 },
  );
});
