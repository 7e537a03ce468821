import type { ScriptInput, StepDetail } from '@touchstone/contracts';
import { createHttpSession } from '@touchstone/engine-http';
import { newId } from '@touchstone/kernel';
import { createMask, recordHttpStep } from '@touchstone/report';
import type { Platform } from '../../../platform/platform.ts';
import { toHttpStep, usesDynamicNames } from '../domain/functional-plan.ts';
import { dynamicOptions, openCertificates, openScopes, secretsOf, sessionOptions } from '../jobs/session-options.ts';
import type { Certificates } from './certificates.ts';
import type { Environments } from './environments.ts';
import type { Actor, Workspaces } from './workspaces.ts';

/** The editor shows bodies up to this size whole. */
const previewBytes = 2 * 1024 * 1024;

export interface PreviewInput {
  projectId: string;
  environmentId?: string;
  suiteId?: string;
  script: ScriptInput;
}

/** createPreviewScript sends one request now and answers with everything about it; nothing is stored. */
export function createPreviewScript({
  platform,
  workspaces,
  environments,
  certificates,
}: {
  platform: Platform;
  workspaces: Workspaces;
  environments: Environments;
  certificates: Certificates;
}) {
  return async function previewScript(actor: Actor, input: PreviewInput, signal: AbortSignal): Promise<StepDetail> {
    await workspaces.open(actor, input.projectId, 'edit');
    const planned = await environments.planVariables(actor, input.projectId, input.environmentId);
    const { scopes, secrets } = openScopes(platform, planned.scopes);
    const { scriptId = null, authentication, ...document } = input.script;
    const suiteId = input.suiteId ?? input.projectId;
    const step = toHttpStep({ stepId: newId(), suiteId, document }, authentication);
    const dynamic = await dynamicOptions(usesDynamicNames(JSON.stringify([step, planned.scopes])));
    const session = createHttpSession({
      ...dynamic,
      ...openCertificates(platform, await certificates.plan(input.projectId)),
      ...sessionOptions(platform, { organizationId: actor.organizationId, projectId: input.projectId }),
      scopes,
    });
    try {
      const result = await session.execute(step, { signal });
      return await recordHttpStep({
        step,
        result,
        index: 0,
        suite: { suiteId, suiteName: '' },
        scriptId,
        attempt: 1,
        inlineBytes: previewBytes,
        mask: createMask([...secrets, ...secretsOf(authentication)]),
      });
    } finally {
      await session.close();
    }
  };
}
export type PreviewScript = ReturnType<typeof createPreviewScript>;
