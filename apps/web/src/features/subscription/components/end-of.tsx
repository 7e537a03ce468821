import { Tooltip } from '@mantine/core';
import { formatDay, formatExact } from '../../../shared/format.ts';

/** EndOf is the day when a licence ends, with the exact time in the tooltip. */
export function EndOf({ date }: { date: string | null }) {
  if (date === null) return <span className="dim">Never</span>;
  return (
    <Tooltip label={formatExact(date)}>
      <time dateTime={date}>{formatDay(date)}</time>
    </Tooltip>
  );
}
