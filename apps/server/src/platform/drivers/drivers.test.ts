import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir } from '@touchstone/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDriver, DriverError } from './add-driver.ts';
import { driversFolder, loadDriver } from './drivers.ts';

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await newDataDir('drivers');
  folder = driversFolder({ dataDir });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** A fake npm: records its arguments and installs a package of that name. */
async function fakeNpm(exitCode = 0): Promise<string[]> {
  const path = join(dataDir, 'npm.cjs');
  const source = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    const wanted = process.argv.at(-1);
    writeFileSync('asked', process.argv.slice(2).join(' '));
    const name = wanted.split('@')[0];
    mkdirSync('node_modules/' + name, { recursive: true });
    writeFileSync('node_modules/' + name + '/index.js', 'exports.wanted = ' + JSON.stringify(wanted));
    process.exitCode = ${exitCode};`;
  await writeFile(path, source);
  return [process.execPath, path];
}

test('a missing driver states how to add it', () => {
  expect(() => loadDriver('sql-server', folder)).toThrow(
    /^The driver for SQL Server is not installed\. Run "touchstone add-driver sql-server" where/,
  );
});

test("a driver is added in the product's version, and can then be loaded", async () => {
  expect(await addDriver('sql-server', folder, await fakeNpm())).toMatch(/^mssql@\d/);
  expect(await readFile(join(folder, 'asked'), 'utf8')).toMatch(/^install --save-exact .*mssql@\d+\.\d+\.\d+$/);
  expect(loadDriver('sql-server', folder)).toEqual({ wanted: expect.stringMatching(/^mssql@/) });
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual({ private: true });
});

test('an added driver takes precedence over a bundled one', async () => {
  await mkdir(join(folder, 'node_modules/mongodb'), { recursive: true });
  await writeFile(join(folder, 'node_modules/mongodb/index.js'), 'exports.added = true');
  expect(loadDriver('mongodb', folder)).toEqual({ added: true });
});

test('an unknown name and a failing npm are reported', async () => {
  await expect(addDriver('db2', folder)).rejects.toThrow('There is no driver db2. Known: sql-server, oracle, mongodb.');
  await expect(addDriver('mongodb', folder, await fakeNpm(1))).rejects.toThrow(/^npm could not install mongodb@/);
  await expect(addDriver('mongodb', folder, [join(dataDir, 'nowhere')])).rejects.toBeInstanceOf(DriverError);
});
