import { FileCode, Layers } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { apiTestingPaths } from '../paths.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** apiTestingLooks are the looks of scripts and suites in workflows. */
export const apiTestingLooks: readonly FlowNodeLook[] = [
  {
    kind: 'api-script',
    icon: FileCode,
    colour: 'api',
    pathOf: ({ settings }) => textOf(settings.path) ?? '',
    originOf: ({ settings }, projectId) => {
      const [suiteId, scriptId] = [textOf(settings.suiteId), textOf(settings.scriptId)];
      return suiteId && scriptId ? apiTestingPaths.suite(suiteId, projectId, scriptId) : undefined;
    },
  },
  {
    kind: 'api-suite',
    icon: Layers,
    colour: 'api',
    originOf: ({ settings }, projectId) => {
      const suiteId = textOf(settings.suiteId);
      return suiteId && apiTestingPaths.suite(suiteId, projectId);
    },
  },
];
