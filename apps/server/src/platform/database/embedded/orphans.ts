import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a process has to exit when asked to, in milliseconds. */
const graceMs = 2000;

/**
 * endOrphans ends server processes that outlived their postmaster. A busy one doesn't notice that its postmaster has
 * died, and until it exits PostgreSQL refuses to start on its data folder ("pre-existing shared memory block is still
 * in use"). Call it only if no postmaster is alive. Systems without `/proc` have to wait until the processes notice.
 */
export async function endOrphans(dataFolder: string): Promise<void> {
  const orphans = await serverProcesses(dataFolder);
  for (const pid of orphans) kill(pid, 'SIGQUIT');
  const deadline = Date.now() + graceMs;
  for (let left = orphans; left.length > 0; left = await serverProcesses(dataFolder)) {
    if (Date.now() > deadline) for (const pid of left) kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** PostgreSQL processes that have the folder as their working directory. */
async function serverProcesses(dataFolder: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const isOurs = await Promise.all(pids.map((pid) => isServerProcess(pid, dataFolder)));
  return pids.filter((_, index) => isOurs[index]);
}

async function isServerProcess(pid: number, dataFolder: string): Promise<boolean> {
  const folder = await readlink(join('/proc', String(pid), 'cwd')).catch(() => '');
  if (folder !== dataFolder) return false;
  const name = await readFile(join('/proc', String(pid), 'comm'), 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
