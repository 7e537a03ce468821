import type { AssertionResult } from '@touchstone/engine-assert/core';
import { createHttpSession, type HttpStepResult } from '@touchstone/engine-http';
import type { HttpCheck } from '../core/check.ts';
import {
  failureOutcome,
  outcome,
  type ProbeCertificate,
  type ProbeExchange,
  type ProbeFinding,
  type ProbeOutcome,
} from '../core/outcome.ts';
import type { ProbeOptions } from './probe.ts';

const defaultDownloadBytes = 10 * 1024 * 1024;
const keptBytes = 256 * 1024;

/** checkHttp sends a request over its own connection, so that every phase is measured each time. */
export async function checkHttp(check: HttpCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const { timeoutMs, signal, maxDownloadBytes = defaultDownloadBytes } = options;
  const { followRedirects, maxRedirects, verifyCertificate, kind: _kind, ...request } = check;
  const asked = check.assertions.filter((assertion) => assertion.enabled !== false);
  const assertions = asked.some(({ kind }) => kind === 'status')
    ? check.assertions
    : [...check.assertions, { kind: 'status' as const, operator: 'lessThan' as const, expected: 400 }];
  const session = createHttpSession({
    provesFailures: false,
    maxResponseBytes: 1024 * 1024,
    ...options.session,
    maxDownloadBytes,
  });
  try {
    const result = await session.execute(
      {
        ...request,
        id: 'check',
        name: 'Check',
        group: 'check',
        pathParams: [],
        assertions,
        dataHandlers: [],
        settings: { timeoutMs, followRedirects, maxRedirects, verifyCertificate },
      },
      { ...(signal && { signal }) },
    );
    return judged(result, maxDownloadBytes);
  } finally {
    await session.close();
  }
}

function judged(result: HttpStepResult, maxDownloadBytes: number): ProbeOutcome {
  const facts = {
    durationMs: result.durationMs,
    phases: phasesOf(result),
    findings: result.assertions.map(findingOf),
    exchange: exchangeOf(result),
    certificate: certificateOf(result),
  };
  if (result.status === 'cancelled')
    return failureOutcome({ code: 'CANCELLED', message: 'The check was cancelled.' }, facts);
  if (result.error) return failureOutcome(result.error, facts);
  const failed = result.assertions.find(({ status }) => status === 'failed');
  if (failed) return outcome('DOWN', { ...facts, code: codeOf(failed), message: sentence(failed.message) });
  const body = result.response?.body;
  if (body?.truncated && body.sizeBytes >= maxDownloadBytes) {
    const megabytes = Math.round(maxDownloadBytes / 1024 / 1024);
    const message = `The response is larger than ${megabytes} MB. The rest was not read.`;
    return outcome('DEGRADED', { ...facts, code: 'RESPONSE_TOO_LARGE', message });
  }
  return outcome('UP', facts);
}

const codeOf = ({ kind }: AssertionResult): string => (kind === 'status' ? 'STATUS' : 'ASSERTION');
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const findingOf = ({ kind, path, status, message }: AssertionResult): ProbeFinding => ({
  name: path ? `${kind} ${path}` : kind,
  passed: status === 'passed',
  message,
});

function phasesOf({ timing }: HttpStepResult): ProbeOutcome['phases'] {
  if (!timing) return {};
  const { dnsMs, tcpMs, tlsMs, waitMs, sendMs, downloadMs } = timing;
  return {
    dnsMs,
    connectMs: tcpMs,
    ...(tlsMs > 0 && { tlsMs }),
    firstByteMs: sendMs + waitMs,
    downloadMs,
  };
}

function exchangeOf({ request, response }: HttpStepResult): ProbeExchange | null {
  if (!request && !response) return null;
  return {
    request: request
      ? {
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: request.body ? textOf(request.body.bytes) : null,
        }
      : null,
    response: response
      ? {
          status: response.status,
          headers: response.headers,
          body: textOf(response.body.bytes),
          sizeBytes: response.body.sizeBytes,
          isCut: response.body.truncated || response.body.bytes.length > keptBytes,
        }
      : null,
  };
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, keptBytes));

function certificateOf({ certificate }: HttpStepResult): ProbeCertificate | null {
  if (!certificate) return null;
  const { subject, issuer, validFrom, validTo, daysLeft } = certificate;
  return { subject, issuer, validFrom, validTo, daysLeft, fingerprint: '', names: [], chain: [subject] };
}
