import { isXPath1, loadXPath, xpathProblem } from '@touchstone/engine-assert/core';

const variable = /\{\{[^{}]*\}\}/g;

/**
 * A variable may stand for a name or a number; its placeholder has the same length, so that error positions stay
 * correct.
 */
const readings = (path: string): string[] =>
  ['x', '1'].map((sign) => path.replace(variable, (whole) => sign.repeat(whole.length)));

/**
 * isPlainXPath returns whether a path is surely valid, which is decided immediately; for the others, use
 * `xpathProblems`.
 */
export const isPlainXPath = (path: string): boolean => readings(path).some(isXPath1);

/** xpathProblems returns each path's problem, if any; for workers, because parsing XPath 3.1 takes time. */
export async function xpathProblems({ paths }: { paths: string[] }): Promise<(string | undefined)[]> {
  await loadXPath();
  return paths.map((path) => {
    const [asName, asNumber] = readings(path).map(xpathProblem);
    return asName === undefined || asNumber === undefined ? undefined : asName;
  });
}
