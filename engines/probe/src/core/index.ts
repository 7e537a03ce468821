export type { Check, DnsCheck, DomainCheck, HttpCheck, TcpCheck, TlsCheck, WebSocketCheck } from './check.ts';
export { type DayLimits, daysLeftAt, judgeDays } from './days-left.ts';
export { rdapExpiry, whoisExpiry, whoisReferral } from './domain-expiry.ts';
export { unescapeText } from './escapes.ts';
export { matchRecords, type RecordMatch } from './match-records.ts';
export {
  failureOutcome,
  outcome,
  type ProbeCertificate,
  type ProbeExchange,
  type ProbeFinding,
  type ProbeOutcome,
  type ProbePhases,
  type ProbeVerdict,
} from './outcome.ts';
