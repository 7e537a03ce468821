import { describe, expect, test } from 'vitest';
import { withoutId } from '../../testing/sent-request.ts';
import { importJmeter } from './import-jmeter.ts';

const strings = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `<stringProp name="${name}">${value}</stringProp>`)
    .join('');
const element = (kind: string, name: string, inner = '', children = '', attributes = '') =>
  `<${kind} testname="${name}" ${attributes}>${inner}</${kind}><hashTree>${children}</hashTree>`;
const collection = (name: string, items: string[]) =>
  `<collectionProp name="${name}">${items.join('')}</collectionProp>`;
const part = (name: string, properties: Record<string, string>) =>
  `<elementProp name="${name}">${strings(properties)}</elementProp>`;
const sampler = (name: string, path = 'http://h/', children = '') =>
  element('HTTPSamplerProxy', name, strings({ 'HTTPSampler.path': path }), children);
const header = (...rows: [name: string, value: string][]) =>
  element(
    'HeaderManager',
    'Headers',
    collection(
      'HeaderManager.headers',
      rows.map(([name, value]) => part('', { 'Header.name': name, 'Header.value': value })),
    ),
  );
const cookies = (...rows: [name: string, value: string, domain: string][]) =>
  element(
    'CookieManager',
    'Cookies',
    collection(
      'CookieManager.cookies',
      rows.map(([name, value, domain]) => part(name, { 'Cookie.value': value, 'Cookie.domain': domain })),
    ),
  );
const logins = (...rows: Record<string, string>[]) =>
  element(
    'AuthManager',
    'Logins',
    collection(
      'AuthManager.auth_list',
      rows.map((row) =>
        part('', Object.fromEntries(Object.entries(row).map(([name, value]) => [`Authorization.${name}`, value]))),
      ),
    ),
  );
const variables = (...rows: [name: string, value: string][]) =>
  collection(
    'Arguments.arguments',
    rows.map(([name, value]) => part(name, { 'Argument.name': name, 'Argument.value': value })),
  );
const plan = (children: string) =>
  `<jmeterTestPlan><hashTree>${element('TestPlan', 'Plan', '', children)}</hashTree></jmeterTestPlan>`;

function read(text: string) {
  const found = importJmeter(text);
  return {
    ...found,
    steps: found.steps.map(withoutId),
    placed: found.steps.map(({ group, name }) => [group, name]),
    reasons: found.problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}
const readPlan = (children: string) => read(plan(children));

describe('a plan', () => {
  test('starts with its tree, with or without the element around it', () => {
    const whole = read(plan(sampler('s')));
    const tree = read(`<hashTree>${sampler('s')}</hashTree>`);
    expect([whole.title, whole.placed, whole.reasons]).toStrictEqual(['Plan', [['', 's']], []]);
    expect([tree.title, tree.placed, tree.reasons]).toStrictEqual(['Imported test plan', [['', 's']], []]);
  });

  test.each([
    ['<jmeterTestPlan/>', ['document: The test plan has no HTTP requests to import.']],
    ['<other/>', ['document: The root element is other; a JMeter test plan begins with jmeterTestPlan.']],
  ])('%s has nothing to import', (text, reasons) => {
    expect(read(text)).toMatchObject({ steps: [], reasons });
  });

  test('has folders for the elements that users named', () => {
    const { placed, reasons } = readPlan(
      [
        element('ThreadGroup', 'Users', '', element('LoopController', 'Named', '', sampler('a'))),
        element('LoopController', 'LoopController', '', sampler('b')),
        element('TransactionController', '', '', sampler('c')),
        element('GenericController', 'A / B', '', sampler('d')),
      ].join(''),
    );
    expect(placed).toStrictEqual([
      ['Users / Named', 'a'],
      ['', 'b'],
      ['TransactionController', 'c'],
      ['A/B', 'd'],
    ]);
    expect(reasons).toStrictEqual([]);
  });

  test('leaves out disabled elements and everything below them', () => {
    const { steps } = readPlan(
      `${sampler('a')}${element('GenericController', 'off', '', header(['A', 'b']) + sampler('b'), 'enabled="false"')}${sampler('c')}`,
    );
    expect(steps.map(({ name, headers }) => [name, headers])).toStrictEqual([
      ['a', []],
      ['c', []],
    ]);
  });

  test('recognizes elements by class name, in any package', () => {
    const old =
      '<node testclass="org.apache.jmeter.HTTPSampler" testname=" "><stringProp name="HTTPSampler.path">http://h</stringProp></node>';
    expect(readPlan(old).placed).toStrictEqual([['', 'HTTPSampler']]);
    expect(read(`<hashTree><hashTree/>${sampler('s')}</hashTree>`).placed).toStrictEqual([['', 's']]);
  });

  test.each<[kind: string, properties: Record<string, string>, reasons: string[]]>([
    ['LoopController', {}, []],
    ['LoopController', { 'LoopController.loops': '1' }, []],
    [
      'LoopController',
      { 'LoopController.loops': '2' },
      ['N: LoopController decides when its requests are sent; here each is sent once, in order.'],
    ],
    [
      'IfController',
      { 'LoopController.loops': '1' },
      ['N: IfController decides when its requests are sent; here each is sent once, in order.'],
    ],
    [
      'IncludeController',
      { 'IncludeController.includepath': 'a.jmx' },
      ['N: The plan a.jmx is not read; import it by itself.'],
    ],
    ['IncludeController', {}, ['N: The plan  is not read; import it by itself.']],
    [
      'ModuleController',
      {},
      ['N: A module of another place is called here; its requests are imported once, where they stand.'],
    ],
    [
      'CSVDataSet',
      { filename: 'a.csv', variableNames: ' ' },
      ['N: The data file a.csv is not read. Attach it as a data set; its variables are those of its first line.'],
    ],
    [
      'CSVDataSet',
      { variableNames: ' a,b ' },
      ['N: The data file  is not read. Attach it as a data set; its variables are a,b.'],
    ],
    ['JSR223Sampler', {}, ['N: JSR223Sampler has no equal here; it was left out.']],
    ['ConstantTimer', {}, []],
    ['SimpleController', {}, []],
    ['DurationAssertion', {}, []],
    ['RegexExtractor', {}, []],
    ['SetupThreadGroup', {}, []],
  ])('%s with %j reports what it leaves out', (kind, properties, reasons) => {
    expect(readPlan(element(kind, 'N', strings(properties)) + sampler('s')).reasons).toStrictEqual(reasons);
  });

  test('has the variables of all its lists, secret ones recognized by name', () => {
    const { variables: found, reasons } = readPlan(
      element(
        'Arguments',
        'V',
        variables([' a ', '${b}'], [' ', 'x'], ['api-key', '1'], ['passwd', '2'], ['passport', '3'], ['a', '4']),
      ) + sampler('s', 'http://${__P(my_token,5)}/'),
    );
    expect(found).toStrictEqual([
      { name: 'a', value: '{{b}}', isSecret: false },
      { name: 'api-key', value: '1', isSecret: true },
      { name: 'passwd', value: '2', isSecret: true },
      { name: 'passport', value: '3', isSecret: false },
      { name: 'my_token', value: '5', isSecret: true },
    ]);
    expect(reasons).toStrictEqual(['variable a: The variable a has another value elsewhere; this one was left out.']);
  });
});

describe('what applies to a sampler', () => {
  test('are the defaults around it, nearest first', () => {
    const defaults = (properties: Record<string, string>) => element('ConfigTestElement', 'D', strings(properties));
    const { steps } = readPlan(
      defaults({ 'HTTPSampler.domain': 'outer', 'HTTPSampler.protocol': 'https' }) +
        element(
          'GenericController',
          'G',
          '',
          defaults({ 'HTTPSampler.domain': 'inner', 'HTTPSampler.protocol': ' ' }) + sampler('a', '/a'),
        ) +
        sampler('b', '/b', defaults({ 'HTTPSampler.domain': 'own' })),
    );
    expect(steps.map(({ url }) => url)).toStrictEqual(['https://inner/a', 'https://own/b']);
  });

  test('are the headers around it; one with the same name is overridden', () => {
    const { steps } = readPlan(
      header(['A', '1'], [' B ', '${b}'], ['', 'x']) +
        sampler('s', 'http://h/', header(['a', '2'], ['C', '3'])) +
        sampler('t'),
    );
    expect(steps.map(({ headers }) => headers)).toStrictEqual([
      [
        { key: 'B', value: '{{b}}' },
        { key: 'a', value: '2' },
        { key: 'C', value: '3' },
      ],
      [
        { key: 'A', value: '1' },
        { key: 'B', value: '{{b}}' },
      ],
    ]);
  });

  test.each([
    ['', 'http://shop.example.org/', true],
    ['example.org', 'http://shop.example.org/', true],
    ['.Example.org', 'http://shop.example.org/', true],
    ['shop.example.org', 'https://SHOP.example.org:8080/', true],
    ['example.org', 'http://badexample.org/', false],
    ['shop.example.org', 'http://example.org/', false],
    ['${host}', 'http://example.org/', true],
    ['example.org', '{{base}}/example.org', false],
    ['h', 'x http://h/', false],
  ])('are the cookies from %j for %s: %s', (domain, url, isSent) => {
    const { steps } = readPlan(
      cookies(['a', '${v}', domain], ['', 'nameless', '']) + header(['A', 'b']) + sampler('s', url),
    );
    const cookie = isSent ? [{ key: 'Cookie', value: 'a={{v}}' }] : [];
    expect(steps[0]?.headers).toStrictEqual([{ key: 'A', value: 'b' }, ...cookie]);
  });

  test('are all cookies around it', () => {
    const { steps } = readPlan(cookies(['a', '1', '']) + sampler('s', 'http://h/', cookies(['b', '2', ''])));
    expect(steps[0]?.headers).toStrictEqual([{ key: 'Cookie', value: 'a=1; b=2' }]);
  });

  test.each<[login: Record<string, string>, authentication: object, reasons?: string[]]>([
    [{}, { type: 'basic', username: '', password: '' }],
    [
      { username: '${u}', password: '${p}' },
      { type: 'basic', username: '{{u}}', password: '{{p}}' },
    ],
    [
      { mechanism: 'basic_digest', username: 'u' },
      { type: 'basic', username: 'u', password: '' },
    ],
    [
      { mechanism: 'digest', username: 'u' },
      { type: 'digest', username: 'u', password: '' },
    ],
    [
      { mechanism: '', username: 'u' },
      { type: 'basic', username: 'u', password: '' },
    ],
    [
      { url: 'http://h/a', username: 'u' },
      { type: 'basic', username: 'u', password: '' },
    ],
    [{ url: 'http://h/b', username: 'u' }, { type: 'none' }],
    [
      { url: 'http://h/b', domain: 'h', username: 'u' },
      { type: 'basic', username: 'u', password: '' },
    ],
    [{ url: 'http://h/b', domain: 'x', username: 'u' }, { type: 'none' }],
    [
      { url: '${base}', username: 'u' },
      { type: 'basic', username: 'u', password: '' },
    ],
    [
      { mechanism: 'kerberos' },
      { type: 'none' },
      ['s: The authentication KERBEROS is not supported; add its credentials by hand.'],
    ],
  ])('is the login %j', (login, authentication, reasons = []) => {
    const found = readPlan(logins(login) + sampler('s', 'http://h/a/b'));
    expect(found.steps[0]?.authentication).toStrictEqual(authentication);
    expect(found.reasons).toStrictEqual(reasons);
  });

  test('is the nearest matching login', () => {
    const { steps } = readPlan(
      logins({ username: 'outer' }) +
        sampler('s', 'http://h/', logins({ url: 'http://x/', username: 'other' }, { mechanism: 'KERBEROS' })) +
        sampler('t', 'http://h/', logins({ username: 'inner' })),
    );
    expect(steps.map(({ authentication }) => authentication)).toMatchObject([
      { username: 'outer' },
      { username: 'inner' },
    ]);
  });

  test('are the assertions and extractors around it and its own', () => {
    const duration = (value: string) =>
      element('DurationAssertion', 'D', strings({ 'DurationAssertion.duration': value }));
    const path = (name: string) =>
      element('XPathExtractor', 'X', strings({ 'XPathExtractor.refname': name, 'XPathExtractor.xpathQuery': '/a' }));
    const { steps, reasons } = readPlan(
      duration('1') +
        path('a') +
        sampler('s', 'http://h/', duration('2') + path('b') + element('JSR223Assertion', 'J')) +
        sampler('t'),
    );
    expect(
      steps.map(({ assertions, dataHandlers }) => [
        ...assertions.map(({ expected }) => expected),
        ...dataHandlers.map(({ name }) => name),
      ]),
    ).toStrictEqual([
      ['1', '2', 'a', 'b'],
      ['1', 'a'],
    ]);
    expect(reasons).toStrictEqual(['s: JSR223Assertion (J) has no equal here; it was left out.']);
  });
});

describe('a SOAP sampler of old plans', () => {
  const soap = (properties: Record<string, string>, children = '') =>
    element('SoapSampler', '${n}', strings(properties), children);

  test('is a request with its action', () => {
    const { steps, reasons } = readPlan(
      logins({ username: 'u' }) +
        element(
          'GenericController',
          'G',
          '',
          soap(
            {
              'SoapSampler.URL_DATA': 'http://${h}/a',
              'SoapSampler.SOAP_ACTION': 'urn:${a}',
              'HTTPSamper.xml_data': '&lt;${x}/&gt;',
            },
            header(['A', 'b']) + element('XMLAssertion', 'X'),
          ),
        ),
    );
    expect(reasons).toStrictEqual([]);
    expect(steps).toStrictEqual([
      {
        name: '{{n}}',
        group: 'G',
        method: 'POST',
        url: 'http://{{h}}/a',
        headers: [
          { key: 'A', value: 'b' },
          { key: 'Content-Type', value: 'text/xml' },
          { key: 'SOAPAction', value: '"urn:{{a}}"' },
        ],
        queryParams: [],
        pathParams: [],
        body: { type: 'xml', content: '<{{x}}/>' },
        authentication: { type: 'basic', username: 'u', password: '' },
        assertions: [{ kind: 'xpath', path: '/*', operator: 'exists' }],
        dataHandlers: [],
        settings: {},
      },
    ]);
  });

  test.each([
    [['Content-Type', 'application/soap+xml'], 1],
    [['X-Content-Type', 'a'], 2],
    [['Content-Type-X', 'a'], 2],
  ] as const)('with the header %j has %i headers', (row, count) => {
    const { steps, reasons } = readPlan(soap({}, header([...row])));
    expect(steps[0]).toMatchObject({ url: '', body: { type: 'xml', content: '' } });
    expect(steps[0]?.headers).toHaveLength(count);
    expect(reasons).toStrictEqual([]);
  });

  test.each(['{{base}}', 'x http://h/'])('with the address %s has no host for a login or a cookie', (url) => {
    const beside = logins({ url: 'http://other/', username: 'u' }) + cookies(['a', '1', 'h']);
    const { steps } = readPlan(beside + soap({ 'SoapSampler.URL_DATA': url }));
    expect(steps[0]).toMatchObject({ url, authentication: { type: 'none' } });
    expect(steps[0]?.headers.map(({ key }) => key)).toStrictEqual(['Content-Type']);
  });

  test('reports what cannot be read', () => {
    const found = readPlan(soap({ 'SoapSampler.URL_DATA': 'http://${__x}' }, element('JSR223Assertion', 'J')));
    expect(found.reasons).toStrictEqual([
      '${n}: ${__x} has no equal here; it stands in the text as it is. Replace it by a variable.',
      '${n}: JSR223Assertion (J) has no equal here; it was left out.',
    ]);
  });
});
