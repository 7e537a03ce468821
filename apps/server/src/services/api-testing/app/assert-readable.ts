import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { loadXPath } from '@touchstone/engine-assert/core';
import { AppError, type WorkOwner } from '@touchstone/kernel';
import { platformErrors } from '../../../platform/errors.ts';
import { unreadablePlaces } from '../domain/suites/readable-script.ts';
import { isPlainXPath } from '../domain/xpath-problems.ts';

const module = new URL('../domain/xpath-problems.ts', import.meta.url).href;
const limitMs = 5000;

/** assertReadable rejects a script whose bodies or paths can't be parsed; the error names the place of each problem. */
export async function assertReadable(script: ScriptInput, owner: WorkOwner): Promise<void> {
  if (script.body.type === 'xml') await loadXPath();
  const details = [...unreadablePlaces(script), ...(await unreadableXPaths(script, owner))];
  if (details.length) throw new AppError(platformErrors.invalidInput, { details });
}

async function unreadableXPaths({ assertions, dataHandlers }: ScriptInput, owner: WorkOwner) {
  const places = [
    ...assertions.map(({ kind, path }, index) => ({ kind, text: path ?? '', path: `assertions.${index}.path` })),
    ...dataHandlers.map(({ source, path }, index) => ({
      kind: source,
      text: path,
      path: `dataHandlers.${index}.path`,
    })),
  ].filter(({ kind, text }) => kind === 'xpath' && text !== '' && !isPlainXPath(text));
  if (places.length === 0) return [];
  const paths = [...new Set(places.map(({ text }) => text))];
  const problems = await problemsOf(paths, owner);
  return places.flatMap(({ path, text }) => {
    const problem = problems[paths.indexOf(text)];
    return problem === undefined ? [] : [{ path, message: `Please provide a valid XPath. ${problem}` }];
  });
}

async function problemsOf(paths: string[], owner: WorkOwner): Promise<(string | undefined)[]> {
  try {
    const order = { module, name: 'xpathProblems', input: { paths }, limitMs, subject: 'Reading the XPaths' };
    return await sharedWorkPool.run<(string | undefined)[]>({ ...order, owner });
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    return paths.map(() => error.message);
  }
}
