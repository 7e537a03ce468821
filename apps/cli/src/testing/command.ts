import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/touchstone.mjs', import.meta.url));

export interface CommandResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** runCommand runs `touchstone` as a pipeline does: its own process, no terminal. */
export function runCommand(
  args: string[],
  options: {
    env?: NodeJS.ProcessEnv;
    cwd?: string;
    /** Closes the reading end of its standard output immediately. */
    isUnread?: boolean;
    onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (options.isUnread) child.stdout.destroy();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    options.onOutput?.(stdout, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
