import type { PerformanceConfiguration, PerformanceLoad } from '@touchstone/contracts/api-testing';
import { type LoadExecutor, type LoadPlan, type LoadThreshold, stepLoad } from '@touchstone/engine-load/core';
import type { LoadSource } from '../../api-testing/index.ts';

/** The only scenario of a performance run. */
export const scenarioName = 'Load';

/** toLoadPlan converts what to run, and under how much load, to the engine's plan. */
export function toLoadPlan(
  source: Pick<LoadSource, 'steps' | 'scopes' | 'rows'>,
  configuration: PerformanceConfiguration,
): LoadPlan {
  const { thinkTime, pacingMs, gracefulStopMs, connections, cookies, dataMode, seed } = configuration;
  const { steps, scopes, rows } = source;
  return {
    scenarios: [
      {
        name: scenarioName,
        executor: executorOf(configuration.load),
        steps,
        scopes,
        ...(thinkTime && { thinkTime }),
        ...(pacingMs !== undefined && { pacingMs }),
        ...(gracefulStopMs !== undefined && { gracefulStopMs }),
        ...(connections && { connections }),
        ...(cookies && { cookies }),
        ...(rows && { data: { mode: dataMode ?? 'shared', rows } }),
      },
    ],
    thresholds: (configuration.thresholds ?? []).map(toThreshold),
    ...(seed !== undefined && { seed }),
  };
}

function executorOf(load: PerformanceLoad): LoadExecutor {
  if (load.type !== 'steps') return load;
  const { type: _steps, ...steps } = load;
  return stepLoad(steps);
}

function toThreshold(threshold: NonNullable<PerformanceConfiguration['thresholds']>[number]): LoadThreshold {
  const { request, ...rest } = threshold;
  return { ...rest, target: request === undefined ? { type: 'total' } : { type: 'request', request } };
}
