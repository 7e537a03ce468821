import type { WorkspaceChange, WorkspaceReport } from '@touchstone/contracts/api-testing';
import { formatCount } from '../../../../shared/format.ts';
import classes from './workspace-import.module.css';

const words: Record<WorkspaceChange['change'], string> = { added: 'Add', changed: 'Change', removed: 'Remove' };
const kinds: Record<WorkspaceChange['kind'], string> = {
  globals: 'Globals',
  environment: 'Environment',
  database: 'Database',
  suite: 'Suite',
  script: 'Script',
  prerequisite: 'Prerequisite',
  certificate: 'Certificate',
  configuration: 'Run configuration',
  workflow: 'Workflow',
  schedule: 'Schedule',
};

/** countsText says how much a workspace file changes. */
export function countsText({ added, changed, removed, unchanged }: WorkspaceReport): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const;
  const counts = parts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : []));
  return counts.length > 0
    ? `${counts.join(', ')}.`
    : `nothing to change, ${formatCount(unchanged)} items are the same.`;
}

/** WorkspaceChanges lists what a workspace file would add, change and remove. */
export function WorkspaceChanges({ report }: { report: WorkspaceReport }) {
  const { changes, added, changed, removed } = report;
  if (changes.length === 0) return null;
  const hidden = added + changed + removed - changes.length;
  return (
    <ul className={classes.changes} aria-label="Changes" data-scroll>
      {changes.map(({ kind, change, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two scripts of a suite may share a name
        <li key={index} data-change={change}>
          <span className={classes.word}>{words[change]}</span>
          <span className={`${classes.kind} dim`}>{kinds[kind]}</span>
          <span className={classes.name}>{name}</span>
        </li>
      ))}
      {hidden > 0 ? <li className="dim">and {formatCount(hidden)} more</li> : null}
    </ul>
  );
}

/** WorkspaceFillIn lists what a workspace file leaves out and has to be entered by hand. */
export function WorkspaceFillIn({ report }: { report: WorkspaceReport }) {
  if (report.fillIn.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>Fill in</h3>
      <p className="dim">Files leave secrets and uploaded files out. Enter them before you run the tests.</p>
      <ul className={classes.changes} aria-label="Fill in" data-scroll>
        {report.fillIn.map(({ kind, name, what }) => (
          <li key={`${kind} ${name} ${what}`}>
            <span className={`${classes.kind} dim`}>{kinds[kind]}</span>
            <span className={classes.name}>{name}</span>
            <span className={`${classes.what} mono`}>{what}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** WorkspaceRefused lists which parts of a workspace file the project can't take, and why. */
export function WorkspaceRefused({ report }: { report: WorkspaceReport }) {
  if (report.leftOut.length === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>Left out</h3>
      <ul className={classes.changes} aria-label="Left out" data-scroll>
        {report.leftOut.map(({ kind, name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two schedules may share a title
          <li key={index}>
            <span className={`${classes.kind} dim`}>{kinds[kind]}</span>
            <span className={classes.name}>
              {name}
              <span className={`${classes.reason} dim`}>{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** WorkspaceLeftOut says what a workspace file never contains, so that users don't look for it. */
export function WorkspaceLeftOut() {
  return (
    <p className="dim">
      Not in the file: secrets, keys of client certificates, uploaded files, runs, and who can open the project.
    </p>
  );
}
