/**
 * UP: as expected. DEGRADED: reachable, but not as it should be. DOWN: unreachable or wrong. UNKNOWN: the check itself
 * couldn't be made.
 */
export type ProbeVerdict = 'UP' | 'DEGRADED' | 'DOWN' | 'UNKNOWN';

/** Duration of a check's phases in milliseconds; a phase that didn't occur is absent. */
export interface ProbePhases {
  dnsMs?: number | undefined;
  connectMs?: number | undefined;
  tlsMs?: number | undefined;
  firstByteMs?: number | undefined;
  downloadMs?: number | undefined;
}

/** A detail that a check examined. */
export interface ProbeFinding {
  name: string;
  passed: boolean;
  message: string | null;
}

/** The request and the response; contains secrets. */
export interface ProbeExchange {
  request: { method: string; url: string; headers: [string, string][]; body: string | null } | null;
  response: {
    status: number | null;
    headers: [string, string][];
    body: string | null;
    sizeBytes: number | null;
    isCut: boolean;
  } | null;
}

/** Details of a certificate. */
export interface ProbeCertificate {
  subject: string;
  issuer: string;
  validFrom: string;
  validTo: string;
  daysLeft: number;
  fingerprint: string;
  names: string[];
  /** Subjects from the certificate up to the root. */
  chain: string[];
}

/** ProbeOutcome is the result of one check; a check never throws. */
export interface ProbeOutcome {
  verdict: ProbeVerdict;
  /** Why it isn't up, in one sentence; null if it is. */
  message: string | null;
  /** Stable name of the reason, such as TIMEOUT. */
  code: string | null;
  durationMs: number | null;
  phases: ProbePhases;
  findings: ProbeFinding[];
  exchange: ProbeExchange | null;
  certificate: ProbeCertificate | null;
  /** Such as the records of a name. */
  values: string[];
}

/** outcome fills in defaults for what isn't given. */
export const outcome = (verdict: ProbeVerdict, given: Partial<Omit<ProbeOutcome, 'verdict'>> = {}): ProbeOutcome => ({
  verdict,
  message: null,
  code: null,
  durationMs: null,
  phases: {},
  findings: [],
  exchange: null,
  certificate: null,
  values: [],
  ...given,
});

/** Failures that say nothing about the target: the check couldn't be made. */
const unmade = new Set([
  'ADDRESS_REFUSED',
  'INVALID_URL',
  'INVALID_HEADER',
  'INVALID_BODY',
  'FILE',
  'PROXY',
  'CLIENT_CERTIFICATE',
  'UNRESOLVED_VARIABLE',
  'TOO_MUCH_WORK',
  'CANCELLED',
  'INTERNAL',
  'NO_ANSWER',
]);

/** failureOutcome returns the outcome of a check that ended with a failure. */
export const failureOutcome = (
  failure: { code: string; message: string },
  given: Partial<Omit<ProbeOutcome, 'verdict' | 'code' | 'message'>> = {},
): ProbeOutcome => outcome(unmade.has(failure.code) ? 'UNKNOWN' : 'DOWN', { ...failure, ...given });
