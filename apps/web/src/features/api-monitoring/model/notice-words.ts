import type { NoticeState, StatusNotice } from '@touchstone/contracts/api-monitoring';
import type { Status } from '../../../ui/status/status.ts';

/** Labels of notice states. */
export const noticeWords: Record<NoticeState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};
/** Labels of a notice's impact on visitors. */
export const impactWords: Record<StatusNotice['impact'], string> = {
  none: 'No impact',
  degraded: 'Slow or limited',
  down: 'Down',
};

/** noticeStatus returns the glyph of a notice. */
export const noticeStatus = ({ state, impact }: Pick<StatusNotice, 'state' | 'impact'>): Status =>
  state === 'resolved' ? 'passed' : impact === 'down' ? 'failed' : impact === 'degraded' ? 'flaky' : 'running';
