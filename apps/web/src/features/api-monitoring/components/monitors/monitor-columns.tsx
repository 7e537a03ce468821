import { ActionIcon, Menu, Switch } from '@mantine/core';
import type { MonitorSummary } from '@touchstone/contracts/api-monitoring';
import { EllipsisVertical } from 'lucide-react';
import { Link } from 'react-router';
import { formatDuration, formatPercent } from '../../../../shared/format.ts';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../../ui/table/data-table.tsx';
import { barsOfChecks, countVerdicts } from '../../model/bars.ts';
import { kindLooks } from '../../model/kinds.ts';
import { statusLooks } from '../../model/status-look.ts';
import { apiMonitoringPaths } from '../../paths.ts';
import { CheckStrip } from '../strip/check-strip.tsx';
import { Sparkline } from '../strip/sparkline.tsx';
import classes from './monitors.module.css';

/** Actions on monitored APIs. */
export interface MonitorActions {
  onStarted: (monitors: readonly MonitorSummary[], isStarted: boolean) => void;
  onEdit: (monitorId: string) => void;
  onCheck: (monitor: MonitorSummary) => void;
  onMove: (monitors: readonly MonitorSummary[]) => void;
  onDelete: (monitors: readonly MonitorSummary[]) => void;
}

/** The status of a monitored API, with the reason in the tooltip. */
export function MonitorStatusLabel({ monitor }: { monitor: Pick<MonitorSummary, 'status' | 'statusText'> }) {
  const { status, word } = statusLooks[monitor.status];
  return (
    <span title={monitor.statusText ?? undefined}>
      <StatusLabel status={status}>{word}</StatusLabel>
    </span>
  );
}

function Name({ monitor, onTag }: { monitor: MonitorSummary; onTag: (tag: string) => void }) {
  const { monitorId, name, target, tags } = monitor;
  return (
    <span className={classes.stack}>
      <span className={classes.nameLine}>
        <Link className="link ellipsis" to={apiMonitoringPaths.details(monitorId)}>
          {name}
        </Link>
        {tags.map((tag) => (
          <button
            key={tag}
            type="button"
            className={classes.tag}
            title={`Filter by tag ${tag}`}
            onClick={() => onTag(tag)}
          >
            {tag}
          </button>
        ))}
      </span>
      <span className={`${classes.small} mono ellipsis`} title={target}>
        {target}
      </span>
    </span>
  );
}

function Kind({ kind }: Pick<MonitorSummary, 'kind'>) {
  const { icon: Icon, label } = kindLooks[kind];
  return (
    <span className="row" style={{ gap: 6 }}>
      <Icon size={14} aria-hidden />
      <span>{label}</span>
    </span>
  );
}

function ResponseTime({ monitor: { recent, lastDurationMs } }: { monitor: MonitorSummary }) {
  return (
    <span className="row">
      <Sparkline values={recent.map(({ durationMs }) => durationMs)} />
      <span className="num">{lastDurationMs === null ? '–' : formatDuration(lastDurationMs)}</span>
    </span>
  );
}

function MonitorMenu({ monitor, actions }: { monitor: MonitorSummary; actions: MonitorActions }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${monitor.name}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => actions.onEdit(monitor.monitorId)}>Edit</Menu.Item>
        <Menu.Item
          disabled={monitor.state === 'STOPPED' || monitor.kind === 'heartbeat'}
          onClick={() => actions.onCheck(monitor)}
        >
          Check now
        </Menu.Item>
        <Menu.Item onClick={() => actions.onMove([monitor])}>Move to collection…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => actions.onDelete([monitor])}>Delete monitored API…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface Options {
  /** Absent if read-only. */
  actions: MonitorActions | undefined;
  /** Names of the collections, if monitored APIs of several are listed. */
  collectionNames: ReadonlyMap<string, string> | undefined;
  onTag: (tag: string) => void;
}

/** monitorColumns columns of the list of monitored APIs. */
export function monitorColumns({ actions, collectionNames, onTag }: Options): Column<MonitorSummary>[] {
  const columns: Column<MonitorSummary>[] = [
    { key: 'status', header: 'Status', width: 112, cell: (monitor) => <MonitorStatusLabel monitor={monitor} /> },
    { key: 'name', header: 'Name', cell: (monitor) => <Name monitor={monitor} onTag={onTag} /> },
    { key: 'kind', header: 'Kind', width: 130, cell: ({ kind }) => <Kind kind={kind} /> },
  ];
  if (collectionNames)
    columns.push({
      key: 'collection',
      header: 'Collection',
      width: 120,
      cell: ({ collectionId }) => collectionNames.get(collectionId) ?? '',
    });
  columns.push(
    {
      key: 'uptime',
      header: 'Uptime 24 h',
      width: 92,
      align: 'right',
      cell: ({ uptimePercent }) => (
        <span className="num">{uptimePercent === null ? '–' : formatPercent(uptimePercent)}</span>
      ),
    },
    { key: 'time', header: 'Response time', width: 140, cell: (monitor) => <ResponseTime monitor={monitor} /> },
    {
      key: 'recent',
      header: 'Latest checks',
      width: 160,
      cell: ({ name, recent }) => (
        <CheckStrip label={`Latest checks of ${name}: ${countVerdicts(recent)}`} bars={barsOfChecks(recent)} />
      ),
    },
    { key: 'last', header: 'Last check', width: 104, cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
    {
      key: 'started',
      header: 'Started',
      width: 72,
      cell: (monitor) => (
        <Switch
          size="xs"
          aria-label={`${monitor.name} is started`}
          checked={monitor.state === 'STARTED'}
          disabled={!actions}
          onChange={(event) => actions?.onStarted([monitor], event.currentTarget.checked)}
        />
      ),
    },
  );
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (monitor) => <MonitorMenu monitor={monitor} actions={actions} />,
    });
  return columns;
}
