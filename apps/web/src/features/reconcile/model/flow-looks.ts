import { Scale } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { ReconciliationSettings } from '../components/reconciliation-settings.tsx';
import { reconcilePaths } from '../paths.ts';

/** reconcileLooks is how reconciliations look in workflows. */
export const reconcileLooks: readonly FlowNodeLook[] = [
  {
    kind: 'reconcile',
    icon: Scale,
    colour: 'data',
    Settings: ReconciliationSettings,
    originOf: ({ settings: { reconciliationId, projectId } }, place) =>
      typeof reconciliationId === 'string' && reconciliationId !== ''
        ? reconcilePaths.edit(typeof projectId === 'string' ? projectId : place.projectId, reconciliationId)
        : undefined,
  },
];
