import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState, Page } from '../../../../ui/page.tsx';
import { webTestingPaths } from '../../paths.ts';

interface Props {
  title: string;
  icon: ReactNode;
  /** What to do if the address names no run. */
  hint: string;
  children: (runId: string) => ReactNode;
}

/** ChosenRun shows the run in the address, or a link to one if there is none. */
export function ChosenRun({ title, icon, hint, children }: Props) {
  const [params] = useSearchParams();
  const id = params.get('run');
  if (id) return children(id);
  return (
    <Page title={title}>
      <EmptyState
        icon={icon}
        title="No run is chosen"
        action={
          <Link className="link" to={webTestingPaths.overview()}>
            Choose a run
          </Link>
        }
      >
        {hint}
      </EmptyState>
    </Page>
  );
}
