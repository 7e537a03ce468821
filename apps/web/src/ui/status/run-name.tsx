import { type RunOrigin, shortCommit } from '@touchstone/contracts/runs';
import { GitCommitHorizontal, Tag } from 'lucide-react';
import classes from './run-name.module.css';

/** RunName is a run's display name: its name and its number in the workspace. */
export function RunName({ run: { name, number } }: { run: { name: string; number: number | null } }) {
  return (
    <>
      {name} {number === null ? null : <span className={classes.number}>#{number}</span>}
    </>
  );
}

/** RunOriginTags shows the pipeline's label and commit; empty without them. */
export function RunOriginTags({ run: { label, commit } }: { run: RunOrigin }) {
  return (
    <>
      {label ? (
        <span className={classes.tag} title={`Label ${label}`}>
          <Tag size={11} aria-hidden /> <span className="visually-hidden">Label </span>
          <span className="ellipsis">{label}</span>
        </span>
      ) : null}
      {commit ? (
        <span className={classes.tag} title={`Commit ${commit}`}>
          <GitCommitHorizontal size={12} aria-hidden /> <span className="visually-hidden">Commit </span>
          <span className="mono ellipsis">{shortCommit(commit)}</span>
        </span>
      ) : null}
    </>
  );
}
