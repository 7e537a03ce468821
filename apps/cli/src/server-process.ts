import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** startServer builds the page where it changed and runs the server until it is stopped; answers its exit code. */
export async function startServer(flags: { role?: string; port?: number }): Promise<number> {
  const roles = flags.role ?? process.env.TOUCHSTONE_ROLES ?? '';
  if (roles === '' || roles.split(',').some((role) => role.trim() === 'api')) {
    const built = await runNode([inRepository('tools/build-web.ts')], process.env);
    if (built !== 0) return built;
  }
  return runNode([inRepository('apps/server/src/main.ts')], {
    ...process.env,
    ...(flags.role !== undefined && { TOUCHSTONE_ROLES: flags.role }),
    ...(flags.port !== undefined && { PORT: String(flags.port) }),
  });
}

/** showConfiguration prints the settings that the server would use. */
export const showConfiguration = (): Promise<number> =>
  runNode([inRepository('apps/server/src/main.ts'), 'config'], process.env);

/** maintain runs a command of an installation on this machine: backup, restore, move-database. Answers its exit code. */
export const maintain = (...args: string[]): Promise<number> =>
  runNode([inRepository('apps/server/src/maintenance.ts'), ...args], process.env);

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...env, TOUCHSTONE_END_WITH_PARENT: 'yes' },
  });
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl C to both processes; a second one would make the server skip its orderly end.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
