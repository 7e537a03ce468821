import type { Project } from '@touchstone/contracts/workspaces';
import { CalendarClock } from 'lucide-react';
import { EmptyState } from '../../../ui/page.tsx';
import { UpgradeButton } from '../../collaboration/index.ts';
import classes from './scheduler.module.css';

/** The fields of a workspace that the schedule lists need. */
export type ScheduledProject = Pick<Project, 'projectId' | 'projectName' | 'workspaceType' | 'workspacePlan' | 'role'>;

const text = 'Scheduled tests are a Pro feature.';

/** ProNotice says above existing jobs that no more can be scheduled. */
export function ProNotice({ project }: { project: ScheduledProject }) {
  return (
    <div className={classes.notice} role="note">
      <span className="grow">{text} Upgrade to change or resume these schedules.</span>
      <UpgradeButton project={project} />
    </div>
  );
}

/** ProOnly replaces the lists if the plan doesn't include scheduled tests. */
export function ProOnly({ project }: { project: ScheduledProject }) {
  return (
    <EmptyState icon={<CalendarClock size={20} />} title={text} action={<UpgradeButton project={project} />}>
      {project.workspacePlan === 'FREE'
        ? 'This workspace is on the free plan. Upgrade it to run suites, performance tests and workflows at set times.'
        : 'With Pro, suites, performance tests and workflows run by themselves at set times, in any time zone.'}
    </EmptyState>
  );
}
