import type { HttpSession, HttpStep, HttpStepResult, PreparableSession } from '@touchstone/engine-http';
import type { RunContext } from '../../runs/index.ts';
import type { ResponseCheck } from '../app/executions/response-checks.ts';

interface Options {
  checks: readonly ResponseCheck[];
  run: Pick<RunContext, 'organizationId' | 'projectId' | 'createdBy' | 'signal'>;
  /** The script that a step sends; null if it was deleted. */
  scriptOf(step: HttpStep): string | null;
}

/**
 * withResponseChecks wraps a session so that its results include other services' findings as assertions; a failed one
 * fails the step.
 */
export async function withResponseChecks(
  session: PreparableSession,
  { checks, run, scriptOf }: Options,
): Promise<HttpSession> {
  const { organizationId, projectId, createdBy: userId } = run;
  const watched = await Promise.all(
    checks.map(async (check) => ({ check, scripts: await check.scriptsOf({ organizationId, projectId }) })),
  );
  if (watched.every(({ scripts }) => scripts.size === 0)) return session;
  const valuesFor = (step: HttpStep) => (name: string) => {
    const own = step.scope?.[name] ?? step.groupScope?.[name];
    const { text, unresolved } = session.resolve(`{{${name}}}`);
    return unresolved.length > 0 ? own : text;
  };
  const judge = async (step: HttpStep, result: HttpStepResult, signal: AbortSignal): Promise<HttpStepResult> => {
    const scriptId = scriptOf(step);
    const { response } = result;
    if (!response || !scriptId || result.status === 'error' || result.status === 'cancelled') return result;
    const given = { organizationId, projectId, userId, scriptId, response, variable: valuesFor(step), signal };
    const found = [];
    for (const { check, scripts } of watched) if (scripts.has(scriptId)) found.push(...(await check.judge(given)));
    if (found.length === 0) return result;
    const hasFailed = found.some(({ status }) => status === 'failed');
    return {
      ...result,
      assertions: [...result.assertions, ...found],
      ...(hasFailed && { status: 'failed' as const }),
    };
  };
  return {
    state: () => session.state(),
    close: () => session.close(),
    ...(session.variablesUsedBy && { variablesUsedBy: (step) => session.variablesUsedBy?.(step) ?? [] }),
    async execute(step, options = {}) {
      const result = await session.execute(step, options);
      return judge(step, result, options.signal ?? run.signal);
    },
  };
}
