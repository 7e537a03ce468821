import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Subject } from '../../../shared/subjects/subject-parts.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { jobsQuery } from '../api/scheduler.queries.ts';
import { schedulerPaths } from '../paths.ts';
import { JobMenu, JobTitle, NextDue, PauseSwitch, When } from './job-columns.tsx';
import classes from './scheduler.module.css';
import { SubjectScheduleDialog } from './subject-dialog.tsx';
import { useJobActions, useMaySchedule } from './use-job-actions.tsx';

const size = 5;

/** SubjectSchedules lists the schedules of a test, to pause, edit and delete in place. */
export function SubjectSchedules({ subject }: { subject: Subject }) {
  const { id, projectId, canWrite } = subject;
  const [page, setPage] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const jobs = useQuery(jobsQuery('upcoming', { projectId, targetId: id, page, size }));
  const { pathname } = useLocation();
  const maySchedule = useMaySchedule();
  const { actions, dialog } = useJobActions({ projectId, canWrite, onDeleted: () => setPage(0) });
  return (
    <section aria-label="Schedules">
      <div className={classes.head}>
        <h3>Schedules</h3>
        {canWrite && maySchedule ? (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add schedule
          </Button>
        ) : null}
      </div>
      <Loaded
        query={jobs}
        height={56}
        empty={maySchedule ? 'No upcoming schedule.' : 'Scheduled tests are a Pro feature.'}
        isEmpty={({ totalElements }) => totalElements === 0}
      >
        {({ content, totalElements }) => (
          <>
            <ul className={classes.list}>
              {content.map((job) => (
                <li key={job.jobId}>
                  <div className={`grow ${classes.facts}`}>
                    <JobTitle job={job} actions={actions} />
                    <When job={job} />
                    <NextDue job={job} />
                  </div>
                  <PauseSwitch job={job} actions={actions} />
                  <JobMenu job={job} actions={actions} />
                </li>
              ))}
            </ul>
            {totalElements > size ? (
              <TableFoot noun="schedules" total={totalElements} page={page} size={size} onPage={setPage} />
            ) : null}
          </>
        )}
      </Loaded>
      <Link
        className="link"
        to={
          pathname.startsWith('/test-orchestration')
            ? '/test-orchestration/schedules'
            : schedulerPaths.list({ project: projectId })
        }
      >
        All schedules
      </Link>
      {dialog}
      {isAdding ? <SubjectScheduleDialog subject={subject} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
