export { findAgain, verdictLimits } from './find-again.ts';
export type { Finding, Match, TraitEvidence, Verdict } from './finding.ts';
export { type ElementPrint, readPrint } from './print.ts';
export { looksTheSame, nameOf, roleOf } from './traits.ts';
