import { ActionIcon, Menu, Switch } from '@mantine/core';
import type { SchedulerJob } from '@touchstone/contracts/scheduler';
import { EllipsisVertical } from 'lucide-react';
import { Link } from 'react-router';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusGlyph, StatusLabel } from '../../../ui/status/status-glyph.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { dateIn, dueIn, dueText, ownText } from '../model/due-text.ts';
import { executionLooks } from '../model/execution-look.ts';
import { boundsWords, whenWords } from '../model/schedule-words.ts';
import { useSchedulePath } from './schedule-place.ts';
import classes from './scheduler.module.css';

export interface JobActions {
  /** Absent if the plan doesn't allow it. */
  onEdit?: (job: SchedulerJob) => void;
  /** Absent if the plan doesn't allow it. */
  onRun?: (job: SchedulerJob) => void;
  /** Resuming requires the PRO plan or higher. */
  canResume: boolean;
  onPause: (job: SchedulerJob, isPaused: boolean) => void;
  onDelete: (jobs: readonly SchedulerJob[]) => void;
}

/** JobTitle is the title of a job, and why it doesn't start anything. */
export function JobTitle({ job, actions }: { job: SchedulerJob; actions: JobActions | undefined }) {
  const { title, problem } = job;
  const onEdit = actions?.onEdit;
  return (
    <span className={classes.stack}>
      {onEdit ? (
        <button type="button" className={`link ${classes.title}`} onClick={() => onEdit(job)}>
          {title}
        </button>
      ) : (
        <span className={classes.title}>{title}</span>
      )}
      {problem ? (
        <span className={classes.warning}>
          <StatusGlyph status="flaky" size={12} decorative />
          {problem}
        </span>
      ) : null}
    </span>
  );
}

function Target({ target }: { target: SchedulerJob['target'] }) {
  const { title, link, kindTitle } = target;
  return (
    <span className={classes.stack}>
      {title === null ? (
        <span className="dim">Deleted</span>
      ) : link === null ? (
        <span>{title}</span>
      ) : (
        <Link className="link" to={link}>
          {title}
        </Link>
      )}
      <span className={classes.small}>{kindTitle}</span>
    </span>
  );
}

/** When is the rule of a job in words, with its time zone. */
export function When({ job }: { job: SchedulerJob }) {
  const bounds = boundsWords(job, dateIn(new Date(), job.timezone));
  return (
    <span className={classes.stack}>
      <span title={whenWords(job)}>{whenWords(job)}</span>
      <span className={classes.small}>{[job.timezone.replaceAll('_', ' '), bounds].filter(Boolean).join(', ')}</span>
    </span>
  );
}

/** NextDue is how long it is until a job is due, and when that is in its own and the browser's time zone. */
export function NextDue({ job: { isPaused, nextDueAt, timezone } }: { job: SchedulerJob }) {
  if (isPaused) return <StatusLabel status="skipped">Paused</StatusLabel>;
  if (!nextDueAt) return <span className="dim">–</span>;
  const own = ownText(nextDueAt, timezone);
  return (
    <time className={classes.stack} dateTime={nextDueAt}>
      <span>{dueIn(nextDueAt)}</span>
      <span className={classes.small}>
        {dueText(nextDueAt, timezone)}
        {own ? ` (${own} your time)` : ''}
      </span>
    </time>
  );
}

function LastResult({ last }: { last: SchedulerJob['lastExecution'] }) {
  if (!last) return <span className="dim">Never run</span>;
  const { status, word } = executionLooks[last.status];
  const label = <StatusLabel status={status}>{word}</StatusLabel>;
  return (
    <span className={classes.stack}>
      {last.link ? (
        <Link className="link" to={last.link} style={{ color: 'inherit' }}>
          {label}
        </Link>
      ) : (
        label
      )}
      <span className={classes.small}>
        <RelativeTime at={last.dueAt} />
      </span>
    </span>
  );
}

/** PauseSwitch pauses and resumes a job in place. */
export function PauseSwitch({ job, actions }: { job: SchedulerJob; actions: JobActions | undefined }) {
  const isAllowed = actions !== undefined && (!job.isPaused || actions.canResume);
  return isAllowed ? (
    <Switch
      aria-label={`${job.title} is active`}
      checked={!job.isPaused}
      onChange={(event) => actions.onPause(job, !event.currentTarget.checked)}
    />
  ) : (
    <span className="dim">{job.isPaused ? 'No' : 'Yes'}</span>
  );
}

/** JobMenu are further actions on a job. */
export function JobMenu({ job, actions }: { job: SchedulerJob; actions: JobActions | undefined }) {
  const { onEdit, onRun } = actions ?? {};
  const pathOf = useSchedulePath();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`Actions for ${job.title}`}>
          <EllipsisVertical size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onRun && !job.isPaused && job.target.title !== null ? (
          <Menu.Item onClick={() => onRun(job)}>Run now</Menu.Item>
        ) : null}
        {onEdit ? <Menu.Item onClick={() => onEdit(job)}>Edit schedule…</Menu.Item> : null}
        <Menu.Item component={Link} to={pathOf({ project: job.projectId, tab: 'history', job: job.jobId })}>
          Execution history
        </Menu.Item>
        {actions ? <Menu.Item onClick={() => actions.onDelete([job])}>Delete schedule…</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** jobColumns columns of the job lists; without `actions` the list is read-only. */
export function jobColumns(which: 'upcoming' | 'completed', actions: JobActions | undefined): Column<SchedulerJob>[] {
  const columns: Column<SchedulerJob>[] = [
    { key: 'name', header: 'Schedule', cell: (job) => <JobTitle job={job} actions={actions} /> },
    { key: 'target', header: 'Test', width: 190, cell: ({ target }) => <Target target={target} /> },
    { key: 'when', header: 'When', width: 230, cell: (job) => <When job={job} /> },
  ];
  if (which === 'upcoming')
    columns.push({ key: 'next', header: 'Next due', width: 290, cell: (job) => <NextDue job={job} /> });
  columns.push({
    key: 'last',
    header: 'Last result',
    width: 140,
    cell: ({ lastExecution }) => <LastResult last={lastExecution} />,
  });
  if (which === 'upcoming')
    columns.push({
      key: 'active',
      header: 'Active',
      width: 76,
      cell: (job) => <PauseSwitch job={job} actions={actions} />,
    });
  columns.push({
    key: 'actions',
    header: '',
    width: 48,
    align: 'right',
    cell: (job) => <JobMenu job={job} actions={actions} />,
  });
  return columns;
}
