import { readOrderedCall } from '@touchstone/contracts/service-virtualization';
import type { FlowNode, KindProblem, NodeKind } from '@touchstone/engine-flow/core';
import type { JsonObject } from './asset-content.ts';

type Settings = FlowNode['settings'];
type Fill = (text: string) => string;

const longestFaultSeconds = 3600;
const maxCalls = 1_000_000;
const addressForms = ['urlPath', 'urlPathTemplate', 'urlPathPattern', 'url', 'urlPattern'];
/** WireMock's names of broken connections. */
export const connectionFaults = [
  'CONNECTION_RESET_BY_PEER',
  'EMPTY_RESPONSE',
  'MALFORMED_RESPONSE_CHUNK',
  'RANDOM_DATA_THEN_CLOSE',
];

export const text = (settings: Settings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value.trim() : '';
};
export const number = (settings: Settings, name: string): number | undefined => {
  const value = settings[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
const unless = (isRight: boolean, code: string, message: string): KindProblem[] => (isRight ? [] : [{ code, message }]);
const within = (value: number | undefined, least: number, most: number): boolean =>
  value === undefined || (Number.isInteger(value) && value >= least && value <= most);

const orderLines = (settings: Settings): string[] =>
  text(settings, 'order')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function conditionsOf(settings: Settings): JsonObject | undefined {
  const given = text(settings, 'conditions');
  if (given === '') return {};
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** patternOf returns the request pattern that a node describes, with its inputs filled in. */
export function patternOf(settings: Settings, fill: Fill): JsonObject {
  const method = text(settings, 'method');
  const form = text(settings, 'addressForm');
  const path = fill(text(settings, 'path'));
  const header = text(settings, 'header');
  const conditions = conditionsOf({ conditions: fill(text(settings, 'conditions')) }) ?? {};
  return {
    ...(method !== '' && method !== 'ANY' && { method }),
    ...(path !== '' && { [addressForms.includes(form) ? form : 'urlPath']: path }),
    ...conditions,
    ...(header !== '' && {
      headers: { ...(conditions.headers as object), [header]: { equalTo: fill(text(settings, 'headerValue')) } },
    }),
  };
}

/** expectedOf returns the expectation of a verifying node. */
export function expectedOf(settings: Settings, fill: Fill): { order: JsonObject[] } | VerifiedCount {
  if (settings.mode === 'order')
    return {
      order: orderLines(settings).map((line) => ({ ...(readOrderedCall(fill(line)) ?? { urlPath: '' }) })),
    };
  const count = number(settings, 'count') ?? 1;
  const compare = text(settings, 'compare');
  const name = compare === 'exactly' || compare === 'atMost' ? compare : 'atLeast';
  return { pattern: patternOf(settings, fill), [name]: count };
}
interface VerifiedCount {
  pattern: JsonObject;
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

/** faultOf returns the stub that a node injects, without a name. */
export function faultOf(settings: Settings, fill: Fill): JsonObject {
  const effect = text(settings, 'effect');
  const delayMs = number(settings, 'delayMs') ?? 0;
  const body = fill(text(settings, 'body'));
  const isJson = /^\s*[[{]/.test(body);
  const response = connectionFaults.includes(effect)
    ? { fault: effect }
    : {
        status: number(settings, 'status') ?? 503,
        ...(body !== '' && { body, headers: { 'Content-Type': isJson ? 'application/json' : 'text/plain' } }),
      };
  return {
    request: patternOf(settings, fill),
    response: { ...response, ...(delayMs > 0 && { fixedDelayMilliseconds: delayMs }) },
  };
}

const hasMock = ({ settings }: FlowNode): KindProblem[] =>
  unless(text(settings, 'mockId') !== '', 'MISSING_MOCK', 'Choose a mock.');
const hasPath = ({ settings }: FlowNode): KindProblem[] => [
  ...unless(text(settings, 'path') !== '' || text(settings, 'conditions') !== '', 'MISSING_PATH', 'Enter a path.'),
  // Inputs are filled in at run time.
  ...unless(
    text(settings, 'conditions').includes('{{') || conditionsOf(settings) !== undefined,
    'INVALID_CONDITIONS',
    'Write the conditions as a JSON object, as in the request of an asset.',
  ),
];
const mocksOf: NonNullable<NodeKind['references']> = ({ settings }) =>
  ['mockId', 'assetId'].flatMap((name) => {
    const id = text(settings, name);
    return id === '' ? [] : [{ type: 'mock' as const, id }];
  });

function checkVerification(node: FlowNode): KindProblem[] {
  const { settings } = node;
  if (settings.mode === 'order') {
    const lines = orderLines(settings);
    const wrong = lines.find((line) => readOrderedCall(line) === undefined);
    return [
      ...unless(lines.length > 0, 'MISSING_ORDER', 'Enter at least one request, such as GET /orders.'),
      ...unless(wrong === undefined, 'INVALID_ORDER', `Write “${wrong}” as a method and a path, such as GET /orders.`),
    ];
  }
  return [
    ...hasPath(node),
    ...unless(within(number(settings, 'count'), 0, maxCalls), 'INVALID_COUNT', 'Expect 0 to 1,000,000 calls.'),
  ];
}

const kind = (name: string, check: (node: FlowNode) => KindProblem[]): NodeKind => ({
  kind: name,
  work: 'attempt',
  check: (node) => [...hasMock(node), ...check(node)],
  references: mocksOf,
});

/** The rules of the workflow nodes that work with mocks. */
export const mockNodeKinds = {
  switch: kind('mock-switch', () => []),
  state: kind('mock-state', ({ settings }) =>
    unless(text(settings, 'scenario') !== '', 'MISSING_SCENARIO', 'Enter the name of a scenario.'),
  ),
  fault: kind('mock-fault', (node) => [
    ...hasPath(node),
    ...unless(
      within(number(node.settings, 'seconds'), 1, longestFaultSeconds),
      'FAULT_DURATION',
      'End the fault after 1 to 3,600 seconds.',
    ),
    ...unless(within(number(node.settings, 'status'), 200, 599), 'FAULT_STATUS', 'Answer with a status of 200 to 599.'),
    ...unless(within(number(node.settings, 'delayMs'), 0, 600_000), 'FAULT_DELAY', 'Delay by 0 to 600,000 ms.'),
  ]),
  reset: kind('mock-reset', ({ settings }) =>
    unless(
      ['state', 'records', 'journal', 'faults'].some((name) => settings[name] === true),
      'NOTHING_TO_RESET',
      'Choose what is reset.',
    ),
  ),
  verify: kind('mock-verify', checkVerification),
};
