import {
  type Locator,
  newStep,
  type RunEvent,
  type RunResult,
  runSteps,
  type Step,
  type Target,
} from '@touchstone/engine-keyword/core';
import type { BrowserPool } from '../node/browser-pool.ts';
import { openSession, type Session, type SessionOptions } from '../node/session.ts';

/** The result of a script. */
export interface Played {
  result: RunResult;
  finished: Extract<RunEvent, { type: 'stepFinished' }>[];
}

interface Plan {
  timeoutMs?: number;
  /**
   * For a last step that waits in vain: the steps before it keep their time, in case the browser is slow or the machine
   * busy.
   */
  lastTimeoutMs?: number;
  variables?: Record<string, string>;
  signal?: AbortSignal;
}

/** playIn runs steps in a session, each for at most `timeoutMs`. */
export async function playIn(
  driver: Session,
  steps: readonly Step[],
  { timeoutMs = 20_000, lastTimeoutMs, variables = {}, signal }: Plan,
): Promise<Played> {
  const last = steps.at(-1);
  const script = last && lastTimeoutMs ? [...steps.slice(0, -1), { ...last, timeoutMs: lastTimeoutMs }] : steps;
  const finished: Played['finished'] = [];
  const result = await runSteps(
    { steps: script, timeoutMs },
    {
      driver,
      variables,
      functions: [],
      rows: [],
      ...(signal && { signal }),
      report: (event) => {
        if (event.type === 'stepFinished') finished.push(event);
      },
    },
  );
  return { result, finished };
}

/** play runs steps in their own browser. */
export async function play(pool: BrowserPool, steps: readonly Step[], options: SessionOptions & Plan): Promise<Played> {
  const session = await openSession(pool, options);
  try {
    return await playIn(session, steps, options);
  } finally {
    await session.close();
  }
}

/** found returns a target with one locator. */
export function found(by: Locator['by'], value: string, name?: string, frame: Locator[] = []): Target {
  const locator: Locator = name === undefined ? { by, value } : { by, value, name };
  return { name: name ?? value, locators: [locator], frame };
}

let count = 0;

/** act returns a step without evidence. */
export function act(keyword: string, args: Record<string, string> = {}, target: Target | null = null): Step {
  count += 1;
  return newStep(`s${count}`, keyword, { args, target, evidence: 'none' });
}
