import type { Command } from 'commander';
import { maintain } from './server-process.ts';

const settings =
  '\nUses the settings of the server: TOUCHSTONE_DATA_DIR, DATABASE_URL, FILES_URL, TOUCHSTONE_SECRET_KEY.\n';
const passphraseFlag = [
  '--passphrase-file <file>',
  'file with the passphrase that encrypts the backup (or TOUCHSTONE_BACKUP_PASSPHRASE)',
] as const;
const passphraseArgs = (flags: { passphraseFile?: string }): string[] =>
  flags.passphraseFile === undefined ? [] : ['--passphrase-file', flags.passphraseFile];

/** addMaintenanceCommands adds commands for an entire installation: backup, restore, move-database, add-driver. */
export function addMaintenanceCommands(program: Command): void {
  program
    .command('backup')
    .description('Back up the database, files and key to one file; the server may be running')
    .argument('<file>', 'file to write; it must not exist yet')
    .option(...passphraseFlag)
    .addHelpText('after', settings)
    .action(async (file: string, flags: { passphraseFile?: string }) => {
      process.exitCode = await maintain('backup', ...passphraseArgs(flags), '--', file);
    });
  program
    .command('restore')
    .description('Restore a backup to an empty installation; stop all its processes first')
    .argument('<file>', 'backup to read')
    .option('--force', 'replace an existing installation')
    .option(...passphraseFlag)
    .addHelpText('after', settings)
    .action(async (file: string, flags: { force?: boolean; passphraseFile?: string }) => {
      process.exitCode = await maintain(
        'restore',
        ...(flags.force ? ['--force'] : []),
        ...passphraseArgs(flags),
        '--',
        file,
      );
    });
  program
    .command('move-database')
    .description('Move the embedded database of a stopped installation to an empty PostgreSQL database')
    .argument('<url>', 'postgres://USER@HOST/NAME; the password may come from PGPASSWORD')
    .addHelpText('after', settings)
    .action(async (url: string) => {
      process.exitCode = await maintain('move-database', '--', url);
    });
  program
    .command('add-driver')
    .description('Install the driver of a database that few need into the data folder: sql-server, oracle, mongodb')
    .argument('<name>', 'sql-server, oracle or mongodb')
    .addHelpText('after', settings)
    .action(async (name: string) => {
      process.exitCode = await maintain('add-driver', '--', name);
    });
}
