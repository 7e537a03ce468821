import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState, Page } from '../../../../ui/page.tsx';
import { webTestingPaths } from '../../paths.ts';

interface Props {
  title: string;
  icon: ReactNode;
  /** What to do where the address names no run. */
  hint: string;
  children: (runId: string) => ReactNode;
}

/** ChosenRun shows the run that the address names; where it names none, the way to one. */
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
