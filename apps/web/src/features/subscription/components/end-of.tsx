import { formatExact } from '../../../shared/format.ts';

/** EndOf is the day and time when a licence ends. */
export function EndOf({ date }: { date: string | null }) {
  if (date === null) return <span className="dim">Never</span>;
  return <time dateTime={date}>{formatExact(date)}</time>;
}
