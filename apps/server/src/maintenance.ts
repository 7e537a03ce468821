import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readWholeConfig } from './configuration.ts';
import { migrationSets } from './migrations.ts';
import { backup } from './platform/backup/backup.ts';
import { BackupError } from './platform/backup/image.ts';
import { moveDatabase } from './platform/backup/move-database.ts';
import { restore } from './platform/backup/restore.ts';
import { ConfigError } from './platform/config.ts';
import { addDriver, DriverError } from './platform/drivers/add-driver.ts';
import { driversFolder } from './platform/drivers/drivers.ts';
import { version } from './version.ts';

/**
 * The process behind `touchstone backup`, `restore`, `move-database` and `add-driver`: exits with 0, or with 1 and what
 * to do.
 */

const minPassphrase = 8;

async function readPassphrase(path: string | undefined): Promise<string | undefined> {
  const given = path ? (await readFile(path, 'utf8')).replace(/\r?\n$/, '') : process.env.TOUCHSTONE_BACKUP_PASSPHRASE;
  if (!given && !path) return undefined;
  if (!given || given.length < minPassphrase)
    throw new BackupError(`The passphrase is too short. Give at least ${minPassphrase} characters.`);
  return given;
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const warn = (warnings: string[]) => {
  for (const warning of warnings) console.error(`Warning: ${warning}`);
};

async function runBackup(path: string, passphrase: string | undefined): Promise<void> {
  const taken = await backup({ config: readWholeConfig(), path, passphrase, sets: migrationSets, version });
  warn(taken.warnings);
  console.log(
    `Saved ${count(taken.rows, 'row')} of ${count(taken.tables, 'table')}, ${count(taken.files, 'file')} (${megabytes(taken.fileBytes)}) and the key to ${path} (${megabytes(taken.bytes)}).`,
  );
  console.log(
    passphrase
      ? "The backup is encrypted. Keep the passphrase: the backup can't be read without it."
      : 'The backup contains the key to all stored secrets. Store it safely, or encrypt it with --passphrase-file.',
  );
}

async function runRestore(path: string, passphrase: string | undefined, force: boolean): Promise<void> {
  const config = readWholeConfig();
  const put = await restore({ config, path, passphrase, force, sets: migrationSets });
  warn(put.warnings);
  console.log(
    `Restored ${count(put.rows, 'row')}, ${count(put.files, 'file')} and the key of ${put.createdAt} (Touchstone ${put.version}) to ${config.dataDir}. Start Touchstone now.`,
  );
}

async function runMove(url: string): Promise<void> {
  const moved = await moveDatabase({
    config: readWholeConfig({ ...process.env, DATABASE_URL: '' }),
    url,
    sets: migrationSets,
  });
  warn(moved.warnings);
  console.log(
    `Moved ${count(moved.rows, 'row')} of ${count(moved.tables, 'table')} to ${moved.target}. Set DATABASE_URL to it and start Touchstone; files and key stay where they are.\nThe embedded database is kept in ${moved.kept} and not used any more.`,
  );
}

async function runAddDriver(name: string): Promise<void> {
  const folder = driversFolder(readWholeConfig());
  console.log(`Installed ${await addDriver(name, folder)} in ${folder}. A running server finds it there.`);
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    options: { 'passphrase-file': { type: 'string' }, force: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [command, argument = ''] = positionals;
  const passphrase = await readPassphrase(values['passphrase-file']);
  if (command === 'backup') await runBackup(argument, passphrase);
  else if (command === 'restore') await runRestore(argument, passphrase, values.force === true);
  else if (command === 'move-database') await runMove(argument);
  else if (command === 'add-driver') await runAddDriver(argument);
  else throw new BackupError('Known: backup FILE, restore FILE, move-database URL, add-driver NAME.');
}

await main().catch((error: Error) => {
  const isExpected = [BackupError, ConfigError, DriverError].some((kind) => error instanceof kind);
  console.error(isExpected || process.env.LOG_LEVEL !== 'debug' ? error.message : error);
  process.exitCode = 1;
});
