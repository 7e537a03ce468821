import { createHttpSession, type HttpStep, type HttpStepResult } from '@touchstone/engine-http';
import { createMask } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import {
  type Certificates,
  openCertificates,
  openScopes,
  sessionOptions,
  type Variables,
} from '../../workspaces/index.ts';
import type { AttemptEnd, FlowAttempt, FlowNodeKind } from '../domain/flow-kind.ts';
import { asText } from '../domain/values.ts';

interface Needs {
  platform: Platform;
  variables: Variables;
  certificates: Certificates;
}
const mostText = 64 * 1024;

/** createHttpKind is the kind of node that sends one request. Each try of an attempt carries the same `Idempotency-Key`. */
export function createHttpKind(needs: Needs): FlowNodeKind {
  return {
    node: {
      kind: 'http',
      work: 'attempt',
      check: ({ settings: { url } }) =>
        typeof url === 'string' && url.trim() !== '' ? [] : [{ code: 'MISSING_URL', message: 'Enter an address.' }],
    },
    title: 'HTTP request',
    description: 'Sends a request; inputs and variables can be used in it as {{name}}.',
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
    execute: (attempt) => send(needs, attempt),
  };
}

async function send({ platform, variables, certificates }: Needs, attempt: FlowAttempt): Promise<AttemptEnd> {
  const { projectId, organizationId, caller, environmentId, signal } = attempt;
  const planned = await variables.plan(caller, projectId, environmentId);
  const { scopes, secrets } = openScopes(platform, planned.scopes);
  const session = createHttpSession({
    ...sessionOptions(platform, { organizationId, projectId }),
    ...openCertificates(platform, await certificates.plan(projectId)),
    scopes,
    owner: caller,
  });
  try {
    const result = await session.execute(stepOf(attempt), { signal });
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
  const text = response ? new TextDecoder().decode(response.body.bytes.subarray(0, mostText)) : '';
  const detail = {
    request: request && { method: request.method, url: mask(request.url) },
    response: response && { status, body: mask(text) },
    durationMs: Math.round(result.durationMs),
  };
  if (error) return { outcome: 'failed', message: mask(error.message), detail };
  const outputs = { statusCode: status, body: bodyOf(text) };
  if (status === undefined || status >= 400)
    return { outcome: 'failed', message: `The server answered with status ${status}.`, detail, outputs };
  return { outcome: 'passed', detail, outputs };
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
