import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { Lock, Repeat2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { webTestingPaths } from '../../paths.ts';
import classes from '../repository.module.css';

/** Actions on a script of the list. */
export interface ScriptActions {
  onRun: (scripts: readonly RepositoryScript[]) => void;
  onEdit: (script: RepositoryScript) => void;
  onCopy: (scripts: readonly RepositoryScript[]) => void;
  onMove: (scripts: readonly RepositoryScript[]) => void;
  onPlace: (script: RepositoryScript, by: -1 | 1) => void;
  onLock: (script: RepositoryScript) => void;
  onReuse: (script: RepositoryScript) => void;
  onDelete: (scripts: readonly RepositoryScript[]) => void;
}

interface Options extends ScriptActions {
  canWrite: boolean;
  /** Lists scripts of several modules: each names its module, and has no position. */
  ofProject: boolean;
}

/** scriptColumns columns of a script list. */
export function scriptColumns({ canWrite, ofProject, ...actions }: Options): Column<RepositoryScript>[] {
  const columns: (Column<RepositoryScript> | false)[] = [
    {
      key: 'name',
      header: 'Script',
      cell: (script) => (
        <span className="row" style={{ gap: 6 }}>
          <Link className="link ellipsis" to={webTestingPaths.steps(script.uuid)}>
            {script.testScriptName}
          </Link>
          {script.isLocked ? (
            <Tip label={`Locked by ${script.lockedBy ?? 'someone else'}`}>
              <Lock size={13} aria-label={`Locked by ${script.lockedBy ?? 'someone else'}`} />
            </Tip>
          ) : null}
          {script.isReusable ? (
            <Tip label="Reusable">
              <Repeat2 size={13} aria-label="Reusable" />
            </Tip>
          ) : null}
        </span>
      ),
    },
    ofProject && {
      key: 'module',
      header: 'Module',
      width: 180,
      cell: ({ moduleUUID, moduleName }) => (
        <Link className="link" to={webTestingPaths.scripts({ module: moduleUUID })}>
          {moduleName}
        </Link>
      ),
    },
    {
      key: 'tags',
      header: 'Tags',
      width: '20%',
      cell: ({ tagName }) => (
        <span className={classes.tags}>
          {tagName.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </span>
      ),
    },
    {
      key: 'steps',
      header: 'Steps',
      width: 80,
      align: 'right',
      cell: ({ stepCount }) => <span className="num">{formatCount(stepCount)}</span>,
    },
    {
      key: 'run',
      header: 'Last run',
      width: 150,
      cell: ({ lastRun }) =>
        lastRun ? (
          <Link to={webTestingPaths.result(lastRun.runId)} style={{ color: 'inherit' }}>
            <StatusLabel status={lastRun.status}>
              <RelativeTime at={lastRun.at} />
            </StatusLabel>
          </Link>
        ) : (
          <span className="dim">Never</span>
        ),
    },
    { key: 'by', header: 'Changed by', width: 140, cell: ({ modifiedBy }) => modifiedBy },
    { key: 'at', header: 'Changed', width: 120, cell: ({ modifiedDate }) => <RelativeTime at={modifiedDate} /> },
    canWrite && {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (script) => <RowMenu name={script.testScriptName} entries={entriesOf(script, actions, ofProject)} />,
    },
  ];
  return columns.filter((column): column is Column<RepositoryScript> => column !== false);
}

const entriesOf = (script: RepositoryScript, actions: ScriptActions, ofProject: boolean) => [
  script.stepCount > 0 && { label: 'Run', run: () => actions.onRun([script]) },
  { label: 'Edit script', run: () => actions.onEdit(script) },
  { label: 'Clone', run: () => actions.onCopy([script]) },
  { label: 'Move or copy…', run: () => actions.onMove([script]) },
  !ofProject && script.sequenceId > 1 && { label: 'Move up', run: () => actions.onPlace(script, -1) },
  !ofProject && { label: 'Move down', run: () => actions.onPlace(script, 1) },
  { label: script.isLocked ? 'Unlock' : 'Lock', run: () => actions.onLock(script) },
  {
    label: script.isReusable ? 'Mark as not reusable' : 'Mark as reusable',
    run: () => actions.onReuse(script),
  },
  { label: 'Delete…', run: () => actions.onDelete([script]) },
];
