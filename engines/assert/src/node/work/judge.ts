import type { WorkOwner } from '@touchstone/kernel';
import { failedAssertion } from '../../core/assertions/evaluate.ts';
import { isLightWork } from '../../core/assertions/light-work.ts';
import { type Judgement, type JudgeTask, judgeStep } from './judge-step.ts';
import { sharedWorkPool, WorkStopped } from './work-pool.ts';

/** Added to the limit for copying, parsing and anything that can't be interrupted. */
const graceMs = 500;

/**
 * judge evaluates the assertions and data handlers of a step: inline if that is light work, otherwise in a worker that
 * is killed after `limitMs`; then all of them fail and say so. Rejects with the reason of `signal` if that is aborted.
 */
export async function judge(
  task: JudgeTask,
  { owner, signal }: { owner: WorkOwner | undefined; signal: AbortSignal | undefined },
): Promise<Judgement> {
  if (isLightWork(task, task.facts)) return judgeStep(task);
  try {
    return await sharedWorkPool.run<Judgement>({
      module: new URL('./judge-step.ts', import.meta.url).href,
      name: 'judgeStep',
      input: task,
      limitMs: task.limitMs + graceMs,
      subject: 'Evaluating the assertions and data handlers of this request',
      owner,
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof WorkStopped)) throw error;
    return stopped(task, error.message);
  }
}

function stopped({ assertions, dataHandlers }: JudgeTask, message: string): Judgement {
  return {
    assertions: assertions.flatMap((assertion) =>
      assertion.enabled === false ? [] : [failedAssertion(assertion, message)],
    ),
    extracted: dataHandlers.flatMap(({ name, enabled }) =>
      enabled === false ? [] : [{ name, value: '', found: false, message: `${name} was not set: ${message}` }],
    ),
  };
}
