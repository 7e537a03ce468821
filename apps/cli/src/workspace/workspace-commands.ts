import type { Command } from 'commander';
import { outcomes } from '../outcome.ts';
import { addServerOptions, type ServerFlags, serverAccess } from '../remote/server-options.ts';

interface PullFlags extends ServerFlags {
  workspace?: string;
}
interface PushFlags extends PullFlags {
  dryRun?: boolean;
  yes?: boolean;
  overwrite?: boolean;
}

const print = (text: string): void => console.log(text);
const workspaceOption = [
  '--workspace <name or id>',
  'the workspace; needed where the folder does not know it yet',
] as const;

/** addWorkspaceCommands declares `touchstone pull` and `touchstone push`: a workspace as a folder of files. */
export function addWorkspaceCommands(program: Command): void {
  const pulling = program
    .command('pull')
    .description('Bring a workspace of a server into a folder of YAML files, merged with what changed there')
    .argument('<folder>', 'the folder; made where it is missing')
    .option(...workspaceOption);
  addServerOptions(pulling)
    .addHelpText('after', '\nExit code: 0 done, 1 done with conflicts to settle, 2 nothing was done.\n')
    .action(async (folder: string, flags: PullFlags) => {
      const { pull } = await import('./pull.ts');
      const isMerged = await pull({ folder, workspace: flags.workspace, ...serverAccess(flags) }, print);
      process.exitCode = isMerged ? outcomes.passed : outcomes.failed;
    });
  const pushing = program
    .command('push')
    .description('Make a workspace of a server what a folder of YAML files says, after showing the changes')
    .argument('<folder>', 'the folder, as pull wrote it')
    .option(...workspaceOption)
    .option('--dry-run', 'show the changes and make none')
    .option('--yes', 'do not ask')
    .option('--overwrite', 'also when the server has changes that the folder does not have: they are undone');
  addServerOptions(pushing)
    .addHelpText('after', '\nExit code: 0 done, or nothing to do; 1 declined; 2 refused.\n')
    .action(async (folder: string, flags: PushFlags) => {
      const { push } = await import('./push.ts');
      const { workspace, dryRun = false, yes = false, overwrite = false } = flags;
      const isDone = await push({ folder, workspace, dryRun, yes, overwrite, ...serverAccess(flags) }, print);
      process.exitCode = isDone ? outcomes.passed : outcomes.failed;
    });
}
