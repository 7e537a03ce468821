import type { AssertionResult, BodyBytes, Extracted, HeaderList } from '@touchstone/engine-assert/core';
import type { ScriptLog } from '@touchstone/engine-script/core';

/**
 * Phases of one exchange in milliseconds. A phase that did not happen (a reused connection has no dns, tcp, tls) is 0.
 * `totalMs` is their sum; with redirects the phases are those of the last hop, and the hops have their own durations.
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

/** A redirect that was followed. */
export interface Hop {
  method: string;
  url: string;
  status: number;
  location: string;
  durationMs: number;
}

/** The certificate presented by the server. */
export interface PeerCertificateInfo {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  daysLeft: number;
  protocol: string;
  cipher: string;
}

/** The request as sent, after interpolation. */
export interface SentRequest {
  method: string;
  url: string;
  headers: HeaderList;
  body: BodyBytes | undefined;
}

/** How a streamed response was read. The times exist only if there were events; those between events need two. */
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
  /** Set for a response read as a stream, with what ended it. */
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
  /** Building the request exceeds the work budget of a request; see `WorkBudget`. */
  | 'TOO_MUCH_WORK'
  | 'CANCELLED'
  | 'INTERNAL';

/** Result of one step: `passed` or `failed` by its assertions, `error` without a complete response. */
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
  /** `console` output of the step's scripts; may contain secrets. */
  scriptLogs?: ScriptLog[];
  /** Next step requested by a script (`setNextRequest`); null ends the group. */
  nextStep?: string | null;
  /** The pre-request script skipped the request. */
  skippedByScript?: boolean;
  /** Why the step's condition was not met, in one sentence. */
  skippedBecause?: string;
  /** Earlier attempts of a retried step, in order; the result itself is the last attempt. */
  earlierAttempts?: StepAttempt[];
}

/** StepAttempt is an attempt that didn't count, because the step was sent again. */
export interface StepAttempt {
  status: HttpStepResult['status'];
  statusCode: number | undefined;
  startedAt: Date;
  durationMs: number;
  /** First failure or error, in one sentence. */
  message: string | undefined;
}
