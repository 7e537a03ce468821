import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** newDataDir makes a folder for one test's data that the database's own user can pass through. */
export async function newDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `touchstone-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** copyDataDir makes such a folder with the data of another one, which no process uses; files keep their owners, who run the database. */
export async function copyDataDir(name: string, from: string): Promise<string> {
  const folder = await newDataDir(name);
  // Node's `cp` does not keep owners. On Windows that does not matter: the database runs as the current user.
  if (process.platform === 'win32') await cp(from, folder, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, folder]);
  return folder;
}
