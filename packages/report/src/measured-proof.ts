import type { Proof } from '@touchstone/contracts/runs';
import type { AssertionResult } from '@touchstone/engine-assert/core';
import type { HttpStepResult } from '@touchstone/engine-http/core';
import { formatDuration } from '@touchstone/kernel';
import { phases } from './text.ts';

/**
 * measuredProof returns why an assertion on a measurement failed: where the time was spent, or which certificate was
 * presented.
 */
export function measuredProof(
  { kind, status }: Pick<AssertionResult, 'kind' | 'status'>,
  { timing, certificate }: Pick<HttpStepResult, 'timing' | 'certificate'>,
): Proof | undefined {
  if (status === 'passed') return undefined;
  if (kind === 'responseTime' && timing) {
    const longest = Math.max(...phases.map(([, , key]) => timing[key]));
    const happened = phases.filter(([, , key]) => timing[key] > 0);
    if (happened.length === 0) return undefined;
    return {
      source: 'timing',
      lines: happened.map(([, label, key]) => ({
        text: `${label}: ${formatDuration(timing[key])}`,
        ...(timing[key] === longest && { isMarked: true }),
      })),
    };
  }
  if (kind === 'certificateDays' && certificate)
    return {
      source: 'certificate',
      lines: [
        { text: `Subject: ${certificate.subject}` },
        { text: `Issuer: ${certificate.issuer}` },
        { text: `Valid until: ${certificate.validTo}`, isMarked: true },
      ],
    };
  return undefined;
}
