import type { ImportPreview } from '@touchstone/contracts/api-testing';
import classes from './import.module.css';

interface Props {
  title: string;
  problems: ImportPreview['problems'];
  open?: boolean;
}

/** ImportProblems lists what was left out of a document, and why. */
export function ImportProblems({ title, problems, open = false }: Props) {
  if (problems.length === 0) return null;
  return (
    <details className={classes.problems} open={open}>
      <summary>
        {title} <span className="num dim">{problems.length}</span>
      </summary>
      <ul>
        {problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and equal lines may repeat
          <li key={at}>
            <code className="mono">{problem.place}</code> <span>{problem.reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
