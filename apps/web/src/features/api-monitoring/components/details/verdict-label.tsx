import type { ResultSummary } from '@touchstone/contracts/api-monitoring';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { verdictLooks } from '../../model/status-look.ts';

/** VerdictLabel says what a check found. */
export function VerdictLabel({ result: { verdict, isInMaintenance } }: { result: ResultSummary }) {
  const { status, word } = verdictLooks[verdict];
  return <StatusLabel status={status}>{isInMaintenance ? `${word}, in maintenance` : word}</StatusLabel>;
}
