export type { Finding, Match, TraitEvidence, Verdict } from './finding.ts';
export { type ElementPrint, readPrint } from './print.ts';
