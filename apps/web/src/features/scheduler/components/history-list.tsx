import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SchedulerExecution, schedulerExecutionStatuses } from '@touchstone/contracts/scheduler';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { formatDuration } from '../../../shared/format.ts';
import { toast } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { useSchedulerMutations } from '../api/scheduler.mutations.ts';
import { executionsQuery, jobQuery } from '../api/scheduler.queries.ts';
import { dueText, ownTimezone } from '../model/due-text.ts';
import { executionChoices, executionLooks, isOver } from '../model/execution-look.ts';
import { useSchedulePath } from './schedule-place.ts';
import classes from './scheduler.module.css';

const size = 20;
const icon = <History size={20} />;
const searchSchema = z.object({
  job: z.string().catch('').default(''),
  status: z
    .enum(['', ...schedulerExecutionStatuses])
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/**
 * reasonOf returns the reason for the result of a due time: what was missed, what didn't start, who didn't receive the
 * result.
 */
export function reasonOf({
  missed,
  message,
  tellProblem,
}: Pick<SchedulerExecution, 'missed' | 'message' | 'tellProblem'>): string {
  const times = missed > 0 ? `${missed} ${missed === 1 ? 'due time was' : 'due times were'} missed.` : '';
  return [times, message, tellProblem].filter(Boolean).join(' ');
}

/** The name of a schedule, linked to its own history. */
function HistoryLink({ execution: { title, projectId, jobId } }: { execution: SchedulerExecution }) {
  const pathOf = useSchedulePath();
  return (
    <Link
      className="link"
      to={pathOf({ project: projectId, tab: 'history', job: jobId })}
      style={{ color: 'inherit', fontWeight: 550 }}
    >
      {title}
    </Link>
  );
}

const columnsOf = (
  resendResult: ((execution: SchedulerExecution) => void) | undefined,
): Column<SchedulerExecution>[] => [
  {
    key: 'due',
    header: 'Due',
    width: 220,
    cell: ({ dueAt }) => (
      <span className={classes.stack}>
        <span className="num">{dueText(dueAt, ownTimezone())}</span>
        <span className={classes.small}>
          <RelativeTime at={dueAt} />
        </span>
      </span>
    ),
  },
  {
    key: 'name',
    header: 'Schedule',
    cell: (execution) => <HistoryLink execution={execution} />,
  },
  {
    key: 'status',
    header: 'Result',
    width: 130,
    cell: ({ status }) => (
      <StatusLabel status={executionLooks[status].status}>{executionLooks[status].word}</StatusLabel>
    ),
  },
  { key: 'runs', header: 'Runs', width: 180, cell: ({ attempts }) => <Runs attempts={attempts} /> },
  {
    key: 'duration',
    header: 'Duration',
    width: 100,
    align: 'right',
    cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: (execution) => (
      <span className={classes.stack}>
        <span title={reasonOf(execution)}>{reasonOf(execution) || '–'}</span>
        {execution.toldAt ? (
          <span className={classes.small}>
            Webhook called <RelativeTime at={execution.toldAt} />
          </span>
        ) : null}
        {execution.tellProblem !== null && resendResult ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Send the result of ${execution.title} again`}
            onClick={() => resendResult(execution)}
          >
            Send again
          </Button>
        ) : null}
      </span>
    ),
  },
];

function Runs({ attempts }: Pick<SchedulerExecution, 'attempts'>) {
  if (attempts.length === 0) return <span className="dim">No run</span>;
  return (
    <span className={classes.runs}>
      {attempts.map(({ attempt, runId, link }) => {
        const text = attempts.length === 1 ? 'Open run' : attempt === 1 ? 'First run' : `Retry ${attempt - 1}`;
        return link ? (
          <Link key={runId} className="link" to={link}>
            {text}
          </Link>
        ) : (
          <span key={runId} className="dim">{`${text} (deleted)`}</span>
        );
      })}
    </span>
  );
}

/** Resends a result to its webhook, and reports the outcome. */
function useSendAgain(projectId: string): (execution: SchedulerExecution) => void {
  const { resendResult } = useSchedulerMutations(projectId);
  return ({ executionId }) =>
    resendResult.mutate(executionId, {
      onSuccess({ tellProblem }) {
        if (tellProblem === null) toast('success', 'The webhook took the result.');
        else toast('error', tellProblem);
      },
    });
}

/** HistoryList lists the results of a workspace's due times. */
export function HistoryList({ projectId, canWrite }: { projectId: string; canWrite: boolean }) {
  const [{ job, status, page }, setSearch] = useSearchState(searchSchema);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const executions = useQuery(
    executionsQuery({ projectId, page, size, ...(job && { jobId: job }), ...(status && { status }) }),
  );
  const sendAgain = useSendAgain(projectId);
  const named = useQuery({ ...jobQuery(job), enabled: job !== '' }).data?.title;
  const { clearHistory } = useSchedulerMutations(projectId);
  const chosen =
    executions.data?.content.filter(({ executionId, status: is }) => selected.has(executionId) && isOver(is)) ?? [];
  const ask = (title: string, confirm: string, which: { jobId?: string; executionIds?: string[] }) =>
    confirmAction({
      title,
      message: "Runs and reports stay. You can't undo this.",
      confirm,
      onConfirm: async () => {
        await clearHistory.mutateAsync(which);
        clear();
      },
    });
  const count = `${chosen.length} ${chosen.length === 1 ? 'entry' : 'entries'}`;
  const isFiltered = job !== '' || status !== '';
  return (
    <PagedList
      noun="entries"
      query={executions}
      page={page}
      size={size}
      onPage={(next) => setSearch({ page: next }, { push: true })}
      filters={
        <>
          <Select
            w={160}
            aria-label="Result"
            placeholder="Any result"
            clearable
            data={executionChoices}
            value={status || null}
            onChange={(value) => setSearch({ status: value ?? '', page: 0 })}
          />
          {job ? (
            <Button variant="default" onClick={() => setSearch({ job: '', page: 0 })}>
              {`Only ${named ?? 'one schedule'} ×`}
            </Button>
          ) : null}
          <span className="grow" />
          {canWrite && executions.data && executions.data.totalElements > 0 && status === '' ? (
            <Button
              variant="default"
              onClick={() =>
                ask(
                  job ? `Delete the history of ${named ?? 'this schedule'}?` : 'Delete the whole history?',
                  'Delete history',
                  job ? { jobId: job } : {},
                )
              }
            >
              Delete history…
            </Button>
          ) : null}
        </>
      }
      icon={icon}
      onClear={isFiltered ? () => setSearch({ job: '', status: '', page: 0 }) : undefined}
      empty={
        <EmptyState icon={icon} title="No history yet">
          Each due time is listed here with its result and its run.
        </EmptyState>
      }
      table={(rows, none) => (
        <DataTable
          label="Execution history"
          columns={columnsOf(canWrite ? sendAgain : undefined)}
          rows={rows}
          rowKey={({ executionId }) => executionId}
          rowLabel={({ title, dueAt }) => `${title}, ${dueText(dueAt, ownTimezone())}`}
          minWidth={960}
          {...(canWrite ? { selected, onSelect: setSelected } : {})}
          empty={none}
        />
      )}
      bar={
        <SelectionBar count={selected.size} onClear={clear}>
          {chosen.length > 0 ? (
            <Button
              variant="default"
              onClick={() =>
                ask(`Delete ${count} of the history?`, `Delete ${count}`, {
                  executionIds: chosen.map(({ executionId }) => executionId),
                })
              }
            >
              Delete…
            </Button>
          ) : (
            <span className="dim">Entries that are still running stay</span>
          )}
        </SelectionBar>
      }
    />
  );
}
