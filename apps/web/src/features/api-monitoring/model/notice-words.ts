import type { NoticeState, StatusNotice } from '@touchstone/contracts/api-monitoring';
import type { Status } from '../../../ui/status/status.ts';

/** Where a notice is, in a word. */
export const noticeWords: Record<NoticeState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};
/** How much a notice concerns visitors. */
export const impactWords: Record<StatusNotice['impact'], string> = {
  none: 'No impact',
  degraded: 'Slow or limited',
  down: 'Down',
};

/** noticeStatus is the sign of a notice. */
export const noticeStatus = ({ state, impact }: Pick<StatusNotice, 'state' | 'impact'>): Status =>
  state === 'resolved' ? 'passed' : impact === 'down' ? 'failed' : impact === 'degraded' ? 'flaky' : 'running';
