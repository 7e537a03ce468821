import { formatDay, formatExact } from '../../../shared/format.ts';
import { Tip } from '../../../ui/tip/tip.tsx';

/** EndOf is the day a licence ends, with the exact time in the tooltip. */
export function EndOf({ date }: { date: string | null }) {
  if (date === null) return <span className="dim">Never</span>;
  return (
    <Tip label={formatExact(date)}>
      <time dateTime={date}>{formatDay(date)}</time>
    </Tip>
  );
}
