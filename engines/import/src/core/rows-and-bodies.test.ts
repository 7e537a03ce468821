import type { HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import { oauth2Of } from './authentications.ts';
import { mapTexts, rowsOf, withFolderHeaders } from './client-parts.ts';
import { readData, readObjects } from './document/read-data.ts';
import { scalarText } from './document/scalar-text.ts';
import { descriptionText, optional, savedExample } from './documentation.ts';
import { ProblemList } from './problems.ts';
import { CollectionDraft, folderPath, longName, newStep, row, shortName, stepName } from './step-parts.ts';
import { encodedForm, encodedQuery, formFields, splitQuery } from './url-rows.ts';
import { bodyOfText, dropImpliedType, isFormType, isMultipart, multipartFields, textKind } from './written-body.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });

test.each<[url: string, address: string, rows: KeyValue[]]>([
  ['http://h/a', 'http://h/a', []],
  ['http://h/a?b=c&d=e', 'http://h/a', [pair('b', 'c'), pair('d', 'e')]],
  ['http://h/a?b=c#d', 'http://h/a', [pair('b', 'c')]],
  ['http://h/a#d', 'http://h/a', []],
  ['http://h/a?', 'http://h/a?', []],
  ['http://h/a?b', 'http://h/a?b', []],
  ['http://h/a?b=', 'http://h/a', [pair('b', '')]],
  ['http://h/a?b=c=d', 'http://h/a?b=c=d', []],
  ['http://h/a?b=c%20d', 'http://h/a', [pair('b', 'c d')]],
  ['http://h/a?b=c%2fd', 'http://h/a', [pair('b', 'c%2fd')]],
  ['http://h/a?b=c+d', 'http://h/a?b=c+d', []],
  ['http://h/a?b=%zz', 'http://h/a?b=%zz', []],
  ['http://h/a?b=%0A', 'http://h/a', [pair('b', '%0A')]],
  ['http://h/a?b=%7B%7Bc%7D%7D', 'http://h/a', [pair('b', '%7B%7Bc%7D%7D')]],
  ['http://h/a?b={{c d}}', 'http://h/a', [pair('b', '{{c d}}')]],
  ['http://h/{{a#b}}?c=d', 'http://h/{{a#b}}', [pair('c', 'd')]],
  ['http://h/a?b=%27', 'http://h/a', [pair('b', "'")]],
  ['http://h/a?b=:/,@$', 'http://h/a', [pair('b', ':/,@$')]],
])('the address %s has the rows of its query', (url, address, rows) => {
  expect(splitQuery(url)).toEqual({ url: address, queryParams: rows });
});

test('disabled or empty rows are not written', () => {
  const rows = [pair('a', '1'), pair('b', '2', { enabled: false }), pair('', ''), pair('', '3'), pair('c', '')];
  expect(encodedQuery(rows)).toBe('a=1&=3&c=');
  expect(encodedForm(rows)).toBe('a=1&=3&c=');
});

test.each<[text: string, fields: KeyValue[] | undefined]>([
  ['a=b&c=d', [pair('a', 'b'), pair('c', 'd')]],
  ['a=b+c%21', [pair('a', 'b c!')]],
  ['a={{b c}}+d', [pair('a', '{{b c}} d')]],
  ['a=', [pair('a', '')]],
  ['=a', [pair('', 'a')]],
  ['a=b=c', undefined],
  ['a=%20', undefined],
  ['a=%7B%7Bb%7D%7D', undefined],
  ['a=%zz', undefined],
  ['a=b&c', undefined],
  ['a=b&=', undefined],
  ['a=b\nc=d', undefined],
  ['', undefined],
])('the form %j has fields if they can be written the same way again', (text, fields) => {
  expect(formFields(text)).toEqual(fields);
});

test.each([
  ['application/json', 'json'],
  [' Application/JSON; charset=utf-8', 'json'],
  ['application/problem+json', 'json'],
  ['application/json5', 'json'],
  ['text/xml', 'xml'],
  ['application/soap+xml', 'xml'],
  ['application/xmlish', 'text'],
  ['x application/json', 'text'],
  ['', 'text'],
])('%s is of the kind %s', (type, kind) => {
  expect(textKind(type)).toBe(kind);
});

const multipart = 'multipart/form-data; boundary=X';
const parts = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--';

describe('a body', () => {
  test.each<[text: string, type: string | undefined, headers: KeyValue[], body: object, after: KeyValue[]]>([
    ['{}', 'application/json', [], { type: 'json', content: '{}' }, []],
    ['{}', 'application/vnd.a+json', [], { type: 'json' }, [pair('Content-Type', 'application/vnd.a+json')]],
    ['<a/>', 'text/xml', [], { type: 'xml' }, [pair('Content-Type', 'text/xml')]],
    ['a', 'text/plain', [], { type: 'text', content: 'a' }, []],
    ['a', undefined, [], { type: 'text', content: 'a' }, []],
    ['a', 'text/csv', [], { type: 'text' }, [pair('Content-Type', 'text/csv')]],
    [
      '{}',
      'text/csv',
      [pair('content-type', 'application/json')],
      { type: 'json' },
      [pair('content-type', 'application/json')],
    ],
    ['a=b', 'application/x-www-form-urlencoded', [], { type: 'urlencoded', fields: [pair('a', 'b')] }, []],
    [
      'a b',
      'application/x-www-form-urlencoded',
      [],
      { type: 'text' },
      [pair('Content-Type', 'application/x-www-form-urlencoded')],
    ],
    [parts, multipart, [pair('Content-Type', multipart), pair('A', '1')], { type: 'form' }, [pair('A', '1')]],
    [parts, multipart, [], { type: 'form', fields: [{ key: 'a', value: '1', kind: 'text' }] }, []],
    ['no parts', multipart, [], { type: 'text' }, [pair('Content-Type', multipart)]],
  ])('%j with the type %s is read', (text, type, headers, body, after) => {
    const rows = [...headers];
    expect(bodyOfText(text, type, rows)).toMatchObject(body);
    expect(rows).toEqual(after);
  });

  test.each<[headers: KeyValue[], body: HttpBody, after: number]>([
    [[pair('Content-Type', 'application/json')], { type: 'json', content: '' }, 0],
    [[pair('A', 'b'), pair('Content-Type', 'application/json')], { type: 'json', content: '' }, 1],
    [[pair('Content-Type', 'application/json'), pair('A', 'b')], { type: 'json', content: '' }, 2],
    [[pair('Content-Type', 'text/xml')], { type: 'xml', content: '' }, 1],
    [[pair('content-type', 'application/json')], { type: 'json', content: '' }, 1],
    [[pair('Content-Type', 'application/json', { enabled: false })], { type: 'json', content: '' }, 1],
    [[pair('Content-Type', 'application/json', { description: 'a' })], { type: 'json', content: '' }, 1],
    [[], { type: 'json', content: '' }, 0],
  ])('keeps of the headers %j only those that are not implied', (headers, body, after) => {
    const rows = [...headers];
    dropImpliedType(rows, body);
    expect(rows).toHaveLength(after);
  });
});

test.each<[part: string, field: object | undefined]>([
  ['Content-Disposition: form-data; name="a"\n\nb\nc', { key: 'a', value: 'b\r\nc', kind: 'text' }],
  [
    'content-disposition:form-data;name="a%22b"\nContent-Type: text/x \n\n1',
    { key: 'a"b', value: '1', kind: 'text', contentType: 'text/x' },
  ],
  [
    'Content-Disposition: form-data; name="a"; filename="b\\"c.txt"\n\nbytes',
    { key: 'a', value: '', kind: 'file', fileName: 'b"c.txt' },
  ],
  [
    'Content-Disposition: form-data; filename="b"; name="a"\n\nbytes',
    { key: 'a', value: '', kind: 'file', fileName: 'b' },
  ],
  ['Content-Disposition: form-data; name="a"', { key: 'a', value: '', kind: 'text' }],
  ['Content-Type: text/x\n\n1', undefined],
])('the part %j of a form is read', (part, field) => {
  const fields = multipartFields(`--X\n${part}\n--X--\n`, 'multipart/form-data; boundary="X"');
  expect(fields).toEqual(field === undefined ? [] : [field]);
});

test('a form without a boundary, or without its end, is not read', () => {
  expect(multipartFields('--X\r\n\r\n--X--', 'multipart/form-data')).toBeUndefined();
  expect(multipartFields('--X\r\n\r\na', multipart)).toBeUndefined();
});

describe('data', () => {
  test.each<[text: string, value: unknown, problems: string[]]>([
    ['\uFEFF{"a":1}', { a: 1 }, []],
    ['{"a": "// no /* comment */", // one\n /* two */ "b": [1, 2,], }', { a: '// no /* comment */', b: [1, 2] }, []],
    ['a: 1\nb: [2]', { a: 1, b: [2] }, []],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }, []],
    ['', undefined, ['document']],
    [' \n', undefined, ['document']],
    ['{"a"', undefined, ['document']],
    ['a: &x [*x]', undefined, ['document']],
    ['a: 1\n b: 2', expect.anything(), ['line 1', 'line 1']],
  ])('%j is read', (text, value, places) => {
    const problems = new ProblemList();
    expect(readData(text, problems)).toEqual(value);
    expect(problems.list().map(({ place }) => place)).toEqual(places);
  });

  test.each<[text: string, objects: object[], problems: number]>([
    ['{"a":1}', [{ a: 1 }], 0],
    ['[{"a":1},5,[],{"b":2}]', [{ a: 1 }, { b: 2 }], 0],
    ['[5]', [], 1],
    ['{', [], 1],
  ])('%j has its objects', (text, objects, count) => {
    const problems = new ProblemList();
    expect(readObjects(text, problems)).toEqual(objects);
    expect(problems.list()).toHaveLength(count);
  });

  test.each<[value: unknown, text: string]>([
    ['a', 'a'],
    [0, '0'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [{ a: 1 }, '{"a":1}'],
    [[], '[]'],
  ])('%j is written as %j', (value, text) => {
    expect(scalarText(value)).toBe(text);
  });

  test('strings are converted wherever they are', () => {
    const upper = (text: string) => text.toUpperCase();
    expect(mapTexts({ a: ['b', 1, null, { c: 'd' }], e: true }, upper)).toEqual({
      a: ['B', 1, null, { c: 'D' }],
      e: true,
    });
  });
});

test('problems are deduplicated and limited to 500', () => {
  const problems = new ProblemList();
  problems.add('a', 'b');
  problems.add('a', 'b');
  problems.add('a', 'c');
  expect(problems.list()).toEqual([
    { place: 'a', reason: 'b' },
    { place: 'a', reason: 'c' },
  ]);
  for (let index = 0; index < 600; index += 1) problems.add('x', String(index));
  expect(problems.list()).toHaveLength(500);
});

describe('names', () => {
  const [sixty, longer] = ['x'.repeat(60), 'x'.repeat(61)];

  test.each([
    [undefined, 'GET', 'http://h/a/b?c#d', 'GET /a/b'],
    ['', 'GET', 'http://h', 'GET /'],
    [' \n', 'PUT', '{{base}}/a', 'PUT {{base}}/a'],
    ['a\n\t b\u0000c', 'GET', 'http://h', 'a b c'],
    [sixty, 'GET', '', sixty],
    [longer, 'GET', '', `${'x'.repeat(59)}…`],
  ])('%j of %s %s is %s', (written, method, url, name) => {
    expect(stepName(written, method, url)).toBe(name);
  });

  test('are cut after a whole character that is not a space', () => {
    expect(shortName(`${'x'.repeat(58)} yz`)).toBe(`${'x'.repeat(58)}…`);
    expect(shortName(`${'x'.repeat(58)}😀😀`)).not.toContain('\ud83d…');
    expect([longName(sixty), longName(` ${longer}\n`), longName(undefined)]).toEqual([undefined, longer, undefined]);
  });

  test('of folders never look like two', () => {
    expect(folderPath(['a / b', ' c\nd ', '', ' '])).toBe('a/b / c d');
  });

  test('of rows are kept with their content', () => {
    expect([row('a', 'b'), row('a', 'b', false, 'c')]).toEqual([
      pair('a', 'b'),
      pair('a', 'b', { enabled: false, description: 'c' }),
    ]);
  });
});

describe('a draft', () => {
  const variable = (name: string, value: string, more: object = {}) => ({ name, value, isSecret: false, ...more });

  test('keeps the first value of a variable, unless that is disabled', () => {
    const draft = new CollectionDraft('C');
    for (const given of [
      variable('a', '1'),
      variable('a', '2'),
      variable('a', '1'),
      variable('a', '3', { enabled: false }),
      variable('b', '1', { enabled: false }),
      variable('b', '2'),
      variable('c', '1', { enabled: false }),
      variable('c', '2', { enabled: false }),
    ])
      draft.addVariable(given, 'place');
    const { variables, problems } = draft.result();
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '1'],
    ]);
    expect(problems).toEqual([
      { place: 'place', reason: 'The variable a has another value elsewhere; this one was left out.' },
    ]);
  });

  test('has each folder once, with its first description', () => {
    const draft = new CollectionDraft('C');
    draft.addFolder(['a'], undefined);
    draft.addFolder(['a'], 'one');
    draft.addFolder(['a'], 'two');
    draft.addFolder([''], 'three');
    expect(draft.result().folders).toEqual([{ path: 'a', description: 'one' }]);
    expect(new CollectionDraft('C').result()).not.toHaveProperty('folders');
  });

  test('lists its servers, most used first', () => {
    const draft = new CollectionDraft('C');
    for (const url of ['http://a/x', '{{base}}:80/y', 'https://b:1?z', '{{base}}:80#w', 'relative'])
      draft.addStep(newStep({ method: 'GET', url }));
    expect(draft.result().servers).toEqual(['{{base}}:80', 'http://a', 'https://b:1']);
  });
});

test.each<[source: object, authentication: object, problems: number]>([
  [{ grant: 'password', token: 't' }, { type: 'oauth2', token: 't', tokenType: 'Bearer' }, 0],
  [{ grant: '', token: 't', tokenType: ' MAC ' }, { type: 'oauth2', token: 't', tokenType: 'MAC' }, 0],
  [{ grant: '', token: 't', tokenInQuery: true }, { type: 'apiKey', key: 'access_token', value: 't', in: 'query' }, 0],
  [{ grant: '' }, { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' }, 1],
  [{ grant: 'implicit' }, { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' }, 1],
  [
    { grant: 'Client_Credentials', tokenUrl: 'u', clientId: 'c', clientSecret: '', scope: 's' },
    { type: 'oauth2Grant', grant: 'clientCredentials', tokenUrl: 'u', clientId: 'c', scope: 's' },
    0,
  ],
  [
    { grant: 'password_credentials', tokenUrl: 'u', inBody: true, username: 'a' },
    {
      type: 'oauth2Grant',
      grant: 'password',
      tokenUrl: 'u',
      clientId: '',
      clientAuthentication: 'body',
      username: 'a',
    },
    0,
  ],
  [
    { grant: 'authorization_code_with_pkce', tokenUrl: 'u' },
    { type: 'oauth2Grant', grant: 'authorizationCode', tokenUrl: 'u', clientId: '' },
    1,
  ],
  [
    { grant: 'authorization_code', tokenUrl: 'u', code: 'x' },
    { type: 'oauth2Grant', grant: 'authorizationCode', tokenUrl: 'u', clientId: '', code: 'x' },
    0,
  ],
  [
    { grant: 'refresh_token', refreshToken: 'r' },
    { type: 'oauth2Grant', grant: 'refreshToken', tokenUrl: '', clientId: '', refreshToken: 'r' },
    1,
  ],
])('OAuth 2.0 from %j is read', (source, authentication, count) => {
  const problems = new ProblemList();
  expect(oauth2Of(source as Parameters<typeof oauth2Of>[0], 'place', problems)).toEqual(authentication);
  expect(problems.list()).toHaveLength(count);
});

test('rows of clients are read, whatever member disables them', () => {
  const given = [
    { name: 'a', key: 'x', value: 1 },
    { key: 'b', value: true, description: { content: 'why' } },
    { key: 'c', disabled: true },
    { key: 'd', enabled: false },
    { key: 'e', active: false },
    { key: '', value: '' },
    { value: 'f' },
    'text',
  ];
  expect(rowsOf(given)).toEqual([
    pair('a', '1'),
    pair('b', 'true', { description: 'why' }),
    ...['c', 'd', 'e'].map((key) => pair(key, '', { enabled: false })),
    pair('', 'f'),
  ]);
  expect(withFolderHeaders([pair('a', '1')], [pair('A', '2'), pair('B', '3')])).toEqual([
    pair('B', '3'),
    pair('a', '1'),
  ]);
});

test('empty parts are left out of documentation', () => {
  expect(['a', { content: 'b' }, ' ', { content: '' }, 5, null].map(descriptionText)).toEqual([
    'a',
    'b',
    ...Array(4).fill(undefined),
  ]);
  expect(optional({ a: 1, b: undefined, c: [], d: {}, e: [0], f: '' })).toEqual({ a: 1, e: [0], f: '' });
  expect(optional({ a: undefined })).toBeUndefined();
});

test.each<[status: unknown, read: number]>([
  [200, 200],
  ['404', 404],
  [0, 0],
  [999, 999],
  [1000, 0],
  [-1, 0],
  [1.5, 0],
  ['x', 0],
])('the status %s of a saved response is %i', (status, read) => {
  expect(savedExample({ name: ' ', status, statusText: ' OK ', headers: [], body: null })).toEqual({
    name: 'Example',
    status: read,
    statusText: 'OK',
    headers: [],
    body: '',
  });
});

describe('rows', () => {
  test.each<[url: string, address: string, rows: KeyValue[]]>([
    ['http://h?a=\ud800', 'http://h?a=\ud800', []],
    ['http://h?a=%0D', 'http://h', [pair('a', '%0D')]],
    ['http://h?a=%F0%9F%98%80', 'http://h', [pair('a', '😀')]],
    ['http://h?%61=b', 'http://h', [pair('%61', 'b')]],
    ['http://h/{{a#b}}#c', 'http://h/{{a#b}}', []],
    ['http://h/{{a#', 'http://h/{{a', []],
    ['http://h?=', 'http://h?=', []],
    ['http://h?=a', 'http://h', [pair('', 'a')]],
    ['?a=b', '', [pair('a', 'b')]],
    ['http://h?a=b?c', 'http://h?a=b?c', []],
  ])('from the address %j', (url, address, queryParams) => {
    expect(splitQuery(url)).toStrictEqual({ url: address, queryParams });
  });

  test('are written as sent', () => {
    expect(encodedQuery([pair("a'b", '%20 {{c d}}%zz')])).toBe('a%27b=%20%20{{c d}}%25zz');
    expect(encodedForm([pair('a b', "{{c d}}+'")])).toBe('a+b={{c d}}%2B%27');
  });

  test.each<[text: string, fields: KeyValue[] | undefined]>([
    ['{{a\nb}}=c', undefined],
    ['a={{b\rc}}', undefined],
    ['%zz=a', undefined],
    ['a=%zz', undefined],
    ['=', undefined],
    ['a=b&=c', [pair('a', 'b'), pair('', 'c')]],
    ['{{a+b}}=%2B', [pair('{{a+b}}', '+')]],
  ])('from the form %j', (text, fields) => {
    expect(formFields(text)).toStrictEqual(fields);
  });
});

describe('a content type', () => {
  test.each([
    ['application/xml', 'xml'],
    ['x application/xml', 'text'],
    ['a+b/c.d+e+xml', 'xml'],
    ['application/x-json', 'text'],
    ['text/jsonx', 'text'],
    ['json', 'text'],
  ])('%s is of the kind %s', (type, kind) => {
    expect(textKind(type)).toBe(kind);
  });

  test('is that of a form or of parts only by its exact name', () => {
    const form = 'application/x-www-form-urlencoded';
    expect([` ${form}; charset=utf-8`, form.toUpperCase(), `x ${form}`, `${form}x`].map(isFormType)).toStrictEqual([
      true,
      true,
      false,
      false,
    ]);
    const parts = 'multipart/form-data';
    expect([` ${parts};boundary=x`, `x ${parts}`, `${parts}x`].map(isMultipart)).toStrictEqual([true, false, false]);
  });

  test.each<[type: string, headers: KeyValue[]]>([
    ['Application/JSON', []],
    ['TEXT/Plain', []],
    ['text/plain; charset=utf-8', []],
    ['text/plain2', [pair('Content-Type', 'text/plain2')]],
    ['a text/plain', [pair('Content-Type', 'a text/plain')]],
    ['text/plain; charset=ascii', [pair('Content-Type', 'text/plain; charset=ascii')]],
    ['multipart/form-data', [pair('Content-Type', 'multipart/form-data')]],
  ])('%s is written if the default differs', (type, expected) => {
    const headers: KeyValue[] = [];
    bodyOfText('a', type, headers);
    expect(headers).toStrictEqual(expected);
  });
});

describe('OAuth 2.0', () => {
  const read = (source: Parameters<typeof oauth2Of>[0]) => {
    const problems = new ProblemList();
    return { read: oauth2Of(source, 'place', problems), reasons: problems.list().map(({ reason }) => reason) };
  };
  const none = { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' };

  test.each<[source: Parameters<typeof oauth2Of>[0], read: object, reasons: string[]]>([
    [{ grant: '', tokenType: ' ' }, none, ['The OAuth 2.0 authentication has no token. Enter one, or its grant.']],
    [{ grant: 'implicit', token: '' }, none, ['The OAuth 2.0 grant implicit needs a browser. Enter a token instead.']],
    [
      { grant: 'Password-Credentials', tokenUrl: '', code: undefined, scope: '', inBody: false },
      { type: 'oauth2Grant', grant: 'password', tokenUrl: '', clientId: '' },
      ['The OAuth 2.0 authentication has no token URL. Enter it.'],
    ],
    [
      { grant: 'authorization_code', code: '' },
      { type: 'oauth2Grant', grant: 'authorizationCode', tokenUrl: '', clientId: '' },
      [
        'The authorization code is not part of the document. Sign in at the authorization server and enter the code.',
        'The OAuth 2.0 authentication has no token URL. Enter it.',
      ],
    ],
    [{ grant: '', token: 't', tokenInQuery: false }, { type: 'oauth2', token: 't', tokenType: 'Bearer' }, []],
  ])('from %j is read', (source, expected, reasons) => {
    expect(read(source)).toStrictEqual({ read: expected, reasons });
  });
});
