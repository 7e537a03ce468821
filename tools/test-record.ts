import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './check/source-files.ts';
import { root } from './processes.ts';
import { hashOf } from './source-facts.ts';

/** A hash of what a stage was run on when it last passed, and the number of tests. */
export interface Success {
  hash: string;
  passed: number;
  /** Date and time, for display. */
  at: string;
}

const place = join(root, 'node_modules/.cache/touchstone/tests.json');

/**
 * hashOfInputs returns one hash of all files of the repository that a stage may read, of installed packages, and of
 * Node.
 */
export function hashOfInputs(isInput: (path: string) => boolean, settings: string[]): string {
  const paths = [...listFiles(root).filter(isInput), 'node_modules/.package-lock.json'];
  return [process.version, ...settings, hashOf(paths)].join(' ');
}

/** lastSuccess returns when a stage passed on exactly these inputs, or undefined. */
export function lastSuccess(stage: string, hash: string, path = place): Success | undefined {
  const found = read(path)[stage];
  return found?.hash === hash ? found : undefined;
}

/** rememberSuccess replaces the record of a stage; without a success, deletes it. */
export function rememberSuccess(stage: string, success: Success | undefined, path = place): void {
  const { [stage]: _last, ...others } = read(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(success ? { ...others, [stage]: success } : others));
}

function read(path: string): Record<string, Success> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Success>;
  } catch {
    return {};
  }
}
