import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const page = new URL('../../../tools/build-web.ts', import.meta.url);
const server = new URL('../../server/src/main.ts', import.meta.url);
const maintenance = new URL('../../server/src/maintenance.ts', import.meta.url);

/**
 * startServer builds the page if it has changed, then becomes the server. Returns an exit code only if the page
 * couldn't be built.
 */
export async function startServer(flags: { role?: string; port?: number }): Promise<number | undefined> {
  if (flags.role !== undefined) process.env.TOUCHSTONE_ROLES = flags.role;
  if (flags.port !== undefined) process.env.PORT = String(flags.port);
  const roles = process.env.TOUCHSTONE_ROLES ?? '';
  if (roles === '' || roles.split(',').some((role) => role.trim() === 'api')) {
    await import(page.href);
    if (process.exitCode) return Number(process.exitCode);
  }
  await import(server.href);
  return undefined;
}

/** showConfiguration prints the settings that the server would use. */
export const showConfiguration = (): Promise<number> => runNode([fileURLToPath(server), 'config'], process.env);

/**
 * maintain runs a command of a local installation: backup, restore, move-database, add-driver. Returns its exit code.
 */
export const maintain = (...args: string[]): Promise<number> =>
  runNode([fileURLToPath(maintenance), ...args], process.env);

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...env, TOUCHSTONE_END_WITH_PARENT: 'yes' },
  });
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl C to both processes; a second one would make the server skip its graceful shutdown.
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
