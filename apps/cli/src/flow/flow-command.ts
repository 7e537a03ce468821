import type { Command } from 'commander';
import { parseVariables } from '../name-value.ts';
import { outcomes } from '../outcome.ts';
import { commitOption, labelOption } from '../pipeline-options.ts';
import { addServerOptions, type ServerFlags, serverAccess } from '../remote/server-options.ts';
import { addReportOptions, type ReportFlags } from '../reporters.ts';

interface FlowFlags extends ServerFlags, ReportFlags {
  project?: string;
  config?: string;
  env?: string;
  var: string[];
  parallel?: number;
  label?: string;
  commit?: string;
}

const collect = (value: string, before: string[]): string[] => [...before, value];

/** addFlowCommand declares `touchstone flow run`. */
export function addFlowCommand(
  program: Command,
  wholeNumber: (least: number, most: number) => (text: string) => number,
) {
  const run = program
    .command('flow')
    .description('Run workflows of a server')
    .command('run')
    .description('Run a workflow, follow it live and write its reports')
    .argument('<name or id>', 'the workflow')
    .option('--project <name or id>', 'workspace or orchestration project; needed where several have such a workflow')
    .option('--config <name or id>', 'run configuration')
    .option('--env <name or id>', 'environment whose variables are used; comes before that of --config')
    .option('--var <name=value>', 'value that conditions and inputs use; may be given more than once', collect, [])
    .option('--parallel <number>', 'nodes at once (default: as the workflow says)', wholeNumber(1, 100));
  addServerOptions(run)
    .option(...labelOption)
    .option(...commitOption);
  addReportOptions(run)
    .addHelpText('after', '\nExit code: 0 every node passed, 1 a node failed, 2 the workflow could not be run.\n')
    .action(async (flow: string, flags: FlowFlags) => {
      const [{ runFlow }, { pipelineOrigin }] = await Promise.all([
        import('./flow-run.ts'),
        import('../pipeline-origin.ts'),
      ]);
      const outcome = await runFlow({
        flow,
        project: flags.project,
        configuration: flags.config,
        environment: flags.env,
        variables: parseVariables(flags.var, '--var'),
        parallel: flags.parallel,
        ...serverAccess(flags),
        origin: pipelineOrigin(flags, process.env),
        reporter: flags.reporter,
        output: flags.output,
      });
      process.exitCode = outcomes[outcome];
    });
}
