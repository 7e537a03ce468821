import { timeLimit } from '@touchstone/engine-assert';
import { prepareEvaluation } from '@touchstone/engine-assert/core';
import type { AddressPolicy, Connections, RequestMark, Resolver } from '@touchstone/engine-http';
import { type DynamicValueSource, type HttpStep, providedVariables } from '@touchstone/engine-http/core';
import { type ResponseJudge, responseJudgeOf } from '@touchstone/engine-script';
import type { LoadScenario } from '../core/plan.ts';
import { type Check, compileChecks } from './fast/checks.ts';
import { compileExtractors, type Extractor } from './fast/extractors.ts';
import { JsonScanner, type SimplePath } from './fast/json-scanner.ts';
import { RequestEncoder } from './fast/request-encoder.ts';
import { StepVariables, type VariableContext } from './fast/step-variables.ts';
import { type Target, Targets } from './fast/target.ts';

/**
 * CompiledStep is a step ready to be sent many times. A fast one becomes general when the server turns out to need it.
 */
export interface CompiledStep {
  readonly step: HttpStep;
  /** Undefined on the general path. */
  fast: FastStep | undefined;
  /** Why the step takes the general path. */
  reason: string | undefined;
  /** A server's error status makes a request fail only if nothing is asserted about the status. */
  readonly assertsStatus: boolean;
}

/** FastStep is what the fast path needs of a step. */
export interface FastStep {
  readonly encoder: RequestEncoder;
  readonly target: Target;
  readonly method: string;
  /** Safe to be sent again when a kept-alive connection turns out to be closed (RFC 9110 §9.2.2). */
  readonly isIdempotent: boolean;
  readonly checks: readonly Check[];
  /** The test script. */
  readonly judge: ResponseJudge | undefined;
  readonly extractors: readonly Extractor[];
  readonly scanner: JsonScanner | undefined;
  /** Whether anything reads the body. */
  readonly keepsBody: boolean;
  readonly followsRedirects: boolean;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number | undefined;
  readonly responseTimeoutMs: number | undefined;
}

/** Shared by the steps of all scenarios of a thread. */
export interface CompileContext {
  targets: Targets;
  random: () => number;
  userAgent: string | undefined;
  mark: RequestMark | undefined;
  dynamicValues: DynamicValueSource | undefined;
}

const defaultTimeoutMs = 30_000;
const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']);

/** createTargets makes the targets of a thread. */
export function createTargets(options: {
  connections: Connections;
  policy: AddressPolicy;
  resolve: Resolver;
}): Targets {
  return new Targets(options);
}

/**
 * compileScenario compiles the steps of a scenario; one that the fast path can't send takes the general path and states
 * why.
 */
export async function compileScenario(scenario: LoadScenario, context: CompileContext): Promise<CompiledStep[]> {
  const columns = new Set(scenario.data?.rows.flatMap((row) => Object.keys(row)));
  const extracted = scenario.steps.flatMap(providedVariables);
  const variables: VariableContext = {
    scopes: scenario.scopes,
    scopeNames: scenario.scopeNames,
    varying: new Set([...columns, ...extracted]),
    random: context.random,
    dynamicValues: context.dynamicValues,
    now: () => new Date(),
  };
  const hasScripts = scenario.steps.some(needsSandbox);
  const compiled: CompiledStep[] = [];
  for (const step of scenario.steps) {
    const assertsStatus = step.assertions.some(({ kind, enabled }) => kind === 'status' && enabled !== false);
    const reason = generalReason(step, hasScripts);
    const fast = reason ?? (await compileFast(step, variables, context));
    const isFast = typeof fast !== 'string';
    compiled.push({ step, assertsStatus, fast: isFast ? fast : undefined, reason: isFast ? undefined : fast });
  }
  return compiled;
}

/** Authentications whose credentials are the same in every request. */
const plainAuthentications = new Set(['none', 'basic', 'bearer', 'apiKey', 'oauth2']);

/** Why a step can't take the fast path, as the end of a sentence; undefined if it can. */
function generalReason(step: HttpStep, hasScripts: boolean): string | undefined {
  const { settings, authentication, body } = step;
  const headers = step.headers.filter(({ enabled }) => enabled !== false).map(({ key }) => key.trim().toLowerCase());
  const assertions = step.assertions.filter(({ enabled }) => enabled !== false);
  if (hasScripts) return 'a script of the scenario may change what its steps send';
  if (step.condition !== undefined) return 'it is sent only on a condition';
  if (settings.httpVersion === '2') return 'it is sent over HTTP/2';
  if (settings.streamReadMs !== undefined || settings.maxEvents !== undefined)
    return 'its response is read as a stream';
  if (!plainAuthentications.has(authentication.type)) {
    return 'its authentication depends on the server or on the whole request';
  }
  if (body.type === 'form' || body.type === 'binary') return 'its body is a form or a file';
  if (/^(CONNECT|TRACE)$/i.test(step.method.trim())) return `its method is ${step.method.trim().toUpperCase()}`;
  const special = headers.find((name) => /^(content-length|transfer-encoding|expect|upgrade)$/.test(name));
  if (special !== undefined) return `it sets the header ${special} itself`;
  const costly = assertions.find(({ kind }) => kind === 'xsd' || kind === 'certificateDays');
  return costly === undefined ? undefined : `the assertion ${costly.kind} needs more than the response`;
}

async function compileFast(
  step: HttpStep,
  variables: VariableContext,
  { targets, userAgent, mark }: CompileContext,
): Promise<FastStep | string> {
  const encoder = RequestEncoder.compile(step, variables, { userAgent, mark });
  if (typeof encoder === 'string') return encoder;
  const { url, method } = encoder.target;
  const { settings } = step;
  const offersHttp2 = url.protocol === 'https:' && settings.httpVersion !== '1.1';
  let target: Target | string;
  try {
    target = await targets.find(url, { verifyCertificate: settings.verifyCertificate ?? true, offersHttp2 });
  } catch (error) {
    return `it cannot be sent (${error instanceof Error ? error.message : String(error)})`;
  }
  if (typeof target === 'string') return target;
  await prepareEvaluation(step);
  const places = new Places();
  const context = { step, variables: new StepVariables(step, variables), places, guard: timeLimit(2000) };
  const checks = compileChecks(context);
  const extractors = compileExtractors(context);
  const judge = judgeOf(step);
  return {
    encoder,
    target,
    method,
    isIdempotent: idempotent.has(method),
    checks,
    judge,
    extractors,
    scanner: places.scanner(),
    keepsBody: judge !== undefined || readsBody(step),
    followsRedirects: settings.followRedirects ?? true,
    timeoutMs: settings.timeoutMs ?? defaultTimeoutMs,
    connectTimeoutMs: settings.connectTimeoutMs,
    responseTimeoutMs: settings.responseTimeoutMs,
  };
}

function readsBody({ assertions, dataHandlers }: HttpStep): boolean {
  return (
    assertions.some(({ kind, enabled }) => enabled !== false && !/^(status|header|responseTime)$/.test(kind)) ||
    dataHandlers.some(({ source, enabled }) => enabled !== false && !/^(status|header|cookie)$/.test(source))
  );
}

/** The paths in a response that one step's checks and extractors read, each once. */
class Places {
  readonly #paths: SimplePath[] = [];
  readonly #slots = new Map<string, number>();

  slotOf(path: SimplePath): number {
    const key = JSON.stringify(path);
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      slot = this.#paths.push(path) - 1;
      this.#slots.set(key, slot);
    }
    return slot;
  }

  scanner(): JsonScanner | undefined {
    return this.#paths.length === 0 ? undefined : new JsonScanner(this.#paths);
  }
}

/** Whether a step has a script that can do more than judge its response. */
function needsSandbox(step: HttpStep): boolean {
  return hasText(step.preRequestScript) || (hasText(step.testScript) && judgeOf(step) === undefined);
}

function judgeOf({ testScript }: HttpStep): ResponseJudge | undefined {
  return hasText(testScript) ? responseJudgeOf(testScript) : undefined;
}

function hasText(script: string | undefined): script is string {
  return script !== undefined && script.trim() !== '';
}
