import type { HttpStep, HttpStepResult } from '@touchstone/engine-http';
import { createMask, type ReportBlock } from '@touchstone/report';
import { engineKind } from '../domain/control-kinds.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { asText } from '../domain/values.ts';
import { openSession, type SessionNeeds } from './attempt-session.ts';

/** How much of a body is stored for display, and passed to other nodes. */
const maxShown = 64 * 1024;
const maxHanded = 1024 * 1024;

/**
 * createHttpKind returns the kind of node that sends one request. Each repetition of an attempt has the same
 * `Idempotency-Key`.
 */
export function createHttpKind(needs: SessionNeeds): FlowNodeKind {
  return {
    node: engineKind('http'),
    title: 'HTTP request',
    description: 'Sends a request. Use inputs and variables as {{name}}.',
    group: 'data',
    service: 'workflow',
    hasOwnPorts: true,
    ports: {
      inputs: [],
      outputs: [
        { name: 'statusCode', type: 'number', required: false },
        { name: 'body', type: 'json', required: false },
      ],
    },
    subtitle: ({ settings: { method, url } }) => `${method ?? 'GET'} ${url ?? ''}`.slice(0, 200),
    reportBlocks: (detail) => exchangeBlocks((detail ?? {}) as Partial<ExchangeDetail>),
    execute: (attempt) => send(needs, attempt),
  };
}

/** The stored part of an exchange. */
interface ExchangeDetail {
  request: { method: string; url: string } | undefined;
  response: { status: number | undefined; body: string } | undefined;
  durationMs: number;
}

const exchangeBlocks = ({ request, response }: Partial<ExchangeDetail>): ReportBlock[] => [
  {
    type: 'values',
    title: 'Exchange',
    values: [
      ...(request ? [{ name: 'Request', text: `${request.method} ${request.url}` }] : []),
      ...(response
        ? [
            { name: 'Status', text: String(response.status) },
            { name: 'Body', text: response.body },
          ]
        : []),
    ],
  },
];

async function send(needs: SessionNeeds, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { session, secrets } = await openSession(needs, attempt);
  try {
    const result = await session.execute(stepOf(attempt), { signal: attempt.signal });
    return endOf(result, createMask(secrets));
  } finally {
    await session.close();
  }
}

function stepOf({ node, key, inputs }: FlowAttempt): HttpStep {
  const { method, url, headers, body, timeoutMs } = node.settings;
  const own = Array.isArray(headers) ? (headers as { key?: unknown; value?: unknown }[]) : [];
  const text = typeof body === 'string' ? body : '';
  return {
    id: key,
    name: node.name,
    group: node.id,
    method: typeof method === 'string' ? method.toUpperCase() : 'GET',
    url: String(url),
    headers: [
      { key: 'Idempotency-Key', value: key, enabled: true },
      ...own.map((header) => ({ key: asText(header.key), value: asText(header.value), enabled: true })),
    ],
    queryParams: [],
    pathParams: [],
    body: text === '' ? { type: 'none' } : { type: isJson(text) ? 'json' : 'text', content: text },
    scope: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, asText(value)])),
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
    settings: {
      timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : 30_000,
      followRedirects: true,
      maxRedirects: 10,
      verifyCertificate: true,
    },
  };
}

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

function endOf(result: HttpStepResult, mask: (text: string) => string): AttemptEnd {
  const { request, response, error } = result;
  const status = response?.status;
  // Values of secret variables are never passed on.
  const text = response ? mask(new TextDecoder().decode(response.body.bytes.subarray(0, maxHanded))) : '';
  const detail: ExchangeDetail = {
    request: request && { method: request.method, url: mask(request.url) },
    response: response && { status, body: text.slice(0, maxShown) },
    durationMs: Math.round(result.durationMs),
  };
  if (error) return { outcome: 'failed', message: mask(error.message), detail };
  if (response && response.body.bytes.byteLength > maxHanded)
    return {
      outcome: 'failed',
      message: 'The body is larger than 1 MB, too large to hand on. Use an API script.',
      detail,
    };
  const outputs = { statusCode: status, body: bodyOf(text) };
  if (status === undefined || status >= 400)
    return { outcome: 'failed', message: `The response has status ${status}.`, detail, outputs };
  return { outcome: 'passed', detail, outputs };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
