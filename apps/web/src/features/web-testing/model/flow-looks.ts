import { FileCode2, FlaskConical } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import { textOf, WebScriptSettings, WebSuiteSettings } from '../components/flows/web-node-settings.tsx';
import { webTestingPaths } from '../paths.ts';

/** webTestingLooks is how web scripts and suites look in workflows. */
export const webTestingLooks: readonly FlowNodeLook[] = [
  {
    kind: 'web-script',
    icon: FileCode2,
    colour: 'web',
    hasOwnOutputs: true,
    Settings: WebScriptSettings,
    pathOf: ({ settings }) => textOf(settings.path),
    originOf: ({ settings }) => {
      const scriptId = textOf(settings.scriptId);
      return scriptId ? webTestingPaths.steps(scriptId) : undefined;
    },
  },
  {
    kind: 'web-suite',
    icon: FlaskConical,
    colour: 'web',
    hasOwnOutputs: true,
    Settings: WebSuiteSettings,
    pathOf: ({ settings }) => textOf(settings.path),
    originOf: ({ settings }, place) => {
      const suiteId = textOf(settings.suiteId);
      const project = textOf(settings.projectId) || place.projectId;
      return suiteId ? webTestingPaths.tests({ project, suite: suiteId }) : undefined;
    },
  },
];
