import { isXPath1, loadXPath, xpathProblem } from '@touchstone/engine-assert/core';

const variable = /\{\{[^{}]*\}\}/g;

/** A variable may stand for a name or a number; what stands in its place is as long, so that positions stay true. */
const readings = (path: string): string[] =>
  ['x', '1'].map((sign) => path.replace(variable, (whole) => sign.repeat(whole.length)));

/** isPlainXPath says whether a path is readable for sure, which is known at once; of others `xpathProblems` tells. */
export const isPlainXPath = (path: string): boolean => readings(path).some(isXPath1);

/** xpathProblems says of each path what is wrong with it; for workers, because reading XPath 3.1 takes time. */
export async function xpathProblems({ paths }: { paths: string[] }): Promise<(string | undefined)[]> {
  await loadXPath();
  return paths.map((path) => {
    const [asName, asNumber] = readings(path).map(xpathProblem);
    return asName === undefined || asNumber === undefined ? undefined : asName;
  });
}
