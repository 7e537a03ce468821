import { describeOpenApi } from '@touchstone/engine-import/core';
import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../testing/request.ts';
import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import { RequestView } from '../request/request-view.ts';
import { openApiValidator } from './openapi-validator.ts';

const text = { type: 'string' };
const whole = { type: 'integer', maximum: 10 };
const query = (name: string, schema: object, more: object = {}) => ({ in: 'query', name, schema, ...more });
const json = (schema: object) => ({ 'application/json': { schema } });
const user = { type: 'object', required: ['name'], properties: { name: text } };

function validatorOf(paths: object, basePath = '') {
  const api = describeOpenApi(JSON.stringify({ openapi: '3.0.3', info: { title: 'A', version: '1' }, paths }));
  expect(api.problems).toEqual([]);
  const validator = openApiValidator(api, basePath);
  const view = (given: GivenRequest) => new RequestView(mockRequest(given));
  return {
    request: (given: GivenRequest) =>
      validator.request(view(given)).map(({ place, message }) => `${place}: ${message}`),
    answer: (answer: Partial<MockAnswer>, given: GivenRequest = {}) =>
      validator
        .answer(view({ url: '/a', ...given }), { ...plainAnswer(200, ''), ...answer })
        .map(({ in: side, place, message }) => `${side} ${place}: ${message}`),
  };
}

const parameters = [
  query('n', whole),
  query('must', text, { required: true }),
  query('list', { type: 'array', items: { type: 'integer' } }),
  query('commas', { type: 'array', items: { type: 'integer' } }, { explode: false }),
  query('pipes', { type: 'array', items: text, minItems: 2 }, { style: 'pipeDelimited', explode: false }),
  query('blanks', { type: 'array', items: { type: 'number' } }, { style: 'spaceDelimited', explode: false }),
  query('deep', { type: 'object' }, { style: 'deepObject', required: true }),
  query('yes', { type: 'boolean' }),
  { in: 'header', name: 'X-N', schema: whole },
  { in: 'header', name: 'X-List', schema: { type: 'array', items: { type: 'integer' } } },
  { in: 'header', name: 'Authorization', required: true, schema: text },
  { in: 'cookie', name: 'c', schema: { type: 'integer' } },
];

describe('a request', () => {
  const { request } = validatorOf({
    '/a': { get: { parameters, responses: { 200: { description: '' } } } },
    '/b/{id}': {
      get: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: '' } },
      },
      put: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
        requestBody: { required: true, content: { ...json(user), 'text/*': { schema: whole } } },
        responses: { 200: { description: '' } },
      },
      post: {
        parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
        requestBody: { content: { '*/*': { schema: user } } },
        responses: { 200: { description: '' } },
      },
    },
  });

  test.each<[query: string, wrong: RegExp[], headers?: Record<string, string>]>([
    ['', []],
    ['n=10', []],
    ['n=11', [/^query\.n: .*10/]],
    ['n=x', [/^query\.n: .*integer/]],
    ['n=1.5', [/^query\.n: .*integer/]],
    ['n=-1e0', []],
    ['n=', [/^query\.n: /]],
    ['list=1&list=2', []],
    ['list=1&list=x', [/^query\.list: \$\[1\]: .*integer/]],
    ['list=1,2', [/^query\.list: /]],
    ['commas=1,2', []],
    ['commas=1,x', [/^query\.commas: \$\[1\]: /]],
    ['pipes=a|b', []],
    ['pipes=a,b', [/^query\.pipes: /]],
    ['blanks=1%202.5', []],
    ['blanks=1|2', [/^query\.blanks: /]],
    ['yes=true', []],
    ['yes=false', []],
    ['yes=TRUE', [/^query\.yes: .*boolean/]],
    ['deep[a]=1', []],
    ['', [], { 'X-N': '3', 'X-List': '1,2', Cookie: 'c=4' }],
    [
      '',
      [/^header\.X-N: /, /^header\.X-List: \$\[1\]: /, /^cookie\.c: /],
      { 'X-N': 'x', 'X-List': '1,y', Cookie: 'c=z' },
    ],
  ])('with the query %s is validated: %j', (given, wrong, headers = {}) => {
    const found = request({ url: `/a?must=1&${given}`, headers });
    expect(found).toEqual(wrong.map((pattern) => expect.stringMatching(pattern)));
  });

  test('without required parts is a violation, except for transport headers', () => {
    expect(request({ url: '/a' })).toEqual(['query.must: The query parameter must is missing.']);
  });

  test.each<[given: GivenRequest, wrong: (string | RegExp)[]]>([
    [{ url: '/c' }, ['path: /c is not a path of the description.']],
    [{ method: 'DELETE', url: '/b/7' }, ['method: DELETE is not described for /b/7. Described: GET, POST, PUT.']],
    [{ url: '/b/7' }, []],
    [{ url: '/b/x' }, [/^path\.id: .*integer/]],
    [{ method: 'PUT', url: '/b/7' }, ['body: The body is missing.']],
    [{ method: 'POST', url: '/b/7' }, []],
    [{ method: 'PUT', url: '/b/7', body: '{"name":"a"}', headers: { 'Content-Type': 'Application/JSON; x=y' } }, []],
    [
      { method: 'PUT', url: '/b/7', body: '{"name":1}', headers: { 'Content-Type': 'application/json' } },
      [/^body \$\.name: /],
    ],
    [{ method: 'PUT', url: '/b/7', body: '{}', headers: { 'Content-Type': 'application/json' } }, [/^body \$: .*name/]],
    [{ method: 'PUT', url: '/b/7', body: 'x', headers: { 'Content-Type': 'text/plain' } }, []],
    [
      { method: 'PUT', url: '/b/7', body: 'x', headers: { 'Content-Type': 'image/png' } },
      ['header.Content-Type: “image/png” is not described. Described: application/json, text/*.'],
    ],
    [{ method: 'PUT', url: '/b/7', body: 'x' }, [/^header\.Content-Type: “” is not described/]],
    [{ method: 'POST', url: '/b/7', body: '{}', headers: { 'Content-Type': 'application/x+json' } }, [/^body \$: /]],
    [{ method: 'POST', url: '/b/7', body: '{}', headers: { 'Content-Type': 'text/plain' } }, []],
  ])('%j has these violations: %j', (given, wrong) => {
    expect(request(given)).toEqual(wrong.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
  });

  test("outside of the API's address is not validated", () => {
    const below = validatorOf({ '/a': { get: { responses: { 200: { description: '' } } } } }, '/v1');
    expect([below.request({ url: '/v1/a' }), below.request({ url: '/a' }), below.answer({ status: 500 })]).toEqual([
      [],
      [],
      [],
    ]);
    expect(below.request({ url: '/v1/b' })).toEqual(['path: /v1/b is not a path of the description.']);
  });
});

describe('a response', () => {
  const described = (responses: object, method = 'get') => validatorOf({ '/a': { [method]: { responses } } });
  const all = {
    200: { description: '', content: json(user) },
    204: { description: '' },
    '4XX': { description: '', content: { 'text/plain': { schema: whole } } },
  };
  const typed = (type: string): Partial<MockAnswer> => ({ headers: [['content-TYPE', type]] });

  test.each<[answer: Partial<MockAnswer>, wrong: (string | RegExp)[]]>([
    [{ ...typed('application/json'), body: '{"name":"a"}' }, []],
    [{ ...typed('application/json; charset=utf-8'), body: '{}' }, [/^answer body \$: .*name/]],
    [{ ...typed('application/json'), body: new TextEncoder().encode('{"name":1}') }, [/^answer body \$\.name: /]],
    [{ ...typed('application/json'), body: '{}', fault: 'EMPTY_RESPONSE' }, []],
    [{ ...typed('application/json'), body: '{}', events: [] }, []],
    [typed('text/html'), ['answer header.Content-Type: “text/html” is not described for 200.']],
    [{ headers: [] }, ['answer header.Content-Type: “” is not described for 200.']],
    [{ status: 204, headers: [] }, []],
    [{ status: 404, ...typed('text/plain'), body: 'x' }, []],
    [{ status: 404, ...typed('application/json'), body: 'x' }, [/is not described for 404/]],
    [{ status: 500 }, ['answer status: The status 500 is not described.']],
  ])('%j has these violations: %j', (answer, wrong) => {
    const found = described(all).answer(answer);
    expect(found).toEqual(wrong.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
  });

  test('is validated against the closest description of its status', () => {
    const contents = (value: string) => ({ description: '', content: { [value]: {} } });
    const { answer } = described({
      404: contents('a/exact'),
      '4xx': contents('a/class'),
      default: contents('a/other'),
    });
    const judged = (status: number, type: string) => answer({ status, ...typed(type) }).length;
    expect([judged(404, 'a/exact'), judged(410, 'a/class'), judged(500, 'a/other')]).toEqual([0, 0, 0]);
    expect([judged(404, 'a/class'), judged(410, 'a/other'), judged(500, 'a/class')]).toEqual([1, 1, 1]);
  });

  test('to HEAD, to an undescribed operation, or without described responses, is not validated', () => {
    expect(described(all, 'head').answer({ headers: [] }, { method: 'HEAD' })).toEqual([]);
    expect(described(all).answer({ status: 500 }, { url: '/b' })).toEqual([]);
    expect(described({}).answer({ status: 500 })).toEqual([]);
  });
});
