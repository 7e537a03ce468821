import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { Outcome } from '../outcome.ts';
import { type ServerFlags, serverAccess } from '../remote/server-options.ts';
import type { ReportFlags } from '../reporters.ts';

/** Options of `run --web`. */
export interface WebFlags extends ServerFlags, ReportFlags {
  web?: true;
  suite: string[];
  script: string[];
  module?: string;
  project?: string;
  env?: string;
  browser?: string;
  retries: number;
  parallel: number;
  stopOnFailure?: boolean;
  data?: string;
  label?: string;
  commit?: string;
}

const maxRetries = 5;

/** addWebOptions declares the options of `run --web` in addition to those of other runs. */
export const addWebOptions = (run: Command, collect: (value: string, before: string[]) => string[]): Command =>
  run
    .option('--web', 'run suites, scripts or a module of web testing in a browser of the server')
    .option('--script <name or id>', 'with --web: script to run; may be given more than once', collect, [])
    .option('--module <name or id>', 'with --web: run every script of this module, or find --script in it')
    .option('--browser <name>', 'with --web: browser of the server: chromium, firefox or webkit (default: chromium)');

/** runWeb runs web tests according to the flags. */
export async function runWeb(flags: WebFlags): Promise<Outcome> {
  assertFlags(flags);
  const [{ runWebTests }, { pipelineOrigin }] = await Promise.all([
    import('./web-run.ts'),
    import('../pipeline-origin.ts'),
  ]);
  return runWebTests({
    project: flags.project,
    suites: flags.suite,
    module: flags.module,
    scripts: flags.script,
    environment: flags.env,
    browser: flags.browser ?? 'chromium',
    retries: flags.retries,
    ...serverAccess(flags),
    origin: pipelineOrigin(flags, process.env),
    reporter: flags.reporter,
    output: flags.output,
  });
}

function assertFlags({ suite, script, module, retries, data, parallel, stopOnFailure }: WebFlags): void {
  const hasScripts = script.length > 0 || module !== undefined;
  if (suite.length === 0 && !hasScripts)
    throw new CliError('Name what to run: --suite NAME, --script NAME (once for each script) or --module NAME.');
  if (suite.length > 0 && hasScripts) throw new CliError('Give either --suite or --script and --module, not both.');
  if (retries > maxRetries) throw new CliError(`--web tries a step again up to ${maxRetries} times (--retries).`);
  if (data !== undefined) throw new CliError('--data goes with a document; web scripts have data tables of their own.');
  if (parallel > 1 || stopOnFailure)
    throw new CliError('--web runs scripts one after the other, without --parallel and --stop-on-failure.');
}

/** assertNoWebFlags throws if flags of web tests are given without --web. */
export function assertNoWebFlags({ script, module, browser }: WebFlags): void {
  if (script.length > 0 || module !== undefined || browser !== undefined)
    throw new CliError('--script, --module and --browser go with --web.');
}
