import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { insecureReadOption, workingDirOption } from '../document/file-options.ts';
import type { SourceFormat } from '../document/import-source.ts';
import { type Outcome, outcomes } from '../outcome.ts';
import { commitOption, labelOption } from '../pipeline-options.ts';
import { addServerOptions } from '../remote/server-options.ts';
import type { LoadFlags } from './load-plan.ts';

const collect = (value: string, before: string[]): string[] => [...before, value];

/** addLoadCommand declares `touchstone load`. */
export function addLoadCommand(program: Command, sourceFormats: readonly SourceFormat[]): void {
  const command = program
    .command('load')
    .description('Generate load and measure it: from this machine, or with the suites and runners of a server')
    .option('--suite <name or id>', 'suite that a server runs; may be given more than once', collect, [])
    .option('--project <name or id>', 'workspace of the suites; needed where several have such a suite')
    .option('--env <name or id>', 'with --suite: environment whose variables are used');
  addServerOptions(command, 'with --suite: ')
    .option('--url <url>', 'send requests to this address')
    .option('--method <method>', 'with --url: method of the request', 'GET')
    .option('--body <text>', 'with --url: body of the request; @FILE reads it from a file')
    .option('--plan <file>', 'run this load plan (JSON, as `--save-plan` writes it)');
  for (const format of sourceFormats)
    command.option(`--${format} <file or url>`, `run the requests of this document (see touchstone run --${format})`);
  command
    .option('--postman-env <file>', 'with --postman: environment whose variables are used')
    .option('--globals <file>', 'with a document: globals of Postman; every other variable comes before them')
    .option(...workingDirOption)
    .option(...insecureReadOption)
    .option('--base-url <url>', 'with a document: address of the API, also the value of {{baseUrl}}')
    .option('--header <"Name: value">', 'header of every request; may be given more than once', collect, [])
    .option('--var <name=value>', 'value of a variable; may be given more than once', collect, [])
    .option('--secret <name=value>', 'like --var, but masked in output and summary', collect, [])
    .option('--data <file>', 'each iteration gets a row of this CSV, JSON or Excel file')
    .option('--data-mode <mode>', 'shared (round robin), unique (each row once) or random', 'shared')
    .option('--vus <number>', 'virtual users; with an arrival rate, the maximum')
    .option('--duration <time>', 'such as 30s, 5m, 1h30m; default 30s')
    .option('--iterations <number>', 'iterations of all users together, instead of a duration')
    .option('--rate <number>', 'iterations started per second, however fast the service answers (open model)')
    .option('--stages <list>', 'users, or with --rate iterations per second, over time: 30s:10,1m:50,10s:0')
    .option(
      '--executor <name>',
      'constant-vus, ramping-vus, shared-iterations, per-vu-iterations, constant-arrival-rate, ramping-arrival-rate; default by the other options',
    )
    .option('--think-time <time>', 'pause after each request, such as 500ms or 1s-3s')
    .option('--k6-options <script>', 'executors and thresholds from the options of this k6 script')
    .option(
      '--threshold <expression>',
      "such as 'p95<300', 'failed<1%', 'rate>100'; 'NAME: p95<300' for one request; may be given more than once",
      collect,
      [],
    )
    .option('--abort-on-fail', 'end the run when a threshold is crossed')
    .option('--threads <number>', 'threads that generate load; default by the number of users and processors')
    .option('--insecure', 'accept every certificate')
    .option(...labelOption)
    .option(...commitOption)
    .option('--summary <file>', 'write the summary as JSON')
    .option('--save-plan <file>', 'write the plan as JSON instead of running it')
    .option('--cert <file>', 'client certificate in PEM, for servers that ask for one')
    .option('--key <file>', 'private key of --cert; not needed if that file contains it')
    .option('--pfx <file>', 'client certificate with its key as PFX (PKCS #12), instead of --cert')
    .option('--passphrase <text>', 'opens --key or --pfx; better given as TOUCHSTONE_PASSPHRASE')
    .addHelpText(
      'after',
      '\nExit code: 0 all thresholds passed (without thresholds: at least one request succeeded), 1 otherwise, 2 nothing could be measured or the run was stopped.\n',
    )
    .action(async (flags: LoadFlags) => {
      const named = (['url', 'plan', ...sourceFormats] as const).filter((name) => flags[name] !== undefined);
      const given = flags.suite.length > 0 ? ['suite', ...named] : named;
      if (given.length !== 1)
        throw new CliError(
          given.length === 0
            ? 'Name what to load: --url ADDRESS, --plan FILE, a document such as --openapi FILE or --postman FILE, or --suite NAME of a server.'
            : `Give only one of ${given.map((name) => `--${name}`).join(', ')}.`,
        );
      process.exitCode = outcomes[await runLoad(flags)];
    });
}

async function runLoad(flags: LoadFlags): Promise<Outcome> {
  if (flags.suite.length === 0) return (await import('./load-run.ts')).runLoadCommand(flags);
  return (await import('./load-remote.ts')).runRemoteLoad(flags);
}
