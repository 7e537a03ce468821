import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openPoolFolder, type PoolFolder, removeDeadFolders, removeFolder } from './pool-folder.ts';

const made: string[] = [];
afterEach(() => Promise.all(made.splice(0).map(removeFolder)));
const open = async (): Promise<PoolFolder> => {
  const folder = await openPoolFolder();
  made.push(folder.path);
  await writeFile(join(await folder.newFolder('profile'), 'Cookies'), 'x');
  return folder;
};
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
/** Renames a folder as if another process had made it. */
const ofProcess = async ({ path }: PoolFolder, pid: number): Promise<string> => {
  const renamed = path.replace(`-${process.pid}-`, `-${pid}-`);
  await rename(path, renamed);
  made.push(renamed);
  return renamed;
};

it('removes only the folders of processes that have ended', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const own = await open();
  const dead = await ofProcess(await open(), child.pid!);
  const alive = await ofProcess(await open(), process.ppid);
  const foreign = (await open()).path;
  const elsewhere = foreign.replace(/touchstone-browsers-[\w.]+-\d+/, `touchstone-browsers-another_host-${child.pid}`);
  await rename(foreign, elsewhere);
  made.push(elsewhere);
  await removeDeadFolders();
  expect(await Promise.all([own.path, dead, alive, elsewhere].map(exists))).toEqual([true, false, true, true]);
});

it('removes what an earlier process of the same pid left', async () => {
  const [earlier, own] = [await open(), await open()];
  const before = new Date(Date.now() - (process.uptime() + 60) * 1000);
  await utimes(earlier.path, before, before);
  await removeDeadFolders();
  expect(await Promise.all([earlier.path, own.path].map(exists))).toEqual([false, true]);
});
