import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { jobCountQuery } from '../api/scheduler.queries.ts';
import { HistoryList } from './history-list.tsx';
import { JobList, NoJobs } from './job-list.tsx';
import { ProNotice, ProOnly, type ScheduledProject } from './pro-notice.tsx';
import classes from './scheduler.module.css';
import { useMaySchedule } from './use-job-actions.tsx';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

const searchSchema = z.object({
  tab: z.enum(['upcoming', 'completed', 'history']).catch('upcoming').default('upcoming'),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'schedule']).catch('').default(''),
});

/**
 * SchedulesScreen lists the scheduled tests of a workspace, for any service: upcoming and completed ones, and their
 * history.
 */
export function SchedulesScreen({ project, canWrite }: { project: ScheduledProject; canWrite: boolean }) {
  const { projectId, projectName, workspacePlan } = project;
  const [{ tab, create }, setSearch] = useSearchState(searchSchema);
  const counts = useQuery(jobCountQuery(projectId)).data;
  const hasPro = useMaySchedule(workspacePlan);
  const canCreate = canWrite && hasPro;
  const begin = () => setSearch({ create: 'schedule' });
  useHotkey('create', begin, canCreate);
  const button = canCreate ? <Button onClick={begin}>Schedule a test</Button> : null;
  const isOnlyOffered = !hasPro && counts?.total === 0;
  return (
    <Page
      title="Scheduled Tests"
      documentTitle={`Scheduled Tests · ${projectName}`}
      meta={counts ? metaOf(counts, projectName) : projectName}
      actions={button}
    >
      {isOnlyOffered ? (
        <ProOnly project={project} />
      ) : (
        <>
          {hasPro || !counts ? null : <ProNotice project={project} />}
          <div className={classes.tabs} data-tour="schedule-tabs">
            <SegmentedControl
              aria-label="List"
              data={[
                { value: 'upcoming', label: labelOf('Upcoming', counts?.upcoming) },
                { value: 'completed', label: labelOf('Completed', counts?.completed) },
                { value: 'history', label: 'History' },
              ]}
              value={tab}
              onChange={(value) => setSearch({ tab: value as typeof tab, page: 0 }, { push: true })}
            />
          </div>
          {tab === 'history' ? (
            <HistoryList projectId={projectId} canWrite={canWrite} />
          ) : (
            <JobList
              key={tab}
              project={project}
              which={tab}
              canWrite={canWrite}
              empty={<NoJobs which={tab} action={button} />}
            />
          )}
        </>
      )}
      {create && canCreate ? (
        <Suspense>
          <ScheduleDialog projectId={projectId} onClose={() => setSearch({ create: '' })} />
        </Suspense>
      ) : null}
    </Page>
  );
}

const labelOf = (word: string, count: number | undefined): string =>
  count === undefined ? word : `${word} ${formatCount(count)}`;

function metaOf({ total, paused }: { total: number; paused: number }, projectName: string): string {
  const all = `${formatCount(total)} in ${projectName}`;
  return paused === 0 ? all : `${all} · ${formatCount(paused)} paused`;
}
