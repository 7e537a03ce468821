import type { Command } from 'commander';
import { maintain } from './server-process.ts';

const settings =
  '\nThe installation is that of the settings of the server: TOUCHSTONE_DATA_DIR, DATABASE_URL, FILES_URL, TOUCHSTONE_SECRET_KEY.\n';
const passphraseFlag = [
  '--passphrase-file <file>',
  'file with the passphrase that encrypts the backup (or TOUCHSTONE_BACKUP_PASSPHRASE)',
] as const;
const passphraseArgs = (flags: { passphraseFile?: string }): string[] =>
  flags.passphraseFile === undefined ? [] : ['--passphrase-file', flags.passphraseFile];

/** addMaintenanceCommands adds what is done to a whole installation: backup, restore, move-database, add-driver. */
export function addMaintenanceCommands(program: Command): void {
  program
    .command('backup')
    .description('Save database, files and key of the installation to one file, also while it runs')
    .argument('<file>', 'file to write; one that exists is refused')
    .option(...passphraseFlag)
    .addHelpText('after', settings)
    .action(async (file: string, flags: { passphraseFile?: string }) => {
      process.exitCode = await maintain('backup', ...passphraseArgs(flags), '--', file);
    });
  program
    .command('restore')
    .description('Put a backup into an empty installation; all its processes must be stopped')
    .argument('<file>', 'backup to read')
    .option('--force', 'replace the installation that is there')
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
    .description('Install the driver of a database that few need into the data folder: sql-server, mongodb')
    .argument('<name>', 'sql-server or mongodb')
    .addHelpText('after', settings)
    .action(async (name: string) => {
      process.exitCode = await maintain('add-driver', '--', name);
    });
}
