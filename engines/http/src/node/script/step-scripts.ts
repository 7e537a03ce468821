import { STATUS_CODES } from 'node:http';
import { decodeText } from '@touchstone/engine-assert/text';
import { sharedScriptRunner, simpleScriptOf } from '@touchstone/engine-script';
import {
  assertionOfFailure,
  assertionOfTest,
  emptyOutcome,
  type ScriptContext,
  type ScriptKind,
  type ScriptOutcome,
  type ScriptResponse,
  type ScriptRunner,
} from '@touchstone/engine-script/core';
import type { WorkOwner } from '@touchstone/kernel';
import { HttpError } from '../../core/http-error.ts';
import type { HttpStep } from '../../core/plan.ts';
import type { HttpStepResult, ReceivedResponse } from '../../core/result.ts';
import { splitScripts } from '../../core/script/script-parts.ts';
import { applyRequestChanges, stepOfScriptRequest, toScriptRequest } from '../../core/script/script-request.ts';
import type { SessionScopes } from '../../core/script/session-scopes.ts';
import type { LoneScript, ScriptRun } from '../../core/session.ts';
import type { LazyCookies } from '../lazy-cookies.ts';

/** What the scripts of a step need from their session. */
export interface StepScriptsOptions {
  scopes: SessionScopes;
  /** Default: one runner for the whole process. */
  runner?: ScriptRunner | undefined;
  /** Sends a request of `pm.sendRequest` with the session's cookies, connections and address policy. */
  send: (step: HttpStep, signal: AbortSignal) => Promise<{ response: ReceivedResponse; durationMs: number }>;
  dynamicValue: (name: string, step: HttpStep) => string | undefined;
  /** Computing time of one script in milliseconds; defaults to the runner's. */
  limitMs?: number | undefined;
  /** On whose behalf scripts run. */
  owner?: WorkOwner | undefined;
  cookies: LazyCookies;
}

/** StepScripts runs a step's scripts and applies their changes to the session and the step's result. */
export class StepScripts {
  readonly #options: StepScriptsOptions;

  constructor(options: StepScriptsOptions) {
    this.#options = options;
  }

  /**
   * Runs the pre-request scripts. Returns the step to send, even if a script failed: that is a failed assertion and
   * skips nothing. Throws CANCELLED.
   */
  async before(step: HttpStep, signal: AbortSignal | undefined, result: HttpStepResult): Promise<HttpStep> {
    let wanted = step;
    for (const code of scriptsOf(step.preRequestScript)) {
      const outcome = await this.#run(code, 'preRequest', wanted, signal, result);
      if (outcome.error?.code === 'CANCELLED')
        throw new HttpError('CANCELLED', 'The request was stopped before it ended.');
      if (outcome.skipRequest) {
        result.skippedByScript = true;
        throw new HttpError('CANCELLED', 'The pre-request script skipped this request.');
      }
      wanted = applyRequestChanges(wanted, outcome.request);
    }
    return wanted;
  }

  /** Reads the test scripts once the request is on its way: the time is spent waiting anyway. */
  readAhead(step: HttpStep): void {
    if (step.testScript) setImmediate(() => scriptsOf(step.testScript).forEach(simpleScriptOf));
  }

  /** Runs the test scripts, also without a response: their tests then fail and say so. */
  async after(step: HttpStep, signal: AbortSignal | undefined, result: HttpStepResult): Promise<void> {
    for (const code of scriptsOf(step.testScript)) await this.#run(code, 'test', step, signal, result);
    if (result.status === 'passed' && result.assertions.some(({ status }) => status === 'failed')) {
      result.status = 'failed';
    }
  }

  /** Runs a script without a request. */
  async alone({ name, code, limitMs, inputs }: LoneScript, signal: AbortSignal | undefined): Promise<ScriptRun> {
    const { variables, tests, logs, error, returned } = await this.#sandbox(code, 'preRequest', noRequest(name), {
      signal,
      limitMs,
      inputs,
    });
    const { globals, collection, environment, local } = variables;
    const set = { ...globals.set, ...collection.set, ...environment.set, ...local.set };
    return { variables: set, tests, logs, error, returned };
  }

  async #sandbox(
    code: string,
    kind: ScriptKind,
    step: HttpStep,
    options: {
      signal: AbortSignal | undefined;
      limitMs?: number | undefined;
      inputs?: LoneScript['inputs'];
      result?: HttpStepResult;
    },
  ): Promise<ScriptOutcome> {
    const { scopes, runner, send, owner, cookies: jar } = this.#options;
    const { signal, limitMs = this.#options.limitMs, inputs, result } = options;
    if (kind === 'test' && result?.response !== undefined && !signal?.aborted) {
      const tests = simpleScriptOf(code)?.(toScriptResponse(result.response, result.durationMs ?? 0));
      if (tests !== undefined) return { ...emptyOutcome(), tests };
    }
    const outcome = await (runner ?? sharedScriptRunner()).run({
      code,
      kind,
      context: await contextOf(step, scopes, jar, result),
      cookies: (call) => jar.call(call),
      dynamicValues: this.#dynamicValues(code, step),
      ...(signal === undefined ? {} : { signal }),
      ...(owner === undefined ? {} : { owner }),
      ...(limitMs === undefined ? {} : { limitMs }),
      ...(inputs === undefined ? {} : { inputs }),
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
    if (outcome.error !== undefined) result.assertions.push(assertionOfFailure(outcome.error, kind));
    if (outcome.logs.length > 0) result.scriptLogs = [...(result.scriptLogs ?? []), ...outcome.logs];
    if (outcome.nextRequest !== undefined) result.nextStep = outcome.nextRequest;
    return outcome;
  }

  #dynamicValues(code: string, step: HttpStep): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [, name] of code.matchAll(/\{\{\s*(\$\w+)\s*\}\}/g)) {
      const value = this.#options.dynamicValue(name!, step);
      if (value !== undefined) values[name!] = value;
    }
    return values;
  }
}

function noRequest(name: string): HttpStep {
  return {
    id: name,
    name,
    group: name,
    method: 'GET',
    url: '',
    headers: [],
    queryParams: [],
    pathParams: [],
    assertions: [],
    dataHandlers: [],
    settings: {},
    body: { type: 'none' },
    authentication: { type: 'none' },
  };
}

function scriptsOf(text: string | undefined): string[] {
  return splitScripts(text ?? '').filter((code) => code.trim() !== '');
}

async function contextOf(
  step: HttpStep,
  scopes: SessionScopes,
  jar: LazyCookies,
  result: HttpStepResult | undefined,
): Promise<ScriptContext> {
  const { request, response, durationMs = 0 } = result ?? {};
  const sent = request && {
    method: request.method,
    url: request.url,
    headers: request.headers.map(([key, value]) => ({ key, value })),
  };
  return {
    info: {
      requestName: step.iteration?.stepName ?? step.name,
      path: [...step.group.replace(/#\d+$/, '').split(' / '), step.iteration?.stepName ?? step.name].filter(Boolean),
      requestId: step.id,
      iteration: step.iteration?.index ?? 0,
      iterationCount: step.iteration?.count ?? 1,
    },
    variables: scopes.forScript(step),
    request: { ...toScriptRequest(step), ...sent },
    ...(response === undefined ? {} : { response: toScriptResponse(response, durationMs) }),
    cookies: request === undefined ? [] : await jar.listFor(request.url),
  };
}

function toScriptResponse({ status, statusText, headers, body }: ReceivedResponse, durationMs: number): ScriptResponse {
  const text = decodeText(body);
  return {
    status,
    // HTTP/2 has no reason phrases.
    statusText: statusText === '' ? (STATUS_CODES[status] ?? '') : statusText,
    headers,
    text,
    ...(text.includes('\uFFFD') ? { base64: Buffer.from(body.bytes).toString('base64') } : {}),
    durationMs,
    sizeBytes: body.sizeBytes,
  };
}
