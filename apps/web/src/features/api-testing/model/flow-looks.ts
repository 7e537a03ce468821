import { FileCode, Layers } from 'lucide-react';
import { lazy } from 'react';
import type { FlowNodeLook, FlowPlace } from '../../../shared/flows/flow-node-look.ts';
import { apiTestingPaths } from '../paths.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The workspace of what a block runs, if it isn't the workflow's. */
const projectOf = (settings: Record<string, unknown>, { projectId }: FlowPlace): string =>
  textOf(settings.projectId) ?? projectId;

const PartExchange = lazy(async () => ({
  default: (await import('../components/report/part-exchange.tsx')).PartExchange,
}));

const SuiteBlockSettings = lazy(async () => ({
  default: (await import('../components/run/suite-block-settings.tsx')).SuiteBlockSettings,
}));

/** apiTestingLooks is how scripts and suites look in workflows. */
export const apiTestingLooks: readonly FlowNodeLook[] = [
  {
    kind: 'api-script',
    icon: FileCode,
    colour: 'api',
    Part: PartExchange,
    pathOf: ({ settings }) => textOf(settings.path) ?? '',
    originOf: ({ settings }, place) => {
      const [suiteId, scriptId] = [textOf(settings.suiteId), textOf(settings.scriptId)];
      return suiteId && scriptId ? apiTestingPaths.suite(suiteId, projectOf(settings, place), scriptId) : undefined;
    },
  },
  {
    kind: 'api-suite',
    icon: Layers,
    colour: 'api',
    suiteLabel: 'Whole suite',
    Settings: SuiteBlockSettings,
    Part: PartExchange,
    originOf: ({ settings }, place) => {
      const suiteId = textOf(settings.suiteId);
      return suiteId && apiTestingPaths.suite(suiteId, projectOf(settings, place));
    },
  },
];
