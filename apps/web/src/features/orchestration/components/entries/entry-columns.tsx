import { ActionIcon } from '@mantine/core';
import type { FolderEntry } from '@touchstone/contracts/orchestration';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { counted, formatCount } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { contentsText, isWorkflow, pathOf } from '../../model/entry.ts';
import { orchestrationPaths } from '../../paths.ts';
import classes from './entries.module.css';
import { EntryIcon } from './entry-icon.tsx';

interface Options {
  onStar: (entry: FolderEntry, isStarred: boolean) => void;
  /** Menu of a row; absent if nothing may be changed. */
  menuOf?: ((entry: FolderEntry) => ReactNode) | undefined;
}

const nameColumn = (header: string, onStar: Options['onStar']): Column<FolderEntry> => ({
  key: 'name',
  header,
  cell: (entry) => (
    <span className={classes.name}>
      <ActionIcon
        size={24}
        aria-label={`Star ${entry.name}`}
        aria-pressed={entry.isStarred}
        onClick={() => onStar(entry, !entry.isStarred)}
      >
        <Star size={14} {...(entry.isStarred && { fill: 'var(--warn)', color: 'var(--warn)' })} />
      </ActionIcon>
      <EntryIcon entry={entry} />
      <Link to={pathOf(entry)} className="link ellipsis" style={{ color: 'inherit', fontWeight: 550 }}>
        {entry.name}
      </Link>
    </span>
  ),
});
const created: Column<FolderEntry> = {
  key: 'by',
  header: 'Created by',
  width: 160,
  cell: ({ createdByName }) => createdByName,
};
const changed: Column<FolderEntry> = {
  key: 'when',
  header: 'Changed',
  width: 130,
  align: 'right',
  cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
};
const actions = (menuOf: Options['menuOf']): Column<FolderEntry>[] =>
  menuOf ? [{ key: 'actions', header: '', width: 48, align: 'right', cell: menuOf }] : [];

function LastRun({ entry }: { entry: FolderEntry }) {
  if (!isWorkflow(entry)) return <span className="dim">–</span>;
  if (!entry.lastRun) return <span className="dim">Never run</span>;
  const { runId, status, executionStatus } = entry.lastRun;
  return (
    <Link className="link" to={orchestrationPaths.workflow(entry.flowId, runId)} style={{ color: 'inherit' }}>
      <StatusLabel status={status}>{executionStatus}</StatusLabel>
    </Link>
  );
}

/** projectColumns columns of the project list. */
export const projectColumns = ({ onStar, menuOf }: Options): Column<FolderEntry>[] => [
  nameColumn('Project', onStar),
  {
    key: 'key',
    header: 'Key',
    width: 120,
    cell: (entry) => (isWorkflow(entry) ? null : <code className="num">{entry.deepLinkId}</code>),
  },
  {
    key: 'folders',
    header: 'Folders',
    width: 90,
    align: 'right',
    cell: (entry) => (isWorkflow(entry) ? null : formatCount(entry.folderCount)),
  },
  {
    key: 'workflows',
    header: 'Workflows',
    width: 100,
    align: 'right',
    cell: (entry) => (isWorkflow(entry) ? null : formatCount(entry.workflowCount)),
  },
  created,
  changed,
  ...actions(menuOf),
];

/** folderColumns columns of the folders and workflows in a folder. */
export const folderColumns = ({ onStar, menuOf }: Options): Column<FolderEntry>[] => [
  nameColumn('Name', onStar),
  {
    key: 'contents',
    header: 'Contents',
    width: 200,
    cell: (entry) => (
      <span className="dim">{isWorkflow(entry) ? counted(entry.nodeCount, 'block') : contentsText(entry)}</span>
    ),
  },
  { key: 'run', header: 'Last run', width: 160, cell: (entry) => <LastRun entry={entry} /> },
  created,
  changed,
  ...actions(menuOf),
];
