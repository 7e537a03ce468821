import { Gauge } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { apiTestingPaths } from '../../api-testing/index.ts';
import { PerformanceRunSettings } from '../components/flow/flow-settings.tsx';
import { emptyLoadForm, loadOf } from './load-form.ts';

/** performanceLooks is how performance runs look in workflows. */
export const performanceLooks: readonly FlowNodeLook[] = [
  {
    kind: 'performance-run',
    icon: Gauge,
    colour: 'load',
    suiteLabel: 'Load test',
    originOf: ({ settings: { suiteId, projectId } }, place) =>
      typeof suiteId === 'string' && suiteId !== ''
        ? apiTestingPaths.suite(suiteId, typeof projectId === 'string' ? projectId : place.projectId)
        : undefined,
    settings: {
      load: loadOf({ ...emptyLoadForm, model: 'constant-vus', duration: '30s' }),
      thresholds: ['failed < 1%'],
    },
    Settings: PerformanceRunSettings,
  },
];
