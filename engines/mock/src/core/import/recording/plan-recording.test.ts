import { describe, expect, test } from 'vitest';
import { parameterised } from './parameterise.ts';
import { type ExchangeFacts, type PlanOptions, planRecording } from './plan-recording.ts';
import type { KeptExchange } from './recording.ts';

/** Exchanges written as `request=answer`, where the request is the path; `~shape` at the end. */
const facts = (...texts: string[]): ExchangeFacts[] =>
  texts.map((text) => {
    const [exchange = '', shape] = text.split('~');
    const [key = '', answer = ''] = exchange.split('=');
    return { key, answer, path: key, ...(shape !== undefined && { shape }) };
  });
const planned = (texts: string[], options: Partial<PlanOptions> = {}) =>
  planRecording(facts(...texts), { repeats: 'sequence', ...options }).map(
    ({ index, calls, scenario, isParameterised }) =>
      [
        index,
        calls,
        scenario ? `${scenario.required}→${scenario.next ?? 'stays'}` : '',
        isParameterised ? 'template' : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
  );

test.each<[string, string[], Partial<PlanOptions>, string[]]>([
  ['no call makes no stub', [], {}, []],
  ['different requests are stubs of their own', ['/a=1', '/b=2'], {}, ['0 1', '1 1']],
  ['a repeat with the same answer is one stub', ['/a=1', '/a=1', '/a=1'], {}, ['0 3']],
  [
    'answers that differ are steps, and the last one stays',
    ['/a=1', '/a=2'],
    {},
    ['0 1 Started→scenario-1-a-2', '1 1 scenario-1-a-2→stays'],
  ],
  [
    'equal answers at the end are one step, in the middle each its own',
    ['/a=1', '/a=1', '/a=2', '/a=2', '/a=2'],
    {},
    ['0 1 Started→scenario-1-a-2', '1 1 scenario-1-a-2→scenario-1-a-3', '2 3 scenario-1-a-3→stays'],
  ],
  ['the first answer alone is kept', ['/a=1', '/a=2'], { repeats: 'first' }, ['0 2']],
  ['the last answer alone is kept', ['/a=1', '/a=2'], { repeats: 'last' }, ['1 2']],
  [
    'names of scenarios that exist are not taken again',
    ['/a=1', '/a=2'],
    { takenScenarios: new Set(['scenario-1-a']) },
    ['0 1 Started→scenario-2-a-2', '1 1 scenario-2-a-2→stays'],
  ],
  [
    'requests of one shape are one template',
    ['/o/1=a~s', '/x=b', '/o/2=c~s', '/o/2=c~s'],
    { parameterises: true },
    ['0 3 template', '1 1'],
  ],
  ['a shape that comes once makes no template', ['/o/1=a~s', '/o/2=c~t'], { parameterises: true }, ['0 1', '1 1']],
  ['without being asked for, shapes are not merged', ['/o/1=a~s', '/o/2=c~s'], {}, ['0 1', '1 1']],
])('%s', (_, texts, options, stubs) => {
  expect(planned(texts, options)).toEqual(stubs);
});

describe('parameterised', () => {
  const exchange = (url: string, body: string, request: object = {}, response: object = {}): KeptExchange => ({
    request: { method: 'GET', url, ...request },
    response: { status: 200, body, ...response },
    recorded: { url, headers: [] },
  });
  test.each<[string, KeptExchange, { request: object; response: object } | undefined]>([
    [
      'an id of the path that the answer repeats',
      exchange('/orders/17', '{"id":17,"total":170}'),
      {
        request: { method: 'GET', urlPathTemplate: '/orders/{id}' },
        response: { body: '{"id":{{request.path.id}},"total":170}' },
      },
    ],
    [
      'two ids and a query',
      exchange('/shops/3/orders/17?x=1', 'order 17 of shop 3.'),
      {
        request: { urlPathTemplate: '/shops/{id}/orders/{id2}', queryParameters: { x: { equalTo: '1' } } },
        response: { body: 'order {{request.path.id2}} of shop {{request.path.id}}.' },
      },
    ],
    [
      'an id in a header',
      exchange('/orders/17', '', {}, { headers: { Location: '/orders/17/parts' } }),
      { request: {}, response: { headers: { Location: '/orders/{{request.path.id}}/parts' } } },
    ],
    [
      'a member of the body',
      exchange('/people', '{"name":"Ann","ok":true}', { bodyPatterns: [{ equalToJson: '{"name":"Ann"}' }] }),
      {
        request: { url: '/people', bodyPatterns: [{ matchesJsonPath: '$.name' }] },
        response: { body: `{"name":{{toJson (jsonPath request.body '$.name')}},"ok":true}` },
      },
    ],
    [
      'an id before a brace, which gets room',
      exchange('/o/5', '{"a":{"id":5}}'),
      { request: {}, response: { body: '{"a":{"id":{{request.path.id}}{{!}}}}' } },
    ],
    ['an answer that repeats nothing', exchange('/orders/17', '{"id":18}'), undefined],
    ['a value within a longer one', exchange('/orders/17', '{"id":"a17","n":1.17}'), undefined],
    ['a path without an id', exchange('/orders', '[]'), undefined],
    ['an answer that has braces already', exchange('/orders/17', '{{17}}'), undefined],
    ['a template already', exchange('/orders/17', '17', {}, { transformers: ['response-template'] }), undefined],
    ['bytes', exchange('/orders/17', '', {}, { body: undefined, base64Body: 'MTc=' }), undefined],
  ])('%s', (_, given, made) => {
    if (made === undefined) expect(parameterised(given)).toBeUndefined();
    else expect(parameterised(given)).toMatchObject(made);
  });
});
