import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './source-files.ts';

const filesPerFolder = 25;
const isCode = /\.(ts|tsx|mjs|css)$/;
const isExempt = /\.generated\.tsx?$|\/migrations\//;

/** findFolderProblems returns the folders with too many files to browse; such a folder is divided by noun. */
export function findFolderProblems(folder: string): string[] {
  const counts = new Map<string, number>();
  for (const path of listFiles(folder))
    if (isCode.test(path) && !isExempt.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > filesPerFolder)
    .sort(([, a], [, b]) => b - a)
    .map(([path, count]) => `${path} has ${count} files, ${filesPerFolder} are the most: divide it by noun.`);
}

/** findSpreadProblems returns object literals that are spread into others only to keep several members on one line. */
export function findSpreadProblems(folder: string): string[] {
  return listFiles(folder)
    .filter((path) => isCode.test(path) && path !== 'tools/check/code-limits.test.ts')
    .flatMap((path) =>
      readFileSync(join(folder, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /^\s*\.\.\.\{ ?\w/.test(line) ? [`${path}:${index + 1}: write the members without the spread.`] : [],
        ),
    );
}
