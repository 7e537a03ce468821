import { createHttpSession, type PreparableSession } from '@touchstone/engine-http';
import type { Platform } from '../../../platform/platform.ts';
import {
  type Certificates,
  openCertificates,
  openScopes,
  sessionOptions,
  type Variables,
} from '../../workspaces/index.ts';
import type { FlowAttempt } from '../domain/flow-kind.ts';

/** The dependencies of nodes that send requests. */
export interface SessionNeeds {
  platform: Platform;
  variables: Variables;
  certificates: Certificates;
}

/**
 * openSession opens a session with the variables of an attempt's environment; values in `secrets` must never be shown.
 */
export async function openSession(
  { platform, variables, certificates }: SessionNeeds,
  { projectId, organizationId, caller, environmentId, runId, stepId }: FlowAttempt,
): Promise<{ session: PreparableSession; secrets: string[] }> {
  const [planned, presented] = await Promise.all([
    variables.plan(caller, projectId, environmentId),
    certificates.plan(projectId),
  ]);
  const { scopes, secrets } = openScopes(platform, planned.scopes);
  const session = createHttpSession({
    ...sessionOptions(platform, { organizationId, projectId, runId, stepId }),
    ...openCertificates(platform, presented),
    scopes,
    owner: caller,
  });
  return { session, secrets };
}
