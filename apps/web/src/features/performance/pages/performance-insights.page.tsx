import { Button } from '@mantine/core';
import { Gauge } from 'lucide-react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RunLoader } from '../components/run-loader.tsx';
import { performancePaths } from '../paths.ts';

const searchSchema = z.object({ run: z.string().catch('').default('') });

/** PerformanceInsightsPage is the report of a performance run, compared with a baseline if one is selected. */
export function PerformanceInsightsPage() {
  const [{ run }] = useSearchState(searchSchema);
  if (!run)
    return (
      <Page title="Performance report">
        <EmptyState
          icon={<Gauge size={20} />}
          title="No run chosen"
          action={
            <Button component={Link} to={performancePaths.dashboard()}>
              Performance Reports
            </Button>
          }
        >
          Open a performance run from the list of its reports.
        </EmptyState>
      </Page>
    );
  return <RunLoader key={run} runId={run} />;
}
