import { describe, expect, test } from 'vitest';
import { importOne, withOperation } from '../../testing/openapi-document.ts';
import { importOpenApi } from './import-openapi.ts';

/** The request of one operation, and the reported problems. */
function request(operation: object, rest: object = {}) {
  const { step, problems } = importOne(withOperation(operation, rest));
  return { ...step, gaps: problems.map(({ place, reason }) => `${place.replace('GET /things/{id}', '-')}: ${reason}`) };
}
const at = (place: string, name: string, more: object = {}) => ({ in: place, name, ...more });
const id = { key: 'id', value: 'string' };

describe('parameters', () => {
  test.each<[name: string, parameter: object, row: object | undefined]>([
    ['a required one', { required: true, schema: { type: 'integer' } }, { value: '1' }],
    ['an optional one', { schema: { type: 'integer' } }, { value: '1', enabled: false }],
    ['an optional one with a default', { schema: { type: 'integer', default: 5 } }, { value: '5', enabled: false }],
    ['an optional one with an example', { example: 5 }, { value: '5' }],
    ['an example of its schema', { schema: { example: 'e' } }, { value: 'e' }],
    [
      'an example of its schema in the way of Swagger',
      { schema: { type: 'string', 'x-example': 'e' } },
      { value: 'string' },
    ],
    ['examples of its schema', { schema: { examples: ['e'] } }, { value: 'e' }],
    ['no examples of its schema', { schema: { type: 'string', examples: [] } }, { value: 'string', enabled: false }],
    [
      'examples of its schema that are no list',
      { schema: { type: 'string', examples: { 0: 'e' } } },
      { value: 'string', enabled: false },
    ],
    ['an example of what its schema refers to', { schema: { $ref: '#/s' } }, { value: 'r' }],
    ['named examples', { examples: { a: {}, b: { value: 'n' } } }, { value: 'n' }],
    ['one that is switched off', { required: true, 'x-disabled': true, example: 'e' }, { value: 'e', enabled: false }],
    ['a description', { required: true, example: 'e', description: 'Why' }, { value: 'e', description: 'Why' }],
    ['an empty description', { required: true, example: 'e', description: ' ' }, { value: 'e' }],
    ['an example that is null', { example: null, required: true }, { value: '' }],
    ['content', { content: { x: 5, 'application/json': { example: ['a'] } } }, { value: '["a"]' }],
    [
      'content with a schema',
      { content: { 'application/json': { schema: { const: { a: 1 } } } }, required: true },
      { value: '{"a":1}' },
    ],
    [
      'content with an example of its schema',
      { content: { 'application/json': { schema: { example: { a: 1 } } } } },
      { value: '{"a":1}' },
    ],
    [
      'an example before its content',
      { example: ['a'], content: { 'application/json': { example: 'b' } } },
      { value: '["a"]' },
    ],
    ['a list', { example: ['a', 'b'], explode: false }, { value: 'a,b' }],
    ['a list of an unknown style', { example: ['a', 'b'], style: 'own' }, { value: 'a,b' }],
    ['a list with tabs', { example: ['a', 'b'], style: 'tabDelimited' }, { value: 'a\tb' }],
    ['things in a list', { example: [{ a: 1 }, null], explode: false }, { value: '{"a":1},' }],
    ['no thing', { example: {}, explode: false }, { value: '' }],
    ['a thing', { example: { a: [1], b: 2 }, explode: false }, { value: 'a,[1],b,2' }],
    ['a thing with blanks between', { example: { a: 1 }, style: 'spaceDelimited' }, { value: 'a,1' }],
  ])('in the query: %s', (_name, parameter, row) => {
    const { queryParams, gaps } = request({ parameters: [at('query', 'p', parameter)] }, { s: { example: 'r' } });
    expect(queryParams).toEqual([{ key: 'p', ...row }]);
    expect(gaps).toEqual([]);
  });

  test.each([
    [
      'explode',
      { explode: true },
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'nothing',
      {},
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'an explode that is none',
      { explode: 'no' },
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a deep object',
      { style: 'deepObject', explode: false },
      [
        ['p[a]', '1'],
        ['p[b]', '2'],
      ],
    ],
  ])('a parameter in the query with %s', (_name, parameter, rows) => {
    const { queryParams } = request({ parameters: [at('query', 'p', { example: { a: 1, b: 2 }, ...parameter })] });
    expect(queryParams.map(({ key, value }) => [key, value])).toEqual(rows);
  });

  test('of headers, each on one line, without those described elsewhere', () => {
    const parameters = ['Accept', 'AUTHORIZATION', 'content-type', 'X-A'].map((name) =>
      at('header', name, { example: 'a\r\n\nb' }),
    );
    const { headers } = request({
      parameters: [
        ...parameters,
        at('header', 'X-B', { example: { a: 1 }, explode: true, description: 'Why' }),
        at('header', 'X-C', { schema: { const: ['a', 'b'] } }),
      ],
    });
    expect(headers).toEqual([
      { key: 'X-A', value: 'a b' },
      { key: 'X-B', value: 'a=1', description: 'Why' },
      { key: 'X-C', value: 'a,b', enabled: false },
    ]);
  });

  test('of the path, never empty', () => {
    const paths = {
      '/{a}/{b}/{c}/{d}': {
        get: {
          parameters: [
            at('path', 'a', { example: '' }),
            at('path', 'b', { example: { x: 1 }, description: 'Why' }),
            at('path', 'c', { example: { x: 1 }, explode: true }),
            at('query', 'd'),
          ],
        },
      },
    };
    const { steps } = importOpenApi(JSON.stringify({ openapi: '3.1.0', paths }));
    expect(steps[0]?.pathParams).toEqual([
      { key: 'a', value: '1' },
      { key: 'b', value: 'x,1', description: 'Why' },
      { key: 'c', value: 'x=1' },
      { key: 'd', value: 'string' },
    ]);
    expect(steps[0]?.queryParams.map(({ key }) => key)).toEqual(['d']);
  });

  test('of cookies: sent and unsent ones', () => {
    const { headers } = request({
      parameters: [
        at('cookie', 'a', { example: 'x y' }),
        at('cookie', 'b', { required: true, schema: { const: 'z' } }),
        at('cookie', 'c'),
        at('cookie', 'd', { schema: { const: 'e' } }),
      ],
    });
    expect(headers).toEqual([
      { key: 'Cookie', value: 'a=x%20y; b=z' },
      { key: 'Cookie', value: 'c=; d=e', enabled: false },
    ]);
    expect(request({ parameters: [at('cookie', 'a')] }).headers).toEqual([
      { key: 'Cookie', value: 'a=', enabled: false },
    ]);
  });

  test('those that cannot be sent are reported', () => {
    const { gaps, pathParams } = request({
      parameters: [{ in: 'query' }, { name: ' ', in: 'query' }, { name: 'x' }, at('body', 'y'), 5],
    });
    expect(gaps).toEqual([
      '-, parameters: A parameter without a name was left out.',
      '-, parameter x: A parameter stands in path, query, header or cookie, not in null; it was left out.',
      '-, parameter y: A parameter stands in path, query, header or cookie, not in "body"; it was left out.',
    ]);
    expect(pathParams).toEqual([id]);
  });

  test('styles are written only for path parameters', () => {
    const { url } = request({
      parameters: [at('query', 'id', { style: 'label' }), at('path', 'id', { style: 'simple' })],
    });
    expect(url).toBe('{{baseUrl}}/things/{id}');
  });
});

describe('bodies', () => {
  const bodyOf = (content: object, rest: object = {}) => {
    const { body, headers, gaps } = request({ requestBody: { content } }, rest);
    return { body, type: headers.find(({ key }) => key === 'Content-Type')?.value, gaps };
  };
  const json = (content: string) => ({ type: 'json', content });
  test.each<[name: string, content: object, body: object, type?: string]>([
    [
      'JSON before anything else',
      {
        'text/plain': { example: 't' },
        'application/vnd.a+json': { example: 1 },
        'application/json; charset=utf-8': { example: 2 },
      },
      json('2'),
      'application/json; charset=utf-8',
    ],
    [
      'a kind of JSON before forms',
      { 'application/x-www-form-urlencoded': {}, 'application/hal+json': { example: 1 } },
      json('1'),
      'application/hal+json',
    ],
    [
      'forms before parts',
      { 'multipart/form-data': {}, 'application/x-www-form-urlencoded': {} },
      { type: 'urlencoded', fields: [] },
    ],
    ['parts before XML', { 'text/xml': {}, 'multipart/form-data': {} }, { type: 'form', fields: [] }],
    [
      'XML before texts',
      { 'text/plain': {}, 'application/atom+xml': { example: '<a/>' } },
      { type: 'xml', content: '<a/>' },
      'application/atom+xml',
    ],
    [
      'texts before others',
      { 'image/png': {}, 'text/csv': { example: 'a,b' } },
      { type: 'text', content: 'a,b' },
      'text/csv',
    ],
    ['other parts', { 'multipart/mixed': {} }, { type: 'form', fields: [] }],
    ['any type', { '*/*': { example: 1 } }, json('1')],
    ['plain JSON', { 'Application/JSON': { example: 1 } }, json('1')],
    ['plain XML', { 'application/XML': { example: '<a/>' } }, { type: 'xml', content: '<a/>' }],
    ['plain text', { 'text/plain': { example: 5 } }, { type: 'text', content: '5' }],
    ['XML without anything', { 'application/xml': {} }, { type: 'xml', content: '' }],
    [
      'XML whose example is none',
      { 'application/xml': { example: 5, schema: { const: 'x' } } },
      { type: 'xml', content: '<root>x</root>' },
    ],
    ['JSON without anything', { 'application/json': {} }, json('{}')],
    ['a thing in JSON', { 'application/json': { example: { a: [1] } } }, json('{\n  "a": [\n    1\n  ]\n}')],
    ['a text that is JSON', { 'application/json': { example: ' {"a":1}' } }, json(' {"a":1}')],
    ['a text that is a list', { 'application/json': { example: '[1]' } }, json('[1]')],
    ['a text with variables', { 'application/json': { example: '{"a":{{b}}}' } }, json('{"a":{{b}}}')],
    ['a text with braces', { 'application/json': { example: '{"a":{b}}' } }, json('"{\\"a\\":{b}}"')],
    ['a text that is none', { 'application/json': { example: 'x {"a":1}' } }, json('"x {\\"a\\":1}"')],
    ['no content', {}, { type: 'none' }],
  ])('%s', (_name, content, body, type) => {
    expect(bodyOf(content)).toEqual({ body, type, gaps: [] });
  });

  test('values that cannot be generated are reported', () => {
    expect(bodyOf({ 'image/png': {} })).toEqual({
      body: { type: 'none' },
      type: undefined,
      gaps: ['-, request body: A body of type image/png cannot be made up. Choose a file or write a text.'],
    });
    expect(bodyOf({ 'application/json': { example: 'x', schema: { type: 'integer' } } }).gaps[0]).toMatch(
      /^-, request body: The example of the document does not fit its schema: at \$, /,
    );
    expect(
      bodyOf({
        'application/json': {
          example: '{"a":"x"}',
          schema: { properties: { a: { type: 'integer' } }, type: 'object' },
        },
      }).gaps[0],
    ).toMatch(/does not fit its schema: at \$\.a, /);
    expect(
      bodyOf({
        'application/json': { example: '{"a":5}', schema: { properties: { a: { type: 'integer' } }, type: 'object' } },
      }).gaps,
    ).toEqual([]);
    expect(
      bodyOf({ 'application/json': { examples: { a: { externalValue: 'http://e' } }, schema: { const: 1 } } }),
    ).toMatchObject({
      body: json('1'),
      gaps: ['-, request body: The example at http://e is not read; a sample was made instead.'],
    });
  });

  test('fields: those of the example are sent, the others are listed', () => {
    const properties = {
      a: { type: 'string', description: 'A' },
      b: { type: 'integer', description: 'B' },
      c: { type: 'array', items: { type: 'string' }, minItems: 2 },
      d: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } }, minItems: 1 },
      e: { $ref: '#/s' },
    };
    const { body } = bodyOf(
      { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, example: { a: 'x' } } },
      { s: { type: 'string', description: 'E' } },
    );
    expect(body).toEqual({
      type: 'urlencoded',
      fields: [
        { key: 'a', value: 'x', description: 'A' },
        { key: 'b', value: '1', enabled: false, description: 'B' },
        { key: 'c', value: 'string', enabled: false },
        { key: 'c', value: 'string', enabled: false },
        { key: 'd', value: '[{"x":1}]', enabled: false },
        { key: 'e', value: 'string', enabled: false, description: 'E' },
      ],
    });
  });

  test('fields of a sample are sent according to their encoding', () => {
    const properties = {
      l: { const: ['a', 'b'] },
      o: { const: [{ x: 1 }] },
      t: { const: { y: 2 } },
      u: { const: { z: 3 } },
      v: { const: { w: 4 } },
    };
    const encoding = {
      l: { style: 'pipeDelimited', explode: false },
      o: { explode: true },
      t: { explode: true },
      u: { style: 'form', explode: false },
    };
    const { body } = bodyOf({
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', required: Object.keys(properties), properties },
        encoding,
      },
    });
    expect(body).toEqual({
      type: 'urlencoded',
      fields: [
        { key: 'l', value: 'a|b' },
        { key: 'o', value: '[{"x":1}]' },
        { key: 'y', value: '2' },
        { key: 'u', value: 'z,3' },
        { key: 'v', value: '{"w":4}' },
      ],
    });
  });

  test("parts: files are selected by hand, and types are the document's", () => {
    const file = { type: 'string', format: 'binary' };
    const properties = {
      f: file,
      g: { type: 'array', items: file },
      h: { contentMediaType: 'application/octet-stream' },
      i: { type: ['string'], contentMediaType: 'application/octet-stream', const: 'i' },
      j: { const: 'j' },
      k: { const: 'k' },
      r: { $ref: '#/s' },
    };
    const encoding = {
      j: { contentType: 'text/csv' },
      k: { contentType: 'image/png, image/gif' },
      i: { contentType: 5 },
    };
    const { body, gaps } = bodyOf(
      {
        'multipart/form-data': { schema: { type: 'object', required: Object.keys(properties), properties }, encoding },
      },
      { s: file },
    );
    const chosen = (key: string) => ({ key, value: '', kind: 'file', enabled: false });
    expect(body).toEqual({
      type: 'form',
      fields: [
        { key: 'i', value: 'i', kind: 'text' },
        { key: 'j', value: 'j', kind: 'text', contentType: 'text/csv' },
        { key: 'k', value: 'k', kind: 'text' },
        chosen('f'),
        chosen('g'),
        chosen('h'),
        chosen('r'),
      ],
    });
    expect(gaps).toEqual(
      ['f', 'g', 'h', 'r'].map(
        (name) => `-, request body: The field ${name} sends a file. Choose one and switch the field on.`,
      ),
    );
  });
});

describe('credentials', () => {
  const secured = (schemes: object, security: unknown, rest: object = {}) =>
    request({ security }, { components: { securitySchemes: schemes }, ...rest });
  const flows = (grant: string, tokenUrl = 'https://a.test/token') => ({
    it: { type: 'oauth2', flows: { [grant]: { tokenUrl } } },
  });
  const granted = {
    type: 'oauth2Grant',
    tokenUrl: 'https://a.test/token',
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
  };
  const token = { type: 'oauth2', token: '{{accessToken}}', tokenType: 'Bearer' };
  test.each<[name: string, schemes: object, scopes: unknown[], authentication: object]>([
    [
      'digest',
      { it: { type: 'http', scheme: 'DIGEST' } },
      [],
      { type: 'digest', username: '{{username}}', password: '{{password}}' },
    ],
    ['OpenID Connect', { it: { type: 'openIdConnect' } }, [], token],
    [
      'a grant without a person',
      flows('clientCredentials'),
      ['a', 5, 'b'],
      { ...granted, grant: 'clientCredentials', scope: 'a b' },
    ],
    [
      'a grant of a password',
      flows('password'),
      [],
      { ...granted, grant: 'password', username: '{{username}}', password: '{{password}}' },
    ],
    ['a grant in a browser', flows('authorizationCode'), ['a'], token],
    ['a grant at a place that is none', flows('password', 'ftp://http://a'), [], token],
    [
      'a key in a header',
      { it: { type: 'apiKey', in: 'header', name: 'X-K' } },
      [],
      { type: 'apiKey', key: 'X-K', value: '{{apiKey}}', in: 'header' },
    ],
    [
      'a key at a place that is none',
      { it: { type: 'apiKey', name: 'X-K' } },
      [],
      { type: 'apiKey', key: 'X-K', value: '{{apiKey}}', in: 'header' },
    ],
  ])('%s', (_name, schemes, scopes, authentication) => {
    const found = secured(schemes, [{ it: scopes }]);
    expect([found.authentication, found.gaps]).toEqual([authentication, []]);
  });

  test.each([
    ['of HTTP', { type: 'http', scheme: 'Hawk' }, ' (http Hawk)'],
    ['without a kind', { type: 'http' }, ' (http)'],
    ['a key without a name', { type: 'apiKey', in: 'query' }, ' (apiKey)'],
    ['nothing', {}, ' ()'],
    ['not there', undefined, ''],
  ])('an unsupported scheme is reported: %s', (_name, scheme, kind) => {
    const { authentication, gaps } = secured({ it: scheme }, [{ it: [] }]);
    expect(authentication).toEqual({ type: 'none' });
    expect(gaps.filter((line) => line.includes('supported'))).toEqual([
      `-, security: The security scheme it${kind} is not supported; add its credentials by hand.`,
    ]);
  });

  test('keys are named after their schemes if several are used', () => {
    const key = (where: string) => ({ type: 'apiKey', in: where, name: `k-${where}` });
    const schemes = { 'a  b': key('query'), '1c': key('header'), d: key('cookie'), unused: key('query') };
    const { authentication, queryParams, headers } = secured(schemes, [{ 'a  b': [], '1c': [], d: [] }]);
    expect(authentication).toEqual({ type: 'apiKey', key: 'k-query', value: '{{a_b}}', in: 'query' });
    expect([queryParams, headers]).toEqual([
      [],
      [
        { key: 'k-header', value: '{{_1c}}' },
        { key: 'Cookie', value: 'k-cookie={{d}}' },
      ],
    ]);
    const second = secured(schemes, [{ d: [], '1c': [], 'a  b': [] }]);
    expect(second.queryParams).toEqual([{ key: 'k-query', value: '{{a_b}}' }]);
    expect(secured(schemes, [{ d: [] }]).headers).toEqual([{ key: 'Cookie', value: 'k-cookie={{apiKey}}' }]);
    const ofAll = secured(schemes, [{ d: [] }], { security: [{ unused: [] }] });
    expect(ofAll.headers).toEqual([{ key: 'Cookie', value: 'k-cookie={{d}}' }]);
  });

  test('the first choice counts, only one of two schemes is sent, and invalid choices are left out', () => {
    const bearer = { type: 'http', scheme: 'bearer' };
    const basic = { type: 'http', scheme: 'basic' };
    const { authentication, gaps } = secured({ bearer, basic }, [5, { bearer: [], basic: [] }, { basic: [] }]);
    expect(authentication).toEqual({ type: 'bearer', token: '{{bearerToken}}' });
    expect(gaps).toEqual(['-, security: basic is wanted besides another scheme; only one of them is sent.']);
    expect(secured({ bearer }, []).authentication).toEqual({ type: 'none' });
  });
});

test('names and folders of requests', () => {
  const paths = {
    '/{id}/orders//x': { get: { summary: ' a \n b ', tags: [5, 'x'] }, put: { tags: [' '], operationId: 'put' } },
    '/{id}': { get: {} },
    '/x-y': { get: { tags: ['T', 'U'] } },
  };
  const { steps } = importOpenApi(JSON.stringify({ openapi: '3.1.0', paths }));
  expect(steps.map(({ name, group }) => [name, group])).toEqual([
    ['a b', 'orders'],
    ['put', 'orders'],
    ['GET /{id}', 'default'],
    ['GET /x-y', 'T'],
  ]);
});

test('long ones are reported in shortened form', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, {}]));
  const ten = 'n0, n1, n2, n3, n4, n5, n6, n7, n8, n9';
  const { gaps } = request(
    { callbacks: many(10), responses: { 200: { links: many(12) }, 201: {} } },
    { 'x-webhooks': many(1) },
  );
  expect(gaps).toEqual([
    `-: The callbacks ${ten} are sent by the service; they are no requests.`,
    `-: The links ${ten} and 2 more are not followed. Take the values over with a data handler.`,
    'webhooks: The service itself sends these, so they are no requests: n0.',
  ]);
});
