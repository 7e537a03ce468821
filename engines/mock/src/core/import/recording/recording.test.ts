import { describe, expect, test } from 'vitest';
import { type GivenRequest, mockRequest } from '../../../testing/request.ts';
import { RequestView } from '../../request/request-view.ts';
import {
  factsOfExchange,
  keepExchange,
  type RecordedExchange,
  type RecordingOptions,
  responseOfAnswer,
  stubsOfRecording,
} from './recording.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const exchange = (given: GivenRequest = {}, answer: Partial<RecordedExchange> = {}): RecordedExchange => ({
  request: new RequestView(mockRequest(given)),
  status: 200,
  headers: [],
  body: bytes(''),
  ...answer,
});
const keptOf = (given: GivenRequest, options?: RecordingOptions, answer?: Partial<RecordedExchange>) =>
  keepExchange(exchange(given, answer), options);
const typed = (type: string, body: string | Uint8Array): GivenRequest => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});

describe('a recorded request is matched by', () => {
  test.each<[url: string, options: RecordingOptions, pattern: object]>([
    ['/a?b=1', {}, { url: '/a?b=1' }],
    ['/a?b=1&token=x', {}, { urlPath: '/a', queryParameters: { b: { equalTo: '1' }, token: { matches: '.+' } } }],
    ['/a?b=1&token=x', { masksSecrets: false }, { url: '/a?b=1&token=x' }],
    ['/a?b=s3', { secrets: ['s3', ''] }, { urlPath: '/a', queryParameters: { b: { matches: '.+' } } }],
    ['/a/s3/c', { secrets: ['s3'] }, { urlPathTemplate: '/a/{secret}/c' }],
    ['/a/s3?b=1', { secrets: ['s3'] }, { urlPathTemplate: '/a/{secret}', queryParameters: { b: { equalTo: '1' } } }],
  ])('its address %s with %j', (url, options, pattern) => {
    expect(keptOf({ url }, options).request).toEqual({ method: 'GET', ...pattern });
  });

  test.each<[options: RecordingOptions, headers: object | undefined]>([
    [{}, undefined],
    [{ captureHeaders: { 'x-a': {}, none: {} } }, { 'x-a': { equalTo: '1' } }],
    [{ captureHeaders: { 'X-A': { caseInsensitive: true } } }, { 'X-A': { equalTo: '1', caseInsensitive: true } }],
    [{ captureHeaders: { Authorization: {} } }, { Authorization: { matches: '.+' } }],
    [{ captureHeaders: { Authorization: {} }, masksSecrets: false }, { Authorization: { equalTo: 'Bearer x' } }],
    [{ captureHeaders: { 'X-A': {} }, secrets: ['1'] }, { 'X-A': { matches: '.+' } }],
    [{ captureHeaders: { none: {} } }, undefined],
  ])('its headers with %j', (options, headers) => {
    expect(keptOf({ headers: { 'X-A': '1', Authorization: 'Bearer x' } }, options).request.headers).toEqual(headers);
  });

  const any = { ignoreArrayOrder: true, ignoreExtraElements: true };
  test.each<[given: GivenRequest, options: RecordingOptions, body: object | string | undefined]>([
    [{}, {}, undefined],
    [typed('application/json', '{"a":1}'), {}, { equalToJson: '{"a":1}', ...any }],
    [typed('application/json', 'no json'), {}, { equalTo: 'no json' }],
    [typed('text/xml', ' <a/>'), {}, { equalToXml: ' <a/>' }],
    [typed('text/xml', 'no xml'), {}, { equalTo: 'no xml' }],
    [typed('text/plain', '{"a":1}'), {}, { equalTo: '{"a":1}' }],
    [
      typed('text/plain', '{"a":1}'),
      { requestBodyPattern: { matcher: 'equalToJson', ignoreArrayOrder: false, ignoreExtraElements: false } },
      { equalToJson: '{"a":1}', ignoreArrayOrder: false, ignoreExtraElements: false },
    ],
    [typed('text/plain', '<a/>'), { requestBodyPattern: { matcher: 'equalToXml' } }, { equalToXml: '<a/>' }],
    [typed('application/json', '{}'), { requestBodyPattern: { matcher: 'equalTo' } }, { equalTo: '{}' }],
    [
      typed('text/plain', 'A'),
      { requestBodyPattern: { caseInsensitive: true } },
      { equalTo: 'A', caseInsensitive: true },
    ],
    [typed('image/png', new Uint8Array([0, 255])), {}, { binaryEqualTo: 'AP8=' }],
    [typed('text/plain', '\u0001'), {}, { binaryEqualTo: 'AQ==' }],
    [typed('text/plain', '{{vars.a}}'), {}, { binaryEqualTo: btoa('{{vars.a}}') }],
    [typed('Multipart/form-data; boundary=x', '--x--'), {}, 'multipart'],
    [typed('application/json', '{"password":"x"}'), {}, 'credentials'],
    [typed('application/json', '{"a":"s3"}'), { secrets: ['s3'] }, 'credentials'],
    [
      typed('application/json', '{"password":"x"}'),
      { masksSecrets: false },
      { equalToJson: '{"password":"x"}', ...any },
    ],
  ])('its body %j with %j', (given, options, body) => {
    const { request, recorded } = keptOf(given, options);
    expect(request.bodyPatterns).toEqual(typeof body === 'object' ? [body] : undefined);
    expect(recorded.bodyLeftOut).toBe(typeof body === 'string' ? body : undefined);
  });

  test('no credentials, even if they are visible only in the decompressed body', () => {
    const { recorded } = keptOf(
      typed('application/json', 'zipped'),
      {},
      { plainRequestBody: bytes('{"password":"x"}') },
    );
    expect(recorded.bodyLeftOut).toBe('credentials');
  });
});

describe('a recorded request keeps', () => {
  const headers = {
    Host: 'a',
    Cookie: 'b',
    Date: 'c',
    Authorization: 'd',
    'X-A': 's3',
    'X-B': ['1', '2'],
    Expect: 'x',
  };
  test('its address and its headers, without credentials and connection headers', () => {
    expect(keptOf({ url: '/a?token=x&b=s3', headers }, { secrets: ['s3'] }).recorded).toEqual({
      url: '/a?token=***&b=***',
      headers: [
        ['X-A', '***'],
        ['X-B', '1'],
        ['X-B', '2'],
      ],
    });
  });

  test('everything if secrets are not masked', () => {
    const { recorded } = keptOf({ url: '/a?token=x', headers }, { masksSecrets: false, secrets: ['s3'] });
    expect(recorded.url).toBe('/a?token=x');
    expect(recorded.headers).toContainEqual(['Authorization', 'd']);
    expect(recorded.headers).toContainEqual(['X-A', 's3']);
  });
});

test.each<[answer: Partial<RecordedExchange>, options: RecordingOptions, response: object]>([
  [{ status: 204 }, {}, { status: 204 }],
  [{ body: bytes('ä') }, {}, { status: 200, body: 'ä' }],
  [{ body: bytes('\uFEFFa') }, {}, { status: 200, base64Body: '77u/YQ==' }],
  [{ body: new Uint8Array([255]) }, {}, { status: 200, base64Body: '/w==' }],
  [
    { body: bytes('{"password":"x","a":"s3"}') },
    { secrets: ['s3'] },
    { status: 200, body: '{"password":"***","a":"***"}' },
  ],
  [{ body: bytes('{"password":"x"}') }, { masksSecrets: false }, { status: 200, body: '{"password":"x"}' }],
  [{}, { transformers: ['response-template'] }, { status: 200, transformers: ['response-template'] }],
  [
    {
      headers: [
        ['Content-Length', '5'],
        ['DATE', 'x'],
        ['X-A', '1'],
        ['x-a', '2'],
        ['Set-Cookie', 'sid=1; Path=/'],
      ],
    },
    {},
    { status: 200, headers: { 'X-A': ['1', '2'], 'Set-Cookie': 'sid=***; Path=/' } },
  ],
  [
    { headers: [['Set-Cookie', 'sid=1']] },
    { masksSecrets: false },
    { status: 200, headers: { 'Set-Cookie': 'sid=1' } },
  ],
])('the response %j with %j is kept as %j', (answer, options, response) => {
  expect(responseOfAnswer({ status: 200, headers: [], body: bytes(''), ...answer }, options)).toEqual(response);
});

describe('repeated requests', () => {
  const repeated = [
    exchange({ url: '/n' }, { body: bytes('one'), headers: [['ETag', '1']] }),
    exchange({ url: '/n' }, { body: bytes('two') }),
    exchange({ url: '/other' }),
  ];

  test('are answered in turn', () => {
    const stubs = stubsOfRecording(repeated);
    expect(
      stubs.map(({ name, response, requiredScenarioState, newScenarioState, persistent }) => [
        name,
        response.body,
        requiredScenarioState,
        newScenarioState,
        persistent,
      ]),
    ).toEqual([
      ['n', 'one', 'Started', expect.any(String), true],
      ['n', 'two', expect.any(String), undefined, true],
      ['other', undefined, undefined, undefined, true],
    ]);
    expect(stubs[0]?.newScenarioState).toBe(stubs[1]?.requiredScenarioState);
    expect(stubs[0]?.metadata).toEqual({ recorded: { url: '/n', headers: [] } });
  });

  test('are answered as the first time if configured, and are not persisted', () => {
    const stubs = stubsOfRecording(repeated, { repeatsAsScenarios: false, persist: false });
    expect(stubs.map(({ response, scenarioName }) => [response.body, scenarioName])).toEqual([
      ['one', undefined],
      [undefined, undefined],
    ]);
    expect(stubs.some((stub) => 'persistent' in stub)).toBe(false);
  });

  test.each([
    [['ETag', '1'], ['ETag', '2'], true],
    [['X-Request-Id', '1'], ['x-request-id', '2'], true],
    [['X-A', '1'], ['X-A', '2'], false],
  ] as const)('are the same with %j and %j: %s', (one, other, isAlike) => {
    const answerOf = (header: readonly [string, string]) =>
      factsOfExchange(keptOf({ url: '/n' }, {}, { headers: [[...header]] })).answer;
    expect(answerOf(one) === answerOf(other)).toBe(isAlike);
  });
});
