import type { SubjectOutcomes } from '@touchstone/contracts/api-testing';
import { OutcomeStrip } from '../../../../ui/status/outcome-strip.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { apiTestingPaths } from '../../paths.ts';

/** Explains the flaky mark. */
export const flakyHint = 'Flaky: its result changed within the last 20 runs although nothing about it was changed';

/** FlakyMark marks flaky suites, scripts and steps. */
export function FlakyMark() {
  return (
    <span title={flakyHint} style={{ display: 'inline-flex' }}>
      <StatusGlyph status="flaky" size={12} />
    </span>
  );
}

interface Props {
  of: string;
  found: SubjectOutcomes | undefined;
  currentRunId?: string;
}

/** LatestOutcomes shows the last 20 results of a suite or script, each linked to its report. */
export function LatestOutcomes({ of, found, currentRunId }: Props) {
  if (!found) return null;
  const outcomes = found.outcomes.map((outcome) => ({ ...outcome, path: apiTestingPaths.report(outcome.runId) }));
  return <OutcomeStrip of={of} outcomes={outcomes} {...(currentRunId && { currentRunId })} />;
}
