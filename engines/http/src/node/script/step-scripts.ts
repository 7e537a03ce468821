import type { WorkOwner } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { HttpStep } from '../../core/plan.ts';
import { decodeText } from '../../core/response-view.ts';
import type { HeaderList, HttpStepResult, ReceivedResponse } from '../../core/result.ts';
import { assertionOfFailure, assertionOfTest, describeFailure } from '../../core/script/script-assertions.ts';
import { applyRequestChanges, stepOfScriptRequest, toScriptRequest } from '../../core/script/script-request.ts';
import {
  emptyOutcome,
  type ScriptContext,
  type ScriptKind,
  type ScriptOutcome,
  type ScriptResponse,
  type ScriptRunner,
} from '../../core/script/script-types.ts';
import type { SessionScopes } from '../../core/script/session-scopes.ts';
import { simpleScriptOf } from '../../core/script/simple-script.ts';
import type { ScriptRun } from '../../core/session.ts';
import { sharedScriptRunner } from './script-runner.ts';

/** What the scripts of a step need of their session. */
export interface StepScriptsOptions {
  scopes: SessionScopes;
  /** Default: one runner for the whole process. */
  runner?: ScriptRunner | undefined;
  /** Sends a request of `pm.sendRequest` with the session's cookies, connections and address policy. */
  send: (step: HttpStep, signal: AbortSignal) => Promise<{ response: ReceivedResponse; durationMs: number }>;
  dynamicValue: (name: string) => string | undefined;
  /** On whose behalf scripts run. */
  owner?: WorkOwner | undefined;
}

/** StepScripts runs a step's scripts and writes what they did into the session and the step's result. */
export class StepScripts {
  readonly #options: StepScriptsOptions;

  constructor(options: StepScriptsOptions) {
    this.#options = options;
  }

  /** Runs the pre-request script. Gives the step as it is to be sent; throws SCRIPT or CANCELLED. */
  async before(step: HttpStep, signal: AbortSignal | undefined, result: HttpStepResult): Promise<HttpStep> {
    const code = step.preRequestScript;
    if (isEmpty(code)) return step;
    const outcome = await this.#run(code, 'preRequest', step, signal, result);
    const { error } = outcome;
    if (error?.code === 'CANCELLED') throw new HttpError('CANCELLED', 'The request was stopped before it ended.');
    if (error !== undefined) throw new HttpError('SCRIPT', `The pre-request script failed: ${describeFailure(error)}`);
    if (outcome.skipRequest) {
      result.skippedByScript = true;
      throw new HttpError('CANCELLED', 'The pre-request script skipped this request.');
    }
    return applyRequestChanges(step, outcome.request);
  }

  /** Runs the test script on a result that has a response. */
  async after(step: HttpStep, signal: AbortSignal | undefined, result: HttpStepResult): Promise<void> {
    const code = step.testScript;
    if (isEmpty(code) || result.response === undefined) return;
    const { error } = await this.#run(code, 'test', step, signal, result);
    if (error !== undefined) result.assertions.push(assertionOfFailure(error));
    if (result.status === 'passed' && result.assertions.some(({ status }) => status === 'failed')) {
      result.status = 'failed';
    }
  }

  /** Runs a script without a request. */
  async alone(
    { name, code, limitMs }: { name: string; code: string; limitMs?: number },
    signal: AbortSignal | undefined,
  ): Promise<ScriptRun> {
    const { variables, tests, logs, error } = await this.#sandbox(code, 'preRequest', noRequest(name), {
      signal,
      limitMs,
    });
    const { globals, collection, environment, local } = variables;
    return { variables: { ...globals.set, ...collection.set, ...environment.set, ...local.set }, tests, logs, error };
  }

  async #sandbox(
    code: string,
    kind: ScriptKind,
    step: HttpStep,
    options: { signal: AbortSignal | undefined; limitMs?: number | undefined; result?: HttpStepResult },
  ): Promise<ScriptOutcome> {
    const { scopes, runner, send, owner } = this.#options;
    const { signal, limitMs, result } = options;
    if (kind === 'test' && result?.response !== undefined && !signal?.aborted) {
      const tests = simpleScriptOf(code)?.(toScriptResponse(result.response, result.durationMs ?? 0));
      if (tests !== undefined) return { ...emptyOutcome(), tests };
    }
    const outcome = await (runner ?? sharedScriptRunner()).run({
      code,
      kind,
      context: contextOf(step, scopes, result),
      dynamicValues: this.#dynamicValues(code),
      ...(signal === undefined ? {} : { signal }),
      ...(owner === undefined ? {} : { owner }),
      ...(limitMs === undefined ? {} : { limitMs }),
      send: async (request, stop) => {
        const { response, durationMs } = await send(stepOfScriptRequest(request, step), stop);
        return toScriptResponse(response, durationMs);
      },
    });
    scopes.apply(outcome.variables);
    return outcome;
  }

  async #run(
    code: string,
    kind: ScriptKind,
    step: HttpStep,
    signal: AbortSignal | undefined,
    result: HttpStepResult,
  ): Promise<ScriptOutcome> {
    const outcome = await this.#sandbox(code, kind, step, { signal, result });
    result.assertions.push(...outcome.tests.map(assertionOfTest));
    if (outcome.logs.length > 0) result.scriptLogs = [...(result.scriptLogs ?? []), ...outcome.logs];
    if (outcome.nextRequest !== undefined) result.nextStep = outcome.nextRequest;
    return outcome;
  }

  #dynamicValues(code: string): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [, name] of code.matchAll(/\{\{\s*(\$\w+)\s*\}\}/g)) {
      const value = this.#options.dynamicValue(name!);
      if (value !== undefined) values[name!] = value;
    }
    return values;
  }
}

function noRequest(name: string): HttpStep {
  return {
    ...{ id: name, name, group: name, method: 'GET', url: '' },
    ...{ headers: [], queryParams: [], pathParams: [], assertions: [], dataHandlers: [], settings: {} },
    body: { type: 'none' },
    authentication: { type: 'none' },
  };
}

function isEmpty(code: string | undefined): code is undefined {
  return code === undefined || code.trim() === '';
}

function contextOf(step: HttpStep, scopes: SessionScopes, result: HttpStepResult | undefined): ScriptContext {
  const { request, response, durationMs = 0 } = result ?? {};
  const sent = request && {
    method: request.method,
    url: request.url,
    headers: request.headers.map(([key, value]) => ({ key, value })),
  };
  return {
    info: {
      requestName: step.iteration?.stepName ?? step.name,
      requestId: step.id,
      iteration: step.iteration?.index ?? 0,
      iterationCount: step.iteration?.count ?? 1,
    },
    variables: scopes.forScript(step),
    request: { ...toScriptRequest(step), ...sent },
    ...(response === undefined ? {} : { response: toScriptResponse(response, durationMs) }),
    cookies: cookiesOf(request?.headers ?? [], response?.headers ?? []),
  };
}

function toScriptResponse({ status, statusText, headers, body }: ReceivedResponse, durationMs: number): ScriptResponse {
  return { status, statusText, headers, text: decodeText(body), durationMs, sizeBytes: body.sizeBytes };
}

function cookiesOf(sent: HeaderList, received: HeaderList): Record<string, string> {
  const values = (headers: HeaderList, name: string) =>
    headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  const pairs = [
    ...values(sent, 'cookie').flatMap((line) => line.split(';')),
    ...values(received, 'set-cookie').map((line) => line.split(';', 1)[0]!),
  ];
  const found = pairs.filter((pair) => pair.includes('='));
  return Object.fromEntries(
    found.map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]),
  );
}
