import type { FormField, HttpAuthentication, HttpBody, HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { exportCurl } from './export-curl.ts';
import { exportHar } from './export-har.ts';
import { fullUrl, graphqlText, plainRequest, signatureNote } from './plain-request.ts';
import { bracedText, dollarText, doubleQuoted, phpText, powerShellText, rubyText } from './string-literals.ts';

const pair = (key: string, value: string, more: object = {}): KeyValue => ({ key, value, ...more });
const stepOf = (more: Partial<ImportedStep> = {}): ImportedStep => newStep({ method: 'GET', url: 'http://h', ...more });
const signed = (authentication: HttpAuthentication) => stepOf({ authentication });
const json: HttpBody = { type: 'json', content: '{}' };
const aws: HttpAuthentication = {
  type: 'awsV4',
  accessKeyId: 'k',
  secretAccessKey: 's',
  region: 'r',
  service: 'v',
};

/** The words of a command, without the line continuations between them. */
const curl = (step: HttpStep) => exportCurl(step).replaceAll(' \\\n  ', ' ');

describe('curl sends', () => {
  test.each<[step: Partial<ImportedStep>, command: string]>([
    [{}, 'curl --url http://h -L'],
    [{ method: ' ' }, 'curl --url http://h -L'],
    [{ method: 'HEAD' }, 'curl -I --url http://h -L'],
    [{ method: 'PUT' }, 'curl -X PUT --url http://h -L'],
    [
      { method: 'HEAD', body: json },
      "curl -X HEAD --url http://h -H 'Content-Type: application/json' --data-raw '{}' -L",
    ],
    [{ method: 'POST', body: json }, "curl --url http://h -H 'Content-Type: application/json' --data-raw '{}' -L"],
    [{ body: { type: 'json', content: '' } }, "curl -X GET --url http://h -H 'Content-Type: application/json' -L"],
    [
      { method: 'POST', body: { type: 'json', content: '' } },
      "curl --url http://h -H 'Content-Type: application/json' --data-raw '' -L",
    ],
    [{ url: 'http://h/{{a}}' }, "curl -g --url 'http://h/{{a}}' -L"],
    [{ url: 'http://h/[1]' }, "curl -g --url 'http://h/[1]' -L"],
    [{ url: 'http://h/ä "{{b c}}"' }, "curl -g --url 'http://h/%C3%A4%20%22{{b c}}%22' -L"],
    [
      { headers: [pair(' A ', 'b'), pair('C', ''), pair('D', 'e', { enabled: false })] },
      "curl --url http://h -H 'A: b' -H 'C;' -L",
    ],
    [
      { headers: [pair('Range', 'bytes=0-5'), pair('range', 'bytes=1-2')] },
      "curl --url http://h -r 0-5 -H 'range: bytes=1-2' -L",
    ],
    [{ headers: [pair('Range', 'lines=1')] }, "curl --url http://h -H 'Range: lines=1' -L"],
    [{ headers: [pair('Accept-Encoding', 'gzip')] }, "curl --url http://h -H 'Accept-Encoding: gzip' --compressed -L"],
    [
      { method: 'POST', body: json, headers: [pair('content-type', 'a/b')] },
      "curl --url http://h -H 'content-type: a/b' --data-raw '{}' -L",
    ],
    [
      { method: 'POST', body: { type: 'urlencoded', fields: [pair('a', 'b c')] } },
      'curl --url http://h --data-raw a=b+c -L',
    ],
    [
      { method: 'POST', body: { type: 'binary', fileId: '' } },
      "curl --url http://h -H 'Content-Type: application/octet-stream' --data-binary @file -L",
    ],
    [
      { method: 'POST', body: { type: 'binary', fileId: 'a.png', contentType: 'image/png' } },
      "curl --url http://h -H 'Content-Type: image/png' --data-binary @a.png -L",
    ],
    [
      { method: 'POST', body: { type: 'graphql', query: '{a}', variables: '' } },
      `curl --url http://h -H 'Content-Type: application/json' --data-raw '{"query":"{a}"}' -L`,
    ],
    [{ settings: { followRedirects: false } }, 'curl --url http://h'],
    [
      { settings: { maxRedirects: 0, verifyCertificate: false, timeoutMs: 1500 } },
      'curl --url http://h -L --max-redirs 0 -k --max-time 1.5',
    ],
    [{ settings: { verifyCertificate: true, followRedirects: true } }, 'curl --url http://h -L'],
  ])('%j by %s', (step, command) => {
    expect(curl(stepOf(step))).toBe(command);
  });

  test.each<[field: Partial<FormField>, option: string]>([
    [{ value: 'b;c' }, "--form-string 'a=b;c'"],
    [{ value: 'b"\\', contentType: 'x/y;\nz' }, `-F 'a="b\\"\\\\";type=x/y z'`],
    [{ kind: 'file', fileName: 'c d.txt' }, `-F 'a=@"c d.txt"'`],
    [{ kind: 'file', fileName: '', contentType: 'x/y' }, `-F 'a=@"file";type=x/y'`],
  ])('the field %j by %s', (field, option) => {
    const fields: FormField[] = [{ key: 'a', value: '', kind: 'text', ...field }];
    expect(curl(stepOf({ method: 'POST', body: { type: 'form', fields } }))).toBe(`curl --url http://h ${option} -L`);
  });

  test.each<[authentication: HttpAuthentication, options: string]>([
    [{ type: 'none' }, ''],
    [{ type: 'basic', username: 'u', password: 'p' }, ' -u u:p'],
    [{ type: 'digest', username: 'u', password: 'p' }, ' --digest -u u:p'],
    [{ type: 'ntlm', username: 'u', password: 'p' }, ' --ntlm -u u:p'],
    [{ type: 'ntlm', username: 'u', password: 'p', domain: 'd' }, " --ntlm -u 'd\\u:p'"],
    [{ type: 'bearer', token: ' t ' }, ' --oauth2-bearer t'],
    [{ type: 'oauth2', token: ' t ', tokenType: ' ' }, " -H 'Authorization: Bearer t'"],
    [{ type: 'oauth2', token: 't', tokenType: 'MAC' }, " -H 'Authorization: MAC t'"],
    [{ type: 'oauth2Grant', grant: 'password', tokenUrl: '', clientId: '' }, " --oauth2-bearer '{{accessToken}}'"],
    [aws, ' --aws-sigv4 aws:amz:r:v -u k:s'],
    [{ ...aws, sessionToken: 'x' }, " --aws-sigv4 aws:amz:r:v -u k:s -H 'X-Amz-Security-Token: x'"],
    [{ type: 'apiKey', key: ' K ', value: 'v', in: 'header' }, " -H 'K: v'"],
  ])('the credentials %j', (authentication, options) => {
    expect(curl(signed(authentication))).toBe(`curl --url http://h${options} -L`);
  });

  test('a header of the request instead of its credentials', () => {
    const headers = [pair('authorization', 'own'), pair('k', 'own')];
    const login: HttpAuthentication = { type: 'basic', username: 'u', password: 'p' };
    const key: HttpAuthentication = { type: 'apiKey', key: 'K', value: 'v', in: 'header' };
    const command = "curl --url http://h -H 'authorization: own' -H 'k: own' -L";
    expect(curl(stepOf({ headers, authentication: login }))).toBe(command);
    expect(curl(stepOf({ headers, authentication: key }))).toBe(command);
  });

  test('from the Windows command prompt on lines joined by carets', () => {
    expect(exportCurl(stepOf({ method: 'PUT' }), { shell: 'cmd' })).toBe(
      'curl ^\n  -X ^"PUT^" ^\n  --url ^"http://h^" ^\n  -L',
    );
  });
});

test.each<[url: string, step: Partial<HttpStep>, sent: string]>([
  [' http://h/a#b ', {}, 'http://h/a'],
  ['http://h?', {}, 'http://h?'],
  ['http://h?', { queryParams: [pair('a', 'b')] }, 'http://h?a=b'],
  ['http://h?x', { queryParams: [pair('a', 'b')] }, 'http://h?x&a=b'],
  ['http://h?x&', { queryParams: [pair('a', 'b')] }, 'http://h?x&a=b'],
  ['http://h?x#y', {}, 'http://h?x'],
  ['http://h', { authentication: { type: 'apiKey', key: 'k', value: 'v', in: 'query' } }, 'http://h?k=v'],
  ['http://h', { authentication: { type: 'apiKey', key: 'k', value: 'v', in: 'header' } }, 'http://h'],
  ['http://h/{{a?b#c}}?d', {}, 'http://h/{{a?b#c}}?d'],
  [
    'http://h/{a}/:b/:c',
    { pathParams: [pair('a', '1/2'), pair('b', '{{x}} y'), pair('d', '3')] },
    'http://h/1%2F2/{{x}}%20y/:c',
  ],
  ['http://h/{a}', { pathParams: [pair('a', '%41', { enabled: false })] }, 'http://h/{a}'],
  ['http://h/{a}', { pathParams: [pair('a', '%41%')] }, 'http://h/%41%25'],
  ['http://h/{{a}}:80/x:a', { pathParams: [pair('a', '1')] }, 'http://h/{{a}}:80/x:a'],
])('the address %s with %j is sent as %s', (url, step, sent) => {
  expect(fullUrl({ url, queryParams: [], pathParams: [], ...step })).toBe(sent);
});

describe('a plain request has', () => {
  test.each<[step: Partial<ImportedStep>, plain: object]>([
    [{ method: ' ' }, { method: 'GET', url: 'http://h', headers: [], body: { kind: 'none' } }],
    [{ url: 'h:80/a' }, { url: 'http://h:80/a' }],
    [{ url: '{{h}}/a' }, { url: '{{h}}/a' }],
    [
      { body: { type: 'text', content: '' } },
      { body: { kind: 'none' }, headers: [pair('Content-Type', 'text/plain; charset=utf-8')] },
    ],
    [{ method: 'PUT', body: { type: 'text', content: '' } }, { body: { kind: 'text', text: '' } }],
    [{ method: 'head', body: { type: 'text', content: '' } }, { body: { kind: 'none' } }],
    [{ body: { type: 'text', content: 'a' } }, { body: { kind: 'text', text: 'a' } }],
    [{ body: { type: 'urlencoded', fields: [pair('a', 'b')] } }, { body: { kind: 'text', text: 'a=b' } }],
    [
      {
        body: {
          type: 'form',
          fields: [
            { ...pair('a', 'b'), kind: 'text' },
            { ...pair('c', 'd', { enabled: false }), kind: 'text' },
          ],
        },
      },
      { headers: [], body: { kind: 'form', fields: [{ ...pair('a', 'b'), kind: 'text' }] } },
    ],
    [
      { body: { type: 'binary', fileId: 'f' } },
      { body: { kind: 'file' }, headers: [pair('Content-Type', 'application/octet-stream')] },
    ],
    [{ body: { type: 'binary', fileId: 'f', contentType: 'a/b' } }, { headers: [pair('Content-Type', 'a/b')] }],
    [{ body: json, headers: [pair('content-type', 'a/b')] }, { headers: [pair('content-type', 'a/b')] }],
  ])('for %j %j', (step, plain) => {
    expect(plainRequest(stepOf(step))).toMatchObject(plain);
  });

  test.each<[authentication: HttpAuthentication, headers: KeyValue[], more: object]>([
    [{ type: 'basic', username: 'u', password: 'ä' }, [pair('Authorization', 'Basic dTrDpA==')], {}],
    [{ type: 'basic', username: '{{u}}', password: 'p' }, [pair('Authorization', 'Basic {{base64 of u:p}}')], {}],
    [{ type: 'bearer', token: ' t' }, [pair('Authorization', 'Bearer t')], {}],
    [{ type: 'oauth2', token: 't ', tokenType: '' }, [pair('Authorization', 'Bearer t')], {}],
    [{ type: 'oauth2', token: 't', tokenType: ' MAC' }, [pair('Authorization', 'MAC t')], {}],
    [
      { type: 'oauth2Grant', grant: 'password', tokenUrl: '', clientId: '' },
      [pair('Authorization', 'Bearer {{accessToken}}')],
      {},
    ],
    [{ type: 'apiKey', key: ' K', value: 'v', in: 'header' }, [pair('K', 'v')], {}],
    [{ type: 'apiKey', key: 'K', value: 'v', in: 'query' }, [], {}],
    [
      aws,
      [],
      { note: 'The AWS Signature v4 credentials are computed for each request and are not part of this code.' },
    ],
    [
      { type: 'digest', username: 'u', password: 'p' },
      [],
      { login: { kind: 'digest', username: 'u', password: 'p', domain: '' }, note: expect.stringContaining('Digest') },
    ],
    [
      { type: 'ntlm', username: 'u', password: 'p', domain: 'd' },
      [],
      { login: { kind: 'ntlm', username: 'u', password: 'p', domain: 'd' }, note: expect.stringContaining('NTLM') },
    ],
  ])('the credentials %j', (authentication, headers, more) => {
    const { method: _, url: __, body: ___, ...rest } = plainRequest(signed(authentication));
    expect(rest).toEqual({ headers, ...more });
  });

  test('no credentials other than those in its headers', () => {
    const headers = [pair('authorization', 'own')];
    for (const authentication of [
      aws,
      { type: 'bearer', token: 't' },
      { type: 'digest', username: 'u', password: 'p' },
    ] as const)
      expect(plainRequest(stepOf({ headers, authentication }))).toEqual({
        method: 'GET',
        url: 'http://h',
        headers,
        body: { kind: 'none' },
      });
  });

  test('no note about credentials that are not computed', () => {
    expect(signatureNote(signed({ type: 'bearer', token: 't' }))).toBeUndefined();
  });
});

test.each([
  ['', '', '{"query":"q"}'],
  [' {"a":{{b}}} ', '', '{"query":"q","variables":{"a":{{b}}}}'],
  ['', 'O', '{"query":"q","operationName":"O"}'],
])('GraphQL with the variables %j of the operation %j is %s', (variables, operationName, text) => {
  expect(graphqlText({ type: 'graphql', query: 'q', variables, operationName })).toBe(text);
});

test.each<[write: (text: string) => string, text: string, literal: string]>([
  [doubleQuoted, 'a"\\\n\b\f\u0001\u007f\u2028', '"a\\"\\\\\\n\\u0008\\u000c\\u0001\\u007f\\u2028"'],
  [doubleQuoted, '\\b', '"\\\\b"'],
  [rubyText, '#{a} #$b #@c # d', '"\\#{a} \\#$b \\#@c # d"'],
  [phpText, "a'\\$b", "'a\\'\\\\$b'"],
  [powerShellText, "a'‘’‚‛$b", "'a''‘‘’’‚‚‛‛$b'"],
  [dollarText, '$a', '"\\$a"'],
  [bracedText, 'a\u0001\n', '"a\\u{0001}\\n"'],
])('%o writes %j as %s', (write, text, literal) => {
  expect(write(text)).toBe(literal);
});

describe('an HTTP archive', () => {
  const entriesOf = (...steps: ImportedStep[]) => JSON.parse(exportHar({ title: 'C', steps })).log;
  const entryOf = (more: Partial<ImportedStep>) => entriesOf(stepOf(more)).entries[0];

  test('has a page per folder', () => {
    const log = entriesOf(
      stepOf({ group: 'b' }),
      stepOf({ name: 'n' }),
      stepOf({ group: 'a' }),
      stepOf({ group: 'b' }),
    );
    expect(log.pages.map(({ id, title }: { id: string; title: string }) => [id, title])).toEqual([
      ['page_1', 'b'],
      ['page_2', 'a'],
    ]);
    expect(log.entries.map(({ pageref }: { pageref?: string }) => pageref)).toEqual([
      'page_1',
      undefined,
      'page_2',
      'page_1',
    ]);
    expect(log.entries[1]).toMatchObject({ comment: 'n', response: { status: 0, headers: [], content: { size: 0 } } });
  });

  test.each<[step: Partial<ImportedStep>, request: object]>([
    [
      { url: 'http://h?a=b%20c&d&e=f+g&h=%zz?i' },
      {
        queryString: [
          { name: 'a', value: 'b c' },
          { name: 'd', value: '' },
          { name: 'e', value: 'f g' },
          { name: 'h', value: '%zz?i' },
        ],
      },
    ],
    [
      { headers: [pair('cookie', 'a=b=c; d;; e=')] },
      {
        cookies: [
          { name: 'a', value: 'b=c' },
          { name: 'd', value: '' },
          { name: 'e', value: '' },
        ],
      },
    ],
    [{ method: 'POST', body: json }, { postData: { mimeType: 'application/json', text: '{}' } }],
    [
      { body: { type: 'urlencoded', fields: [pair('a', 'b c')] } },
      {
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          text: 'a=b+c',
          params: [{ name: 'a', value: 'b c' }],
        },
      },
    ],
    [
      {
        body: {
          type: 'form',
          fields: [
            { ...pair('a', 'b'), kind: 'text', contentType: 'x/y' },
            { ...pair('c', ''), kind: 'file', fileName: '' },
          ],
        },
      },
      {
        postData: {
          mimeType: 'multipart/form-data',
          params: [
            { name: 'a', value: 'b', contentType: 'x/y' },
            { name: 'c', fileName: 'file' },
          ],
        },
      },
    ],
    [{ body: { type: 'binary', fileId: 'f', contentType: 'a/b' } }, { postData: { mimeType: 'a/b', text: '' } }],
  ])('has for %j the request %j', (step, request) => {
    expect(entryOf(step).request).toMatchObject(request);
  });

  test('has no body if none is sent', () => {
    expect(entryOf({}).request).not.toHaveProperty('postData');
    expect(entryOf({ method: 'POST', body: json }).request.postData).not.toHaveProperty('params');
  });

  test("has the request's own first example as its response", () => {
    const example = {
      name: '200 OK',
      status: 200,
      statusText: 'OK',
      body: 'ä',
      headers: [pair('content-type', 'a/b'), pair('LOCATION', '/x'), pair('Z', '', { enabled: false })],
    };
    const other = { ...example, name: 'Fine', status: 201, request: { ...stepOf() } };
    expect(entryOf({ examples: [other, example] }).response).toEqual({
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [
        { name: 'content-type', value: 'a/b' },
        { name: 'LOCATION', value: '/x' },
      ],
      content: { size: 2, mimeType: 'a/b', text: 'ä' },
      redirectURL: '/x',
      headersSize: -1,
      bodySize: -1,
    });
    expect(entryOf({ examples: [{ ...example, name: 'Fine' }] }).response.comment).toBe('Fine');
    expect(entryOf({ examples: [{ ...example, status: 0 }] }).response.status).toBe(0);
  });
});
