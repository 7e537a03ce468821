import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** newDataDir makes a folder for one test's data that the database's own user can pass through. */
export async function newDataDir(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `touchstone-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}
