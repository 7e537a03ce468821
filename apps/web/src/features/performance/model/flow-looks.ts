import { Gauge } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { PerformanceRunSettings } from '../components/flow-settings.tsx';
import { emptyLoadForm, loadOf } from './load-form.ts';

/** performanceLooks are the looks of performance runs in workflows. */
export const performanceLooks: readonly FlowNodeLook[] = [
  {
    kind: 'performance-run',
    icon: Gauge,
    colour: 'load',
    settings: {
      load: loadOf({ ...emptyLoadForm, model: 'constant-vus', duration: '30s' }),
      thresholds: ['failed < 1%'],
    },
    Settings: PerformanceRunSettings,
  },
];
