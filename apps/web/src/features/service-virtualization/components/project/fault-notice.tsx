import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatExact } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { faultsQuery, useEndFaults } from '../../api/faults.ts';
import classes from './mock-address.module.css';

/** FaultNotice lists the faults that workflow runs injected into a mock, and ends them. Hidden if there are none. */
export function FaultNotice({ projectId, canWrite }: { projectId: string; canWrite: boolean }) {
  const { data: faults = [] } = useQuery(faultsQuery(projectId));
  const end = useEndFaults(projectId);
  if (faults.length === 0) return null;
  return (
    <section className={classes.faults} aria-label="Faults">
      <StatusGlyph status="flaky" decorative />
      <ul>
        {faults.map(({ faultId, name, runId, endsAt }) => (
          <li key={faultId}>
            Fault{' '}
            <Link className="link" to={`/runs/${runId}`}>
              {name}
            </Link>{' '}
            answers before the assets, until {formatExact(endsAt)} at the latest.
          </li>
        ))}
      </ul>
      {canWrite ? (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onError: toastError })}
        >
          End faults
        </Button>
      ) : null}
    </section>
  );
}
