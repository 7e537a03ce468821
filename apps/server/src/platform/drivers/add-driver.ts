import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddedDriver, addedDrivers } from './drivers.ts';

/** DriverError says why a driver couldn't be added, and what to do. */
export class DriverError extends Error {}

export const isAddedDriver = (name: string): name is AddedDriver => Object.hasOwn(addedDrivers, name);

/** addDriver installs a driver into `folder` with npm, in the version the product was built with. */
export async function addDriver(name: string, folder: string, npm: readonly string[] = findNpm()): Promise<string> {
  if (!isAddedDriver(name))
    throw new DriverError(`There is no driver ${name}. Known: ${Object.keys(addedDrivers).join(', ')}.`);
  const { packageName, version } = addedDrivers[name];
  await mkdir(folder, { recursive: true });
  // Without it npm would look for a package in parent folders.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n', { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  const wanted = `${packageName}@${version}`;
  const [program = '', ...before] = npm;
  const options = ['--save-exact', '--no-audit', '--no-fund', '--no-update-notifier'];
  const code = await run(program, [...before, 'install', ...options, wanted], folder);
  if (code !== 0)
    throw new DriverError(
      `npm could not install ${wanted}; its lines above say why. Without a way to the registry, install it elsewhere and copy the folder node_modules to ${folder}.`,
    );
  return wanted;
}

/** If npm started this process, its environment has the path; otherwise it is looked up in the PATH. */
function findNpm(): string[] {
  const { npm_execpath: own } = process.env;
  if (own?.endsWith('.js')) return [process.execPath, own];
  return process.platform === 'win32' ? ['npm.cmd'] : ['npm'];
}

function run(program: string, args: string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit', shell: program.endsWith('.cmd') });
    child.on('error', (cause) =>
      reject(new DriverError(`npm could not be started: ${cause.message}. It comes with Node.js.`, { cause })),
    );
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
