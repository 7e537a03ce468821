import type { HttpError, HttpFailureCode } from '@touchstone/engine-http/core';
import type { ErrorSample, FailureKind } from '../core/metrics/frame.ts';
import type { RequestMeter } from '../core/metrics/load-meter.ts';

/** RequestOutcome is one ended request, whichever path sent it. Times in milliseconds. */
export interface RequestOutcome {
  bytesSent: number;
  bytesReceived: number;
  /** Undefined if there was no complete response. */
  latencyMs: number | undefined;
  /** From the actual start; undefined if inherently equal to `latencyMs` (closed models). */
  serviceMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  waitMs: number | undefined;
  receiveMs: number | undefined;
  checksPassed: number;
  checksFailed: number;
  failure: RequestFailure | undefined;
}

/**
 * RequestFailure: `message` has no values, so that similar failures are grouped; the sample is made only for the first
 * of a group.
 */
export interface RequestFailure {
  kind: FailureKind;
  message: string;
  sample: () => ErrorSample;
}

const kinds: Partial<Record<HttpFailureCode, FailureKind>> = {
  TIMEOUT: 'timeout',
  CONNECTION: 'connection',
  PROXY: 'connection',
  DNS: 'dns',
  TLS: 'tls',
  CLIENT_CERTIFICATE: 'tls',
  PROTOCOL: 'protocol',
  REDIRECT_LOOP: 'protocol',
  TOO_MANY_REDIRECTS: 'protocol',
  ADDRESS_REFUSED: 'refused',
  UNRESOLVED_VARIABLE: 'variable',
};

/** failureKind returns the kind of a failed exchange. */
export function failureKind(code: HttpFailureCode): FailureKind {
  return kinds[code] ?? 'other';
}

/** recordRequest counts an outcome. */
export function recordRequest(meter: RequestMeter, outcome: RequestOutcome): void {
  meter.count += 1;
  meter.bytesSent += outcome.bytesSent;
  meter.bytesReceived += outcome.bytesReceived;
  meter.checksPassed += outcome.checksPassed;
  meter.checksFailed += outcome.checksFailed;
  if (outcome.latencyMs !== undefined) meter.latency.record(outcome.latencyMs * 1000);
  if (outcome.serviceMs !== undefined) meter.recordService(outcome.serviceMs * 1000);
  if (outcome.connectMs !== undefined) meter.recordPhase('connect', outcome.connectMs * 1000);
  if (outcome.tlsMs !== undefined) meter.recordPhase('tls', outcome.tlsMs * 1000);
  if (outcome.waitMs !== undefined) meter.recordPhase('wait', outcome.waitMs * 1000);
  if (outcome.receiveMs !== undefined) meter.recordPhase('receive', outcome.receiveMs * 1000);
  if (outcome.failure !== undefined) meter.fail(outcome.failure.kind);
}

/** emptyOutcome is a request of which nothing is known yet. */
export function emptyOutcome(): RequestOutcome {
  return {
    bytesSent: 0,
    bytesReceived: 0,
    latencyMs: undefined,
    serviceMs: undefined,
    connectMs: undefined,
    tlsMs: undefined,
    waitMs: undefined,
    receiveMs: undefined,
    checksPassed: 0,
    checksFailed: 0,
    failure: undefined,
  };
}

/** failureOf is a failure of the exchange itself. */
export function failureOf({ code, message }: Pick<HttpError, 'code' | 'message'>): RequestFailure {
  return { kind: failureKind(code), message, sample: () => ({ message, method: '', url: '' }) };
}

/** statusFailure is the failure of a response with an error status, if nothing is asserted about it. */
export function statusFailure(status: number): RequestFailure {
  const message = `The server answered with status ${status}.`;
  return { kind: 'status', message, sample: () => ({ message, method: '', url: '', status }) };
}
