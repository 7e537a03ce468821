import type { Accounting, MailedReport, ReportPeriod } from '@touchstone/contracts/api-monitoring';

/** How often reports are mailed, as select options. */
export const periodChoices: { value: ReportPeriod; label: string }[] = [
  { value: 'DAY', label: 'Daily' },
  { value: 'WEEK', label: 'Weekly' },
  { value: 'MONTH', label: 'Monthly' },
];
const days: Record<ReportPeriod, string> = {
  DAY: 'Every day',
  WEEK: 'Every Monday',
  MONTH: 'On the first of every month',
};

/** reportWhen says when a report is mailed. */
export const reportWhen = ({ period, timeOfDay, timezone }: Pick<MailedReport, 'period' | 'timeOfDay' | 'timezone'>) =>
  `${days[period]} at ${timeOfDay} (${timezone.replaceAll('_', ' ')})`;

type Accountings = { [K in keyof Accounting]: { label: string; data: { value: Accounting[K]; label: string }[] } };
/** Ways to count availability. */
export const accountings: Accountings = {
  retries: {
    label: 'Retries',
    data: [
      { value: 'ignored', label: 'Failed, then well: up' },
      { value: 'counted', label: 'Failed, then well: down' },
    ],
  },
  maintenance: {
    label: 'Maintenance',
    data: [
      { value: 'excluded', label: 'Maintenance left out' },
      { value: 'counted', label: 'Maintenance counted' },
    ],
  },
  unknown: {
    label: 'Unknown results',
    data: [
      { value: 'excluded', label: 'Unknown left out' },
      { value: 'down', label: 'Unknown counts as down' },
    ],
  },
};
