import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes, runTitle } from '@touchstone/contracts/runs';
import type { Outcome } from '../outcome.ts';
import type { PipelineOrigin } from '../pipeline-origin.ts';
import { type Progress, type Screen, screenOf } from '../progress.ts';
import { runToEnd } from '../remote/follow-to-end.ts';
import { findEnvironmentId, findNamed } from '../remote/remote-lookup.ts';
import type { ServerAccess } from '../remote/server-options.ts';
import type { ReportFlags } from '../reporters.ts';
import { findFlow } from './find-flow.ts';

export interface FlowRunOptions extends ServerAccess, ReportFlags {
  /** Name or id. */
  flow: string;
  project: string | undefined;
  configuration: string | undefined;
  environment: string | undefined;
  variables: Record<string, string>;
  parallel: number | undefined;
  origin: PipelineOrigin;
}

/** runFlow runs a workflow on a server, follows it live and downloads its reports. */
export const runFlow = (options: FlowRunOptions, screen: Screen = screenOf(process.stdout)): Promise<Outcome> =>
  runToEnd(options, screen, {
    find: async () => [{ name: options.flow, start: (client, progress) => start(client, options, progress) }],
  });

async function start(client: Client, options: FlowRunOptions, progress: Progress): Promise<string> {
  const { place, flow } = await findFlow(client, options.flow, options.project);
  const { environment, variables, parallel } = options;
  const configurationId =
    options.configuration && (await findConfigurationId(client, flow.projectId, options.configuration));
  const environmentId = environment && (await findEnvironmentId(client, flow.projectId, environment));
  const { runId } = await client.call(flowRoutes.runFlow, {
    params: { flowId: flow.flowId },
    body: {
      ...(configurationId && { configurationId }),
      ...(environmentId && { environmentId }),
      ...(Object.keys(variables).length > 0 && { variables }),
      ...(parallel !== undefined && { parallel }),
      ...options.origin,
    },
  });
  const { number } = await client.call(runRoutes.getRun, { params: { runId } });
  progress.note(`Run ${runId}: ${runTitle({ name: flow.name, number })} in ${place.name}`);
  return runId;
}

async function findConfigurationId(client: Client, projectId: string, wanted: string): Promise<string> {
  const { content } = await client.call(flowRoutes.listConfigurations, { query: { projectId } });
  const key = ({ configurationId, name }: (typeof content)[number]) => ({ id: configurationId, name });
  return findNamed(content, wanted, 'run configuration', key).configurationId;
}
