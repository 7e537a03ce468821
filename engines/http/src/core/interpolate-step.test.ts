import { describe, expect, test } from 'vitest';
import { buildStep } from '../testing/build-step.ts';
import { Interpolator } from './interpolate.ts';
import { interpolateStep } from './interpolate-step.ts';
import type { HttpAuthentication, HttpBody, HttpStep, StepCondition } from './plan.ts';
import { unmetCondition } from './step-condition.ts';

const interpolator = () => new Interpolator({ scopes: [{ v: 'ada', n: '5', empty: '' }] });
const filled = (step: Partial<HttpStep>) => interpolateStep(buildStep(step), interpolator());
const row = (key: string, value: string, enabled?: boolean) => ({
  key,
  value,
  ...(enabled !== undefined && { enabled }),
});

test.each([
  ['', 'GET'],
  [' post ', 'POST'],
  ['{{v}}', 'ada'],
  ['Purge', 'Purge'],
])('the method "%s" is sent as %s', (method, sent) => {
  expect(filled({ method }).method).toBe(sent);
});

test('rows are filled in; disabled or empty ones are left out', () => {
  const headers = [row('X-{{v}}', '{{n}}'), row('off', '1', false), row('', ''), row('', '{{empty}}x'), row('k', '')];
  expect(filled({ headers }).headers).toEqual([row('X-ada', '5'), row('', 'x'), row('k', '')]);
});

test.each<[body: HttpBody, sent: object]>([
  [{ type: 'none' }, { type: 'none' }],
  [
    { type: 'json', content: '{"a":{{n}}}' },
    { type: 'json', content: '{"a":5}' },
  ],
  [
    { type: 'graphql', query: '{ {{v}} }', variables: '{"n":{{n}}}' },
    { type: 'graphql', query: '{ ada }', variables: '{"n":5}' },
  ],
  [
    { type: 'urlencoded', fields: [row('{{v}}', '{{n}}'), row('b', '', false)] },
    { type: 'urlencoded', fields: [row('ada', '5')] },
  ],
  [
    {
      type: 'form',
      fields: [
        { kind: 'file', key: 'f', value: '', fileId: '{{v}}' },
        { kind: 'text', key: 'a', value: '{{n}}' },
      ],
    },
    {
      type: 'form',
      fields: [
        { kind: 'file', key: 'f', value: '', fileId: 'ada' },
        { kind: 'text', key: 'a', value: '5' },
      ],
    },
  ],
  [
    { type: 'binary', fileId: '{{v}}', contentType: 'image/{{v}}' },
    { type: 'binary', fileId: 'ada', contentType: 'image/ada' },
  ],
  [
    { type: 'binary', fileId: 'f' },
    { type: 'binary', fileId: 'f' },
  ],
])('the body %j is sent as %j', (body, sent) => {
  expect(filled({ body }).body).toEqual(sent);
});

test('every string of an authentication is filled in, except those that select its kind', () => {
  const authentication = { type: 'apiKey', key: '{{v}}', value: '{{n}}', in: '{{v}}' } as unknown as HttpAuthentication;
  expect(filled({ authentication }).authentication).toEqual({ type: 'apiKey', key: 'ada', value: '5', in: '{{v}}' });
});

test('assertions, data handlers and conditions are filled in; disabled ones are left out', () => {
  const step = filled({
    assertions: [
      { kind: 'jsonPath', path: '$.{{v}}', operator: 'equals', expected: '{{n}}' },
      { kind: 'status', operator: 'equals', expected: 200, enabled: false },
      { kind: 'body', operator: 'exists' },
    ] as HttpStep['assertions'],
    dataHandlers: [
      { name: 'x', path: '$.{{v}}' },
      { name: 'y', path: '$.b', enabled: false },
    ] as unknown as HttpStep['dataHandlers'],
    condition: { variable: 'v', operator: 'equals', expected: '{{n}}' } as StepCondition,
  });
  expect(step.assertions).toEqual([
    { kind: 'jsonPath', path: '$.ada', operator: 'equals', expected: '5' },
    { kind: 'body', operator: 'exists' },
  ]);
  expect(step.dataHandlers).toEqual([{ name: 'x', path: '$.ada' }]);
  expect(step.condition).toEqual({ variable: 'v', operator: 'equals', expected: '5' });
  expect(filled({ condition: { variable: 'v', operator: 'exists' } as StepCondition }).condition).toEqual({
    variable: 'v',
    operator: 'exists',
  });
});

describe('a step is skipped', () => {
  test.each<[condition: object, why: string | undefined]>([
    [{ variable: 'v', operator: 'exists' }, undefined],
    [{ variable: 'none', operator: 'exists' }, 'Skipped because {{none}} has no value.'],
    [{ variable: 'none', operator: 'notExists' }, undefined],
    [{ variable: 'v', operator: 'notExists' }, 'Skipped because {{v}} has a value.'],
    [{ variable: 'empty', operator: 'notExists' }, 'Skipped because {{empty}} has a value.'],
    [{ variable: 'v', operator: 'equals', expected: 'ada' }, undefined],
    [
      { variable: 'v', operator: 'equals', expected: 'bob' },
      expect.stringContaining('Skipped because {{v}} is "ada"') as unknown as string,
    ],
    [{ variable: 'none', operator: 'equals', expected: 'x' }, 'Skipped because {{none}} has no value.'],
    [{ variable: 'none', operator: 'notEquals', expected: 'x' }, undefined],
    [{ variable: 'none', operator: 'notContains', expected: 'x' }, undefined],
    [{ variable: 'empty', operator: 'equals' }, undefined],
  ])('by %j: %s', (condition, why) => {
    expect(unmetCondition(condition as StepCondition, interpolator())).toEqual(why);
  });
});
