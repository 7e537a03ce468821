import type { Command } from 'commander';
import { addServerOptions, type ServerFlags, serverAccess } from '../remote/server-options.ts';

interface MonitorsFlags extends ServerFlags {
  project: string;
  prune?: boolean;
  rotateSecrets?: boolean;
  yes?: boolean;
}
const print = (text: string): void => console.log(text);
const projectOption = ['--project <name or id>', 'the project of API monitoring'] as const;

/**
 * addMonitorsCommands declares `touchstone monitors plan`, `apply` and `export`: a monitoring project as a YAML file.
 */
export function addMonitorsCommands(program: Command): void {
  const monitors = program.command('monitors').description('Keep a project of API monitoring as a YAML file');
  const withFile = (name: string, description: string): Command =>
    addServerOptions(
      monitors
        .command(name)
        .description(description)
        .argument('<file>', 'the YAML file')
        .requiredOption(...projectOption)
        .option('--prune', 'delete what the file does not name')
        .option('--rotate-secrets', 'send the secrets of the environment again, also where nothing else changes'),
    );
  withFile('plan', 'Show what would change, and change nothing').action(async (file: string, flags: MonitorsFlags) => {
    const { planFile } = await import('./monitors-run.ts');
    await planFile({ file, ...optionsOf(flags) }, print);
  });
  withFile('apply', 'Make a project what a file says, after showing the changes')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExit code: 0 done, or nothing to do; 1 declined; 2 refused.\n')
    .action(async (file: string, flags: MonitorsFlags) => {
      const { applyFile } = await import('./monitors-run.ts');
      const isDone = await applyFile({ file, yes: flags.yes === true, ...optionsOf(flags) }, print);
      process.exitCode = isDone ? 0 : 1;
    });
  addServerOptions(
    monitors
      .command('export')
      .description('Write a project to a file that can be applied again; secrets are named, not told')
      .argument('<file>', 'the YAML file; - for the standard output')
      .requiredOption(...projectOption),
  ).action(async (file: string, flags: MonitorsFlags) => {
    const { exportFile } = await import('./monitors-run.ts');
    await exportFile({ file, ...optionsOf(flags) }, print);
  });
}

const optionsOf = (flags: MonitorsFlags) => ({
  project: flags.project,
  prune: flags.prune === true,
  rotate: flags.rotateSecrets === true,
  ...serverAccess(flags),
});
