import { Tooltip } from '@mantine/core';
import { formatExact, formatRelative } from '../../shared/format.ts';

/** RelativeTime says how long ago, with the exact time in the tooltip. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="dim">–</span>;
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={at}>{formatRelative(at)}</time>
    </Tooltip>
  );
}
