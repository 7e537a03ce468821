import type { ScriptAuthentication, StepDetail } from '@touchstone/contracts/api-testing';
import { createHttpSession, type HttpStep, type HttpStepResult } from '@touchstone/engine-http';
import { createMask, type Mask, recordHttpStep } from '@touchstone/report';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type Actor,
  type Certificates,
  dynamicOptions,
  EnvironmentTokens,
  openCertificates,
  openScopes,
  type PlannedCertificate,
  type PlannedVariable,
  type SuiteVariables,
  sessionOptions,
  type Variables,
} from '../../../workspaces/index.ts';
import { type PlannedHttpStep, toHttpStep, usesDynamicNames } from '../../domain/executions/functional-plan.ts';
import { secretsOf } from '../../domain/suites/without-secrets.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import { storeBodyOf } from './store-body.ts';

/** A saved request with everything needed to send it; its secrets are sealed, so it can be stored. */
export interface PlannedRequest {
  scriptId: string;
  suiteId: string;
  suiteName: string;
  environmentId: string | null;
  environmentName: string | null;
  step: PlannedHttpStep;
  scopes: PlannedVariable[][];
  suiteScope: PlannedVariable[];
  certificates: PlannedCertificate[];
  dynamicNames: boolean;
}

/** An opened request; other requests can read its variables. */
export interface OpenRequest {
  send(signal: AbortSignal): Promise<HttpStepResult>;
  /** A variable's value as the request sees it; undefined if unset. */
  variable(name: string): string | undefined;
  /** Masks secrets. */
  mask(): Mask;
  /** The record of an exchange for reports; bodies are stored under `owner`. */
  record(result: HttpStepResult, place: { stepId: string; index: number; owner: string }): Promise<StepDetail>;
  close(): Promise<void>;
}

/** A saved request to send. */
interface WhatToSend {
  projectId: string;
  scriptId: string;
  environmentId: string | null;
  /** Values that override all other variables. */
  given?: Record<string, string> | undefined;
}

/** Where a saved request is located. */
export interface FoundRequest {
  projectId: string;
  suiteId: string;
  name: string;
}

interface Needs {
  platform: Platform;
  access: OpenSuites;
  variables: Variables;
  suiteVariables: SuiteVariables;
  certificates: Certificates;
}

/** createRequestSender sends saved requests for services that need the full response. */
export function createRequestSender({ platform, access, variables, suiteVariables, certificates }: Needs) {
  const findMany = async (organizationId: string, scriptIds: readonly string[]): Promise<Map<string, FoundRequest>> => {
    const rows = await scriptsStore.findMany(platform.database.sql, organizationId, [...new Set(scriptIds)]);
    return new Map(
      rows.map(({ id, projectId, suiteId, document }) => [id, { projectId, suiteId, name: document.scriptName }]),
    );
  };
  return {
    /** The saved requests that exist, of the given ids. */
    findMany,
    /** Where a saved request is located; undefined if it was deleted. */
    async find(organizationId: string, scriptId: string): Promise<FoundRequest | undefined> {
      return (await findMany(organizationId, [scriptId])).get(scriptId);
    },
    /** Plans a request of the workspace; throws if the caller may not see it. */
    async plan(actor: Actor, { projectId, scriptId, environmentId, given }: WhatToSend): Promise<PlannedRequest> {
      const script = await access.openScript(actor, scriptId, 'view');
      const suite = await access.openSuite(actor, script.suiteId, 'view');
      const { scopes, environmentName } = await variables.plan(actor, projectId, environmentId ?? undefined);
      const suiteScope = (await suiteVariables.plan([suite.id]))[suite.id] ?? [];
      const source = { stepId: script.id, suiteId: suite.id, document: script.document };
      const { authentication: _none, id: _source, ...step } = toHttpStep(source, { type: 'none' });
      const sealedAuthentication = script.authentication
        ? { value: script.authentication, place: `api_testing.script.authentication:${script.id}` }
        : null;
      return {
        scriptId,
        suiteId: suite.id,
        suiteName: suite.name,
        environmentId,
        environmentName,
        step: { ...step, scriptId, sealedAuthentication, ...(given && { scope: given }) },
        scopes,
        suiteScope,
        certificates: await certificates.plan(projectId),
        dynamicNames: usesDynamicNames(JSON.stringify([scopes, suiteScope, step])),
      };
    },
    /** Opens a planned request, which the caller must close. At most `maxResponseBytes` of its response are kept. */
    async open(
      planned: PlannedRequest,
      place: { organizationId: string; projectId: string; userId: string },
      { maxResponseBytes }: { maxResponseBytes: number },
    ): Promise<OpenRequest> {
      const { sealedAuthentication, scriptId, condition: _condition, ...rest } = planned.step;
      const authentication: ScriptAuthentication = sealedAuthentication
        ? JSON.parse(platform.secrets.open(sealedAuthentication.value, sealedAuthentication.place))
        : { type: 'none' };
      const opened = openScopes(platform, planned.scopes);
      const ofSuite = openScopes(platform, [planned.suiteScope]);
      const groupScope = ofSuite.scopes[0] ?? {};
      const { projectId } = place;
      const { environmentId } = planned;
      const tokenCache = new EnvironmentTokens(platform, { projectId, environmentId });
      const ofEnvironment = environmentId === null ? {} : (opened.scopes[0] ?? {});
      const session = createHttpSession({
        ...(await dynamicOptions(planned.dynamicNames)),
        ...sessionOptions(platform, place),
        ...openCertificates(platform, planned.certificates),
        scopes: opened.scopes,
        tokenCache,
        owner: place,
        maxResponseBytes,
      });
      const step = { ...rest, id: scriptId ?? planned.scriptId, authentication, groupScope } as HttpStep;
      const mask = () =>
        createMask([...opened.secrets, ...ofSuite.secrets, ...secretsOf(authentication), ...tokenCache.secrets]);
      return {
        send: (signal) => session.execute(step, { signal }),
        variable(name) {
          if (rest.scope && Object.hasOwn(rest.scope, name)) return rest.scope[name];
          const isOfSuite = Object.hasOwn(groupScope, name) && !Object.hasOwn(ofEnvironment, name);
          const { text, unresolved } = session.resolve(isOfSuite ? (groupScope[name] ?? '') : `{{${name}}}`);
          return unresolved.length > 0 ? undefined : text;
        },
        mask,
        record: (result, { stepId, index, owner }) =>
          recordHttpStep({
            step,
            result: { ...result, stepId },
            index,
            suite: planned,
            scriptId: planned.scriptId,
            mask: mask(),
            storeBody: storeBodyOf(platform, place.organizationId, owner),
          }),
        close: () => session.close(),
      };
    },
  };
}
/** RequestSender sends saved requests for services that need the full response. */
export type RequestSender = ReturnType<typeof createRequestSender>;
