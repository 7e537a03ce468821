/** UP: as expected. DEGRADED: there, but not as it should be. DOWN: not there or wrong. UNKNOWN: the check itself could not be made. */
export type ProbeVerdict = 'UP' | 'DEGRADED' | 'DOWN' | 'UNKNOWN';

/** Milliseconds of the parts of a check; a part that there was none of is absent. */
export interface ProbePhases {
  dnsMs?: number | undefined;
  connectMs?: number | undefined;
  tlsMs?: number | undefined;
  firstByteMs?: number | undefined;
  downloadMs?: number | undefined;
}

/** One thing that a check looked at. */
export interface ProbeFinding {
  name: string;
  passed: boolean;
  message: string | null;
}

/** What was sent and what came; secrets are in it. */
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

/** What a check saw of a certificate. */
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

/** ProbeOutcome is what one check found; it is never an exception. */
export interface ProbeOutcome {
  verdict: ProbeVerdict;
  /** Why it is not up, in one sentence; null where it is. */
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

/** outcome fills in what there is none of. */
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

/** Failures that say nothing of the target: the check could not be made. */
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

/** failureOutcome is what a check found that ended with a failure. */
export const failureOutcome = (
  failure: { code: string; message: string },
  given: Partial<Omit<ProbeOutcome, 'verdict' | 'code' | 'message'>> = {},
): ProbeOutcome => outcome(unmade.has(failure.code) ? 'UNKNOWN' : 'DOWN', { ...failure, ...given });
