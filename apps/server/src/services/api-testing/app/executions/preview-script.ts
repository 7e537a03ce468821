import type { ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { createHttpSession } from '@touchstone/engine-http';
import { AppError, newId } from '@touchstone/kernel';
import { createMask, recordHttpStep } from '@touchstone/report';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type Actor,
  type Certificates,
  dynamicOptions,
  EnvironmentTokens,
  openCertificates,
  openScopes,
  type SuiteVariables,
  sessionOptions,
  type Variables,
  type Workspaces,
} from '../../../workspaces/index.ts';
import { toHttpStep, usesDynamicNames } from '../../domain/executions/functional-plan.ts';
import { secretsOf } from '../../domain/suites/without-secrets.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { OpenSuites } from '../suites/open-suites.ts';

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
  access,
  variables,
  suiteVariables,
  certificates,
}: {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
  variables: Variables;
  suiteVariables: SuiteVariables;
  certificates: Certificates;
}) {
  return async function previewScript(actor: Actor, input: PreviewInput, signal: AbortSignal): Promise<StepDetail> {
    await workspaces.open(actor, input.projectId, 'edit');
    const planned = await variables.plan(actor, input.projectId, input.environmentId);
    const [suite] = input.suiteId ? await access.openSuites(actor, [input.suiteId], 'view') : [];
    if (suite && suite.projectId !== input.projectId) throw new AppError(apiTestingErrors.otherProject);
    const ofSuite = (await suiteVariables.plan(suite ? [suite.id] : []))[suite?.id ?? ''] ?? [];
    const { scopes, secrets } = openScopes(platform, planned.scopes);
    const {
      scopes: [groupScope],
      secrets: secretsOfSuite,
    } = openScopes(platform, [ofSuite]);
    // What is previewed is sent, whatever its condition says.
    const { scriptId = null, authentication, condition: _condition, ...document } = input.script;
    const suiteId = input.suiteId ?? input.projectId;
    const step = {
      ...toHttpStep({ stepId: newId(), suiteId, document }, authentication),
      ...(groupScope && { groupScope }),
    };
    const dynamic = await dynamicOptions(usesDynamicNames(JSON.stringify([step, planned.scopes])));
    const tokenCache = new EnvironmentTokens(platform, {
      projectId: input.projectId,
      environmentId: input.environmentId ?? null,
    });
    const session = createHttpSession({
      ...dynamic,
      ...openCertificates(platform, await certificates.plan(input.projectId)),
      ...sessionOptions(platform, { organizationId: actor.organizationId, projectId: input.projectId }),
      scopes,
      tokenCache,
      owner: actor,
    });
    try {
      const result = await session.execute(step, { signal });
      return await recordHttpStep({
        step,
        result,
        index: 0,
        suite: { suiteId, suiteName: '' },
        scriptId,
        inlineBytes: previewBytes,
        mask: createMask([...secrets, ...secretsOfSuite, ...secretsOf(authentication), ...tokenCache.secrets]),
      });
    } finally {
      await session.close();
    }
  };
}
export type PreviewScript = ReturnType<typeof createPreviewScript>;
