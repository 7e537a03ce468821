import { formatCount, formatDuration } from '../../../../shared/format.ts';
import classes from './distribution.module.css';

interface Props {
  parts: readonly { fromMs: number; toMs: number; count: number }[];
}

/** Distribution draws how many checks took how long; a table has the same numbers for screen readers. */
export function Distribution({ parts }: Props) {
  if (parts.length === 0) return <p className="dim">Nothing was measured in this period.</p>;
  const most = Math.max(...parts.map(({ count }) => count), 1);
  const nameOf = ({ fromMs, toMs }: Props['parts'][number]) => `${formatDuration(fromMs)} – ${formatDuration(toMs)}`;
  return (
    <>
      <div className={classes.columns} aria-hidden>
        {parts.map((part) => (
          <span key={part.fromMs} className={classes.column} title={`${nameOf(part)}: ${formatCount(part.count)}`}>
            <span className={classes.fill} style={{ height: `${(part.count / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{formatDuration(parts[0]?.fromMs ?? 0)}</span>
        <span>{formatDuration(parts.at(-1)?.toMs ?? 0)}</span>
      </div>
      <table className="visually-hidden">
        <caption>Checks by response time</caption>
        <tbody>
          {parts.map((part) => (
            <tr key={part.fromMs}>
              <th scope="row">{nameOf(part)}</th>
              <td>{part.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
