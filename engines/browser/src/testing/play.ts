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
import { openSession, type SessionOptions } from '../node/session.ts';

/** What came of a script. */
export interface Played {
  result: RunResult;
  finished: Extract<RunEvent, { type: 'stepFinished' }>[];
}

/**
 * play runs steps in a browser of their own, each for at most `timeoutMs`. `lastTimeoutMs` is for a last step that waits in vain: those before
 * it are not hurried where the browser is slow, or the machine busy.
 */
export async function play(
  pool: BrowserPool,
  steps: readonly Step[],
  options: SessionOptions & { timeoutMs?: number; lastTimeoutMs?: number; variables?: Record<string, string> },
): Promise<Played> {
  const { timeoutMs = 20_000, lastTimeoutMs, variables = {}, ...session } = options;
  const last = steps.at(-1);
  const script = last && lastTimeoutMs ? [...steps.slice(0, -1), { ...last, timeoutMs: lastTimeoutMs }] : steps;
  const driver = await openSession(pool, session);
  const finished: Played['finished'] = [];
  try {
    const result = await runSteps(
      { steps: script, timeoutMs },
      {
        driver,
        variables,
        functions: [],
        rows: [],
        ...(options.signal && { signal: options.signal }),
        report: (event) => {
          if (event.type === 'stepFinished') finished.push(event);
        },
      },
    );
    return { result, finished };
  } finally {
    await driver.close();
  }
}

/** found names an element by one locator. */
export function found(by: Locator['by'], value: string, name?: string, frame: Locator[] = []): Target {
  const locator: Locator = name === undefined ? { by, value } : { by, value, name };
  return { name: name ?? value, locators: [locator], frame };
}

let count = 0;

/** act gives a step without evidence. */
export function act(keyword: string, args: Record<string, string> = {}, target: Target | null = null): Step {
  count += 1;
  return newStep(`s${count}`, keyword, { args, target, evidence: 'none' });
}
