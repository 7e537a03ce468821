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
  SessionTokens,
  type SuiteVariables,
  sessionOptions,
  type Variables,
  type Workspaces,
} from '../../../workspaces/index.ts';
import { toHttpStep, usesDynamicNames } from '../../domain/executions/functional-plan.ts';
import { secretsOf } from '../../domain/suites/without-secrets.ts';
import { apiTestingErrors } from '../../errors.ts';
import type { FirstStepsKeeper } from '../first-steps/first-steps.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import type { StreamStops } from './stream-stops.ts';
import { createStreamWatcher, type LiveStream } from './watch-stream.ts';

/** Up to this size, the editor shows bodies in full. */
const previewBytes = 2 * 1024 * 1024;

export interface PreviewInput {
  /** Absent if the request doesn't belong to a workspace yet; it then has no variables, certificates or files. */
  projectId?: string;
  environmentId?: string;
  suiteId?: string;
  script: ScriptInput;
}

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
  variables: Variables;
  suiteVariables: SuiteVariables;
  certificates: Certificates;
  firstSteps: Pick<FirstStepsKeeper, 'noteSend'>;
  streamStops: StreamStops;
}

/** What a workspace provides to its requests: variables, certificates and files. */
async function openPlace(needs: Needs, actor: Actor, input: PreviewInput & { projectId: string }) {
  const { platform, workspaces, access, variables, suiteVariables, certificates } = needs;
  const { projectId, environmentId, suiteId } = input;
  await workspaces.open(actor, projectId, 'edit');
  const planned = await variables.plan(actor, projectId, environmentId);
  const [suite] = suiteId ? await access.openSuites(actor, [suiteId], 'view') : [];
  if (suite && suite.projectId !== projectId) throw new AppError(apiTestingErrors.otherProject);
  const ofSuite = (await suiteVariables.plan(suite ? [suite.id] : []))[suite?.id ?? ''] ?? [];
  const { scopes, secrets } = openScopes(platform, planned.scopes);
  const {
    scopes: [groupScope],
    secrets: secretsOfSuite,
  } = openScopes(platform, [ofSuite]);
  return {
    scopes,
    groupScope,
    secrets: [...secrets, ...secretsOfSuite],
    planned: planned.scopes,
    certificates: openCertificates(platform, await certificates.plan(projectId)),
    tokenCache: new EnvironmentTokens(platform, { projectId, environmentId: environmentId ?? null }),
  };
}

/**
 * createPreviewScript sends one request now and returns everything about it; nothing is stored. `live` receives an
 * event stream's events as they are read.
 */
export function createPreviewScript(needs: Needs) {
  const { platform, firstSteps, streamStops } = needs;
  return async function previewScript(
    actor: Actor,
    input: PreviewInput,
    signal: AbortSignal,
    live?: LiveStream,
  ): Promise<StepDetail> {
    const { projectId } = input;
    const place = projectId === undefined ? undefined : await openPlace(needs, actor, { ...input, projectId });
    // A preview is always sent, whatever its condition says.
    const { scriptId = null, authentication, condition: _condition, ...document } = input.script;
    const stepId = newId();
    const suiteId = input.suiteId ?? projectId ?? stepId;
    const step = {
      ...toHttpStep({ stepId, suiteId, document }, authentication),
      ...(place?.groupScope && { groupScope: place.groupScope }),
    };
    const dynamic = await dynamicOptions(usesDynamicNames(JSON.stringify([step, place?.planned])));
    const tokenCache = place?.tokenCache ?? new SessionTokens();
    const stop = live && (await streamStops.open(actor.userId));
    const mask = () => createMask([...(place?.secrets ?? []), ...secretsOf(authentication), ...tokenCache.secrets]);
    const session = createHttpSession({
      ...dynamic,
      ...place?.certificates,
      ...sessionOptions(platform, { organizationId: actor.organizationId, projectId }),
      scopes: place?.scopes ?? openScopes(platform, []).scopes,
      tokenCache,
      owner: actor,
      ...(live && stop && { watcher: createStreamWatcher(live, stop, mask) }),
    });
    try {
      const result = await session.execute(step, { signal });
      await firstSteps.noteSend(actor);
      return await recordHttpStep({
        step,
        result,
        index: 0,
        suite: { suiteId, suiteName: '' },
        scriptId,
        inlineBytes: previewBytes,
        mask: mask(),
      });
    } finally {
      stop?.close();
      await session.close();
    }
  };
}
export type PreviewScript = ReturnType<typeof createPreviewScript>;
