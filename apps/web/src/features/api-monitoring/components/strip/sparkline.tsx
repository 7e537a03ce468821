import classes from './sparkline.module.css';

const width = 72;
const height = 20;

/** Sparkline draws values over time without an axis; the number next to it is the latest. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span className={classes.none} style={{ width }} />;
  const top = Math.max(...known) || 1;
  const step = (width - 4) / Math.max(values.length - 1, 1);
  const points = values.flatMap((value, index) =>
    value === null
      ? []
      : [`${(2 + index * step).toFixed(1)},${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`],
  );
  return (
    <svg className={classes.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
