import type { IncidentState, IncidentSummary } from '@touchstone/contracts/api-monitoring';
import type { Status } from '../../../ui/status/status.ts';

/** Glyph and label of an incident's state. */
export function incidentLook({ state, severity }: Pick<IncidentSummary, 'state' | 'severity'>): {
  status: Status;
  word: string;
} {
  if (state === 'CLOSED') return { status: 'passed', word: 'Closed' };
  const word = severity === 'DOWN' ? 'Down' : 'Degraded';
  if (state === 'ACKNOWLEDGED') return { status: 'running', word: `${word}, acknowledged` };
  return { status: severity === 'DOWN' ? 'failed' : 'flaky', word };
}

const stateWords: Record<IncidentState, string> = { OPEN: 'Open', ACKNOWLEDGED: 'Acknowledged', CLOSED: 'Closed' };
/** The states as filter options. */
export const stateChoices = Object.entries(stateWords).map(([value, label]) => ({ value, label }));
