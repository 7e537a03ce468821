import { formatExact, formatRelative } from '../../shared/format.ts';
import { Tip } from '../tip/tip.tsx';

/** RelativeTime is how long ago an instant was, with the exact time in the tooltip. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="dim">–</span>;
  return (
    <Tip label={formatExact(at)}>
      <time dateTime={at}>{formatRelative(at)}</time>
    </Tip>
  );
}
