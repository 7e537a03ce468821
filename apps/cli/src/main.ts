import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { CliError } from './cli-error.ts';
import { outcomes } from './outcome.ts';
import { showConfiguration, startServer } from './server-process.ts';

interface RunFlags {
  suite: string[];
  project?: string;
  env?: string;
  server: string;
  user?: string;
  password?: string;
  token?: string;
  openapi?: string;
  baseUrl?: string;
  header: string[];
  var: string[];
  secret: string[];
  parallel: number;
  stopOnFailure?: boolean;
  reporter: string;
  output: string;
}

const collect = (value: string, before: string[]): string[] => [...before, value];
function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    return number;
  };
}

const program = new Command('touchstone')
  .description('Self-hosted software testing: start the server, run suites in a pipeline.')
  .version('0.1.0')
  .showHelpAfterError('Add --help to see what can be given.')
  .exitOverride();

program
  .command('start')
  .description('Start the server on this machine')
  .option('--role <roles>', 'what this process does: api, runner, scheduler, separated by commas (default: all)')
  .option('--port <number>', 'port to listen on', wholeNumber(0, 65535))
  .action(async (flags: { role?: string; port?: number }) => {
    process.exitCode = await startServer(flags);
  });

program
  .command('config')
  .description('Show the configuration that the server would use')
  .action(async () => {
    process.exitCode = await showConfiguration();
  });

program
  .command('run')
  .description('Run suites of a server, or every operation of an OpenAPI document without a server')
  .option('--suite <name or id>', 'suite to run; may be given more than once', collect, [])
  .option('--project <name or id>', 'workspace of the suites; needed where several have such a suite')
  .option('--env <name or id>', 'environment whose variables are used')
  .option(
    '--server <url>',
    'address of the server (or TOUCHSTONE_URL)',
    process.env.TOUCHSTONE_URL || 'http://localhost:7700',
  )
  .option('--user <e-mail>', 'who signs in (or TOUCHSTONE_USER)')
  .option('--password <password>', 'better given as TOUCHSTONE_PASSWORD')
  .option('--token <token>', 'access token instead of user and password (or TOUCHSTONE_TOKEN)')
  .option('--openapi <file or url>', 'run every operation of this OpenAPI or Swagger document, without a server')
  .option('--base-url <url>', 'with --openapi: address that the paths of the document are appended to')
  .option(
    '--header <"Name: value">',
    'with --openapi: header of every request; may be given more than once',
    collect,
    [],
  )
  .option('--var <name=value>', 'with --openapi: value of a variable; may be given more than once', collect, [])
  .option('--secret <name=value>', 'with --openapi: like --var, but masked in output and reports', collect, [])
  .option('--parallel <number>', 'requests at once', wholeNumber(1, 100), 1)
  .option('--stop-on-failure', 'skip the rest after the first step that does not pass')
  .option(
    '--reporter <list>',
    'list, html, junit, json, separated by commas; a path may follow: junit=result.xml',
    'list',
  )
  .option('--output <folder>', 'where reports are written', 'touchstone-report')
  .addHelpText('after', '\nExit code: 0 every step passed, 1 a step failed, 2 the tests could not be run.\n')
  .action(async (flags: RunFlags) => {
    const outcome = flags.openapi === undefined ? await runSuites(flags) : await runDocument(flags.openapi, flags);
    process.exitCode = outcomes[outcome];
  });

async function runSuites(flags: RunFlags) {
  if (flags.suite.length === 0)
    throw new CliError(
      'Say what to run: --suite NAME (once for each suite), or --openapi FILE for an API description.',
    );
  const { TOUCHSTONE_USER, TOUCHSTONE_PASSWORD, TOUCHSTONE_TOKEN } = process.env;
  const { runRemote } = await import('./remote-run.ts');
  return runRemote({
    suites: flags.suite,
    project: flags.project,
    environment: flags.env,
    server: flags.server.replace(/\/+$/, ''),
    user: flags.user ?? TOUCHSTONE_USER,
    password: flags.password ?? TOUCHSTONE_PASSWORD,
    token: flags.token ?? TOUCHSTONE_TOKEN,
    parallel: flags.parallel,
    stopOnFailure: flags.stopOnFailure === true,
    reporter: flags.reporter,
    output: flags.output,
  });
}

async function runDocument(source: string, flags: RunFlags) {
  if (flags.baseUrl === undefined)
    throw new CliError('Give --base-url, the address of the API to test, such as --base-url http://localhost:8080.');
  if (flags.suite.length > 0) throw new CliError('Give either --suite or --openapi, not both.');
  const { runOpenApi } = await import('./openapi-run.ts');
  return runOpenApi({
    source,
    baseUrl: flags.baseUrl,
    headers: flags.header,
    variables: flags.var,
    secrets: flags.secret,
    parallel: flags.parallel,
    stopOnFailure: flags.stopOnFailure === true,
    reporter: flags.reporter,
    output: flags.output,
  });
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : outcomes.error;
  else {
    console.error(
      error instanceof CliError ? error.message : `Something went wrong inside Touchstone: ${(error as Error).stack}`,
    );
    process.exitCode = outcomes.error;
  }
}
