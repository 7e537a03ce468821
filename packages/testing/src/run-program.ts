import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from './server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * runProgram runs a program to its end, with only this environment; the path starts at the repository or at the root of
 * the disk.
 */
export async function runProgram(
  path: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [resolve(root, path), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, output, errors };
}
