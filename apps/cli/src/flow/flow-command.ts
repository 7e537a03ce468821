import type { Command } from 'commander';
import { parseVariables } from '../name-value.ts';
import { outcomes } from '../outcome.ts';
import { commitOption, labelOption, pipelineOrigin } from '../pipeline-origin.ts';

interface FlowFlags {
  project?: string;
  config?: string;
  env?: string;
  var: string[];
  parallel?: number;
  server: string;
  user?: string;
  password?: string;
  token?: string;
  label?: string;
  commit?: string;
  reporter: string;
  output: string;
}

const collect = (value: string, before: string[]): string[] => [...before, value];

/** addFlowCommand declares `touchstone flow run`. */
export function addFlowCommand(
  program: Command,
  wholeNumber: (least: number, most: number) => (text: string) => number,
) {
  program
    .command('flow')
    .description('Run workflows of a server')
    .command('run')
    .description('Run a workflow, follow it live and write its reports')
    .argument('<name or id>', 'the workflow')
    .option('--project <name or id>', 'workspace or orchestration project; needed where several have such a workflow')
    .option('--config <name or id>', 'run configuration')
    .option('--env <name or id>', 'environment whose variables are used; comes before that of --config')
    .option('--var <name=value>', 'value that conditions and inputs use; may be given more than once', collect, [])
    .option('--parallel <number>', 'nodes at once (default: as the workflow says)', wholeNumber(1, 100))
    .option(
      '--server <url>',
      'address of the server (or TOUCHSTONE_URL)',
      process.env.TOUCHSTONE_URL || 'http://localhost:7700',
    )
    .option('--user <e-mail>', 'who signs in (or TOUCHSTONE_USER)')
    .option('--password <password>', 'better given as TOUCHSTONE_PASSWORD')
    .option('--token <token>', 'access token instead of user and password (or TOUCHSTONE_TOKEN)')
    .option(...labelOption)
    .option(...commitOption)
    .option(
      '--reporter <list>',
      'list, html, junit, json, separated by commas; a path may follow: junit=result.xml',
      'list',
    )
    .option('--output <folder>', 'where reports are written', 'touchstone-report')
    .addHelpText('after', '\nExit code: 0 every node passed, 1 a node failed, 2 the workflow could not be run.\n')
    .action(async (flow: string, flags: FlowFlags) => {
      const { TOUCHSTONE_USER, TOUCHSTONE_PASSWORD, TOUCHSTONE_TOKEN } = process.env;
      const { runFlow } = await import('./flow-run.ts');
      const outcome = await runFlow({
        flow,
        project: flags.project,
        configuration: flags.config,
        environment: flags.env,
        variables: parseVariables(flags.var, '--var'),
        parallel: flags.parallel,
        server: flags.server.replace(/\/+$/, ''),
        user: flags.user ?? TOUCHSTONE_USER,
        password: flags.password ?? TOUCHSTONE_PASSWORD,
        token: flags.token ?? TOUCHSTONE_TOKEN,
        origin: pipelineOrigin(flags, process.env),
        reporter: flags.reporter,
        output: flags.output,
      });
      process.exitCode = outcomes[outcome];
    });
}
