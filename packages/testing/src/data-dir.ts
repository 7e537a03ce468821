import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** newDataDir creates a data folder for one test that the database's own user can access. */
export async function newDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `touchstone-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * copyDataDir creates such a folder with the data of another one that is not in use; files keep their owners, who run
 * the database.
 */
export async function copyDataDir(name: string, from: string): Promise<string> {
  const folder = await newDataDir(name);
  // Node's `cp` doesn't preserve owners. On Windows that doesn't matter: the database runs as the current user.
  if (process.platform === 'win32') await cp(from, folder, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, folder]);
  return folder;
}
