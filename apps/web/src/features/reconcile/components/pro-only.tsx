import type { Project } from '@touchstone/contracts/workspaces';
import { Scale } from 'lucide-react';
import { EmptyState } from '../../../ui/page.tsx';
import { UpgradeButton } from '../../collaboration/index.ts';

/** ProOnly replaces the pages if the plan doesn't include reconciliation. */
export function ProOnly({ project }: { project: Project }) {
  return (
    <EmptyState
      icon={<Scale size={20} />}
      title="Reconciliation is a Pro feature."
      action={<UpgradeButton project={project} />}
    >
      With Pro, the rows of an API are compared with the rows of your database: what is missing, and which values
      differ.
    </EmptyState>
  );
}
