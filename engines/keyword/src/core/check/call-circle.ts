import type { KeywordFunction, Step } from '../step.ts';

function* callsOf(steps: readonly Step[]): Generator<string> {
  const open = [...steps];
  for (let step = open.pop(); step; step = open.pop()) {
    if (step.keyword === 'callFunction' && step.args.function) yield step.args.function;
    open.push(...(step.steps ?? []), ...(step.otherwise ?? []));
  }
}

/** callCircle returns the cycle of functions through which a function calls itself, or undefined if there is none. */
export function callCircle(start: string, functions: ReadonlyMap<string, KeywordFunction>): string[] | undefined {
  const seen = new Set<string>();
  const open: string[][] = [[start]];
  for (let way = open.pop(); way; way = open.pop()) {
    const called = functions.get(way.at(-1) ?? '');
    for (const name of new Set(callsOf(called?.steps ?? []))) {
      if (name === start) return [...way, name];
      if (seen.has(name)) continue;
      seen.add(name);
      open.push([...way, name]);
    }
  }
  return undefined;
}
