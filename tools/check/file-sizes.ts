import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './source-files.ts';

const sourceLimit = 400;
const testLimit = 500;
const isSource = /\.(ts|tsx|mjs|css)$/;
const isTest = /\.(test|e2e)\.tsx?$/;
const isExempt = /\.generated\.tsx?$|\/migrations\//;

export interface FileSize {
  path: string;
  lines: number;
  limit: number;
}

/** measureFiles returns the number of lines of every source file below `folder`, largest first. */
export function measureFiles(folder: string): FileSize[] {
  return listFiles(folder)
    .filter((path) => isSource.test(path) && !isExempt.test(path))
    .map((path) => ({
      path,
      lines: readFileSync(join(folder, path), 'utf8').split('\n').length - 1,
      limit: isTest.test(path) ? testLimit : sourceLimit,
    }))
    .sort((a, b) => b.lines - a.lines || a.path.localeCompare(b.path));
}

/** findSizeProblems returns the files beyond the hard limit. */
export function findSizeProblems(sizes: FileSize[]): string[] {
  return sizes
    .filter(({ lines, limit }) => lines > limit)
    .map(({ path, lines, limit }) => `${path} has ${lines} lines, the hard stop is ${limit}: split it by noun.`);
}
