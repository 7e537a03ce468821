import { ActionIcon, Menu } from '@mantine/core';
import type { LinkedSpecification, SubjectOutcomes, Suite } from '@touchstone/contracts/api-testing';
import { EllipsisVertical, Play } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { statusOf } from '../../model/run/execution-status.ts';
import { apiTestingPaths } from '../../paths.ts';
import { SpecChangedMark } from '../import/changed-specs.tsx';
import { FlakyMark, LatestOutcomes } from '../report/latest-outcomes.tsx';

interface Actions {
  onRun: (suite: Suite) => void;
  onEdit: (suite: Suite) => void;
  onClone: (suite: Suite) => void;
  onDelete: (suite: Suite) => void;
  /** Other features' actions on a suite. */
  others: readonly { label: string; start: (suite: Suite) => void }[];
}

function LastRun({ suite }: { suite: Suite }) {
  if (!suite.lastRun) return <span className="dim">Never run</span>;
  const { runId, executionStatus, finishedAt } = suite.lastRun;
  return (
    <Link to={apiTestingPaths.report(runId)} className="link" style={{ color: 'inherit', display: 'inline-block' }}>
      <StatusLabel status={statusOf(executionStatus)}>
        {executionStatus}
        {finishedAt ? (
          <span className="dim">
            {' · '}
            <RelativeTime at={finishedAt} />
          </span>
        ) : null}
      </StatusLabel>
    </Link>
  );
}

function SuiteActions({ suite, actions }: { suite: Suite; actions: Actions }) {
  return (
    <span className="row" style={{ gap: 0, justifyContent: 'flex-end' }}>
      <ActionIcon
        size={24}
        aria-label={`Run ${suite.suiteName}`}
        disabled={suite.scriptCount === 0}
        onClick={() => actions.onRun(suite)}
      >
        <Play size={14} />
      </ActionIcon>
      <Menu>
        <Menu.Target>
          <ActionIcon size={24} aria-label={`Actions for ${suite.suiteName}`}>
            <EllipsisVertical size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => actions.onEdit(suite)}>Edit suite</Menu.Item>
          <Menu.Item onClick={() => actions.onClone(suite)}>Clone suite</Menu.Item>
          {actions.others.map(({ label, start }) => (
            <Menu.Item key={label} onClick={() => start(suite)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => actions.onDelete(suite)}>Delete suite…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** suiteColumns columns of the suite list; without `actions` the list is read-only. */
export function suiteColumns({
  projectId,
  outcomes,
  changedSpecs,
  actions,
}: {
  projectId: string;
  /** The latest results by suite; undefined while loading. */
  outcomes: ReadonlyMap<string, SubjectOutcomes> | undefined;
  /** Watched specifications that differ from their suites, by suite. */
  changedSpecs: ReadonlyMap<string, LinkedSpecification>;
  actions?: Actions;
}): Column<Suite>[] {
  const columns: Column<Suite>[] = [
    {
      key: 'name',
      header: 'Suite',
      cell: (suite) => (
        <span className="row" style={{ gap: 8 }}>
          <Link
            to={apiTestingPaths.suite(suite.suiteId, projectId)}
            className="link ellipsis"
            style={{ color: 'inherit', fontWeight: 550 }}
          >
            {suite.suiteName}
          </Link>
          <SpecChangedMark projectId={projectId} found={changedSpecs.get(suite.suiteId)} />
        </span>
      ),
    },
    {
      key: 'description',
      header: 'Description',
      cell: (suite) => <span className="dim">{suite.suiteDescription}</span>,
    },
    { key: 'scripts', header: 'Scripts', align: 'right', width: 90, cell: (suite) => formatCount(suite.scriptCount) },
    {
      key: 'outcomes',
      header: 'Last 20 runs',
      width: 292,
      cell: (suite) => (
        <span className="row" style={{ gap: 6, height: 24 }}>
          <LatestOutcomes of={suite.suiteName} found={outcomes?.get(suite.suiteId)} />
          {outcomes?.get(suite.suiteId)?.isFlaky ? <FlakyMark /> : null}
        </span>
      ),
    },
    { key: 'last', header: 'Last run', width: 240, cell: (suite) => <LastRun suite={suite} /> },
    {
      key: 'updated',
      header: 'Changed',
      align: 'right',
      width: 130,
      cell: (suite) => <RelativeTime at={suite.updatedAt} />,
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      align: 'right',
      width: 76,
      cell: (suite) => <SuiteActions suite={suite} actions={actions} />,
    });
  return columns;
}
