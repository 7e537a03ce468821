import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** root is the root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export interface ProcessResult {
  exitCode: number;
  stdout: string;
  stderr: string;
  durationMs: number;
}

/**
 * runQuietly runs a program to its end and captures its output; a program that can't be started returns exit code 127.
 */
export function runQuietly(command: string, args: string[], cwd: string = root): Promise<ProcessResult> {
  return run(command, args, { cwd });
}

/** runLoudly runs a program whose output goes straight to the terminal and returns its exit code. */
export async function runLoudly(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  return (await run(command, args, { cwd: root, env, loud: true })).exitCode;
}

function run(
  command: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; loud?: boolean },
): Promise<ProcessResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(programPath(command), args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.loud ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    const end = (exitCode: number, note = '') =>
      resolve({
        exitCode,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8') + note,
        durationMs: performance.now() - startedAt,
      });
    child.on('error', (error) => end(127, error.message));
    child.on('close', (code) => end(code ?? 1));
  });
}

const installed = ['biome', 'depcruise', 'knip', 'playwright', 'tsc', 'vite', 'vitest'];

/** Programs of our own packages come from node_modules/.bin, even if a script was started without npm. */
function programPath(command: string): string {
  return installed.includes(command) ? join(root, 'node_modules', '.bin', command) : command;
}
