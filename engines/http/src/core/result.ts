import type { AssertionResult, BodyBytes, Extracted, HeaderList } from '@touchstone/engine-assert/core';
import type { ScriptLog } from '@touchstone/engine-script/core';

/**
 * Phases of one exchange in milliseconds. A phase that did not happen (a reused connection has no dns, tcp, tls) is 0.
 * `totalMs` is their sum; with redirects the phases are those of the last hop, and the hops carry their own durations.
 */
export interface Phases {
  dnsMs: number;
  tcpMs: number;
  tlsMs: number;
  sendMs: number;
  waitMs: number;
  downloadMs: number;
  totalMs: number;
}

/** One redirect that was followed. */
export interface Hop {
  method: string;
  url: string;
  status: number;
  location: string;
  durationMs: number;
}

/** The certificate that the server showed. */
export interface PeerCertificateInfo {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  daysLeft: number;
  protocol: string;
  cipher: string;
}

/** The request as it went out, after interpolation. */
export interface SentRequest {
  method: string;
  url: string;
  headers: HeaderList;
  body: BodyBytes | undefined;
}

/** How a response was read that was a stream. Times are there where events came; those between events where two did. */
export interface StreamResult {
  endedBy: 'server' | 'time' | 'events' | 'user';
  events: number;
  /** From the request to the end of the first event. */
  firstEventMs?: number;
  between?: { shortestMs: number; averageMs: number; longestMs: number };
}

/** The response of the last hop. */
export interface ReceivedResponse {
  status: number;
  statusText: string;
  httpVersion: string;
  headers: HeaderList;
  body: BodyBytes;
  remoteAddress: string | undefined;
  /** Set for a response that was read as a stream, with what ended it. */
  stream?: StreamResult;
}

/** A failure of the exchange itself, not of an assertion. `code` is stable; `message` says what to do. */
export interface HttpFailure {
  code: HttpFailureCode;
  message: string;
}
/** Why there is no response. */
export type HttpFailureCode =
  | 'INVALID_URL'
  | 'INVALID_HEADER'
  | 'INVALID_BODY'
  | 'ADDRESS_REFUSED'
  | 'DNS'
  | 'CONNECTION'
  | 'TLS'
  | 'CLIENT_CERTIFICATE'
  | 'PROXY'
  | 'TIMEOUT'
  | 'REDIRECT_LOOP'
  | 'TOO_MANY_REDIRECTS'
  | 'PROTOCOL'
  | 'FILE'
  | 'AUTHENTICATION'
  | 'UNRESOLVED_VARIABLE'
  /** Building the request is more work than one request may be; see `WorkBudget`. */
  | 'TOO_MUCH_WORK'
  | 'CANCELLED'
  | 'INTERNAL';

/** What one step gave. `passed`/`failed` by the assertions; `error` where there was no full response. */
export interface HttpStepResult {
  stepId: string;
  status: 'passed' | 'failed' | 'error' | 'cancelled';
  startedAt: Date;
  durationMs: number;
  request: SentRequest | undefined;
  response: ReceivedResponse | undefined;
  redirects: Hop[];
  timing: Phases | undefined;
  certificate: PeerCertificateInfo | undefined;
  assertions: AssertionResult[];
  extracted: Extracted[];
  /** Variables that no scope defines, by place (`url`, `header X-Id`, `body` …). */
  unresolved: { name: string; place: string }[];
  error: HttpFailure | undefined;
  /** What the step's scripts wrote with `console`; may hold secrets. */
  scriptLogs?: ScriptLog[];
  /** Step that a script wants next (`setNextRequest`); null ends the group. */
  nextStep?: string | null;
  /** The pre-request script skipped the request. */
  skippedByScript?: boolean;
  /** The step's condition did not hold: why, in one sentence. */
  skippedBecause?: string;
  /** Earlier attempts of a step that was sent again, in order; the result itself is the last one. */
  earlierAttempts?: StepAttempt[];
}

/** StepAttempt is an attempt of a step that did not count, because it was sent again. */
export interface StepAttempt {
  status: HttpStepResult['status'];
  statusCode: number | undefined;
  startedAt: Date;
  durationMs: number;
  /** First failure or error, in one sentence. */
  message: string | undefined;
}
