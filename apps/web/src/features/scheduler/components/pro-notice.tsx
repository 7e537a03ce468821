import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { useAccount } from '../../../shared/session/browser-session.ts';
import { EmptyState } from '../../../ui/page.tsx';
import { subscriptionPaths } from '../../subscription/paths.ts';
import classes from './scheduler.module.css';

const text = 'Scheduled tests are a Pro feature.';

function useUpgrade() {
  const { role } = useAccount();
  return role === 'ROLE_ADMIN' || role === 'ROLE_SUPERADMIN' ? (
    <Button component={Link} to={subscriptionPaths.renew}>
      See plans
    </Button>
  ) : null;
}

/** ProNotice says above jobs that were scheduled before that no more can be. */
export function ProNotice() {
  const action = useUpgrade();
  return (
    <div className={classes.notice} role="note">
      <span className="grow">{text} Upgrade to change or resume these schedules.</span>
      {action}
    </div>
  );
}

/** ProOnly stands in place of the lists where the plan does not have scheduled tests. */
export function ProOnly({ isWorkspace }: { isWorkspace: boolean }) {
  const action = useUpgrade();
  return (
    <EmptyState icon={<CalendarClock size={20} />} title={text} action={isWorkspace ? null : action}>
      {isWorkspace
        ? 'This workspace is on the free plan. Upgrade it to run suites, performance tests and workflows at set times.'
        : 'With Pro, suites, performance tests and workflows run by themselves at set times, in any time zone.'}
    </EmptyState>
  );
}
