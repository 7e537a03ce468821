import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { CliError } from './cli-error.ts';
import { insecureReadOption, workingDirOption } from './document/file-options.ts';
import type { SourceFormat } from './document/import-source.ts';
import type { FileFlags } from './document/working-folder.ts';
import { addFlowCommand } from './flow/flow-command.ts';
import { addLoadCommand } from './load/load-command.ts';
import { addMaintenanceCommands } from './maintenance-commands.ts';
import { addMockCommand } from './mock/mock-command.ts';
import { addMonitorsCommands } from './monitors/monitors-commands.ts';
import { outcomes } from './outcome.ts';
import { commitOption, labelOption } from './pipeline-options.ts';
import { addServerOptions, serverAccess } from './remote/server-options.ts';
import { addReportOptions } from './reporters.ts';
import { showConfiguration, startServer } from './server-process.ts';
import { addWebOptions, assertNoWebFlags, runWeb, type WebFlags } from './web/web-command.ts';
import { addWorkspaceCommands } from './workspace/workspace-commands.ts';

interface RunFlags extends Partial<Record<SourceFormat, string>>, FileFlags, WebFlags {
  postmanEnv?: string;
  globals?: string;
  cert?: string;
  key?: string;
  pfx?: string;
  passphrase?: string;
  baseUrl?: string;
  header: string[];
  var: string[];
  secret: string[];
  retryDelay: number;
}

/** Spelled out, so that the importers are only loaded when needed. */
const sourceFormats: SourceFormat[] = [
  'openapi',
  'postman',
  'wsdl',
  'har',
  'curl',
  'insomnia',
  'bruno',
  'hoppscotch',
  'jmeter',
  'excel',
  'import',
];
const exportFormats = ['postman', 'openapi', 'har', 'curl'];

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
  .showHelpAfterError('Run it with --help to see all options.')
  .exitOverride();

program
  .command('start')
  .description('Start the server on this machine')
  .option('--role <roles>', 'what this process does: api, runner, scheduler, separated by commas (default: all)')
  .option('--port <number>', 'port to listen on', wholeNumber(0, 65535))
  .action(async (flags: { role?: string; port?: number }) => {
    process.exitCode = (await startServer(flags)) ?? process.exitCode;
  });

program
  .command('config')
  .description('Show the configuration that the server would use')
  .action(async () => {
    process.exitCode = await showConfiguration();
  });

program
  .command('health')
  .description('Say whether the server of this machine is ready: exit code 0, otherwise 1')
  .action(async () => {
    const { isReady } = await import('./health.ts');
    process.exitCode = await isReady();
  });

const run = program
  .command('run')
  .description('Run suites or web tests of a server, or the requests of a document without a server')
  .option('--suite <name or id>', 'suite to run; may be given more than once', collect, [])
  .option('--project <name or id>', 'workspace of the suites; needed where several have such a suite')
  .option('--env <name or id>', 'environment whose variables are used');
addServerOptions(addWebOptions(run, collect))
  .option('--openapi <file or url>', 'run every operation of this OpenAPI or Swagger document, without a server')
  .option('--postman <file or url>', 'run the requests of this Postman collection, without a server')
  .option('--postman-env <file>', 'with --postman: environment whose variables are used')
  .option('--globals <file>', 'with a document: globals of Postman; every other variable comes before them')
  .option(...workingDirOption)
  .option(...insecureReadOption)
  .option('--wsdl <file or url>', 'run every operation of this WSDL 1.1 description, without a server')
  .option('--har <file>', 'run the requests of this recording of a browser')
  .option('--curl <file or command>', 'run these curl commands')
  .option('--insomnia <file>', 'run the requests of this Insomnia export')
  .option('--bruno <folder>', 'run the requests of this Bruno collection')
  .option('--hoppscotch <file>', 'run the requests of this Hoppscotch export')
  .option('--jmeter <file>', 'run the HTTP requests of this JMeter test plan')
  .option('--excel <file>', 'run the requests of this Excel sheet')
  .option('--import <file or url>', 'run the requests of a document of any of these kinds')
  .option('--base-url <url>', 'with a document: address of the API, also the value of {{baseUrl}}')
  .option(
    '--header <"Name: value">',
    'with a document: header of every request; may be given more than once',
    collect,
    [],
  )
  .option('--var <name=value>', 'with a document: value of a variable; may be given more than once', collect, [])
  .option('--secret <name=value>', 'with a document: like --var, but masked in output and reports', collect, [])
  .option('--cert <file>', 'with a document: client certificate in PEM, for servers that ask for one')
  .option('--key <file>', 'private key of --cert; not needed if that file contains it')
  .option('--pfx <file>', 'client certificate with its key as PFX (PKCS #12), instead of --cert')
  .option('--passphrase <text>', 'opens --key or --pfx; better given as TOUCHSTONE_PASSPHRASE')
  .option('--data <file>', 'with a document: run it once for each row of this CSV, JSON or Excel file')
  .option(
    '--retries <number>',
    'with a document: send a request again until it passes; with --web: try a failed step again',
    wholeNumber(0, 10),
    0,
  )
  .option(
    '--retry-delay <ms>',
    'wait before the first retry; each further one is twice as long',
    wholeNumber(0, 60_000),
    500,
  )
  .option('--parallel <number>', 'requests at once', wholeNumber(1, 100), 1)
  .option('--stop-on-failure', 'skip the rest after the first step that does not pass')
  .option(...labelOption)
  .option(...commitOption);
addReportOptions(run)
  .addHelpText('after', '\nExit code: 0 every step passed, 1 a step failed, 2 the tests could not be run.\n')
  .action(async (flags: RunFlags) => {
    const documents = sourceFormats.filter((format) => flags[format] !== undefined);
    const [format] = documents;
    if (documents.length > 1)
      throw new CliError(
        `Give only one document; these were given: ${documents.map((name) => `--${name}`).join(', ')}.`,
      );
    if (flags.web && format !== undefined) throw new CliError(`Give either --web or --${format}, not both.`);
    if (flags.web) {
      process.exitCode = outcomes[await runWeb(flags)];
      return;
    }
    assertNoWebFlags(flags);
    process.exitCode = outcomes[format === undefined ? await runSuites(flags) : await runImported(format, flags)];
  });

addLoadCommand(program, sourceFormats);
addFlowCommand(program, wholeNumber);
addMockCommand(program);
addMaintenanceCommands(program);
addWorkspaceCommands(program);
addMonitorsCommands(program);

program
  .command('import')
  .description(
    'Convert a document of another tool: OpenAPI, Postman, WSDL, HAR, curl, Insomnia, Bruno, Hoppscotch, JMeter, Excel',
  )
  .argument('<file>', 'file, folder or address of the document')
  .requiredOption('--export <format>', `what to write: ${exportFormats.join(', ')}`)
  .option('--output <file>', 'where to write it (default: standard output)')
  .option('--base-url <url>', 'address of the API instead of a variable')
  .option(...workingDirOption)
  .option(...insecureReadOption)
  .action(async (source: string, flags: FileFlags & { export: string; output?: string; baseUrl?: string }) => {
    const { convertDocument } = await import('./document/convert-document.ts');
    await convertDocument({ source, format: flags.export, output: flags.output, baseUrl: flags.baseUrl, flags });
  });

async function runSuites(flags: RunFlags) {
  if (flags.suite.length === 0)
    throw new CliError(
      'Name what to run: --suite NAME (once for each suite), --web with a web test, or a document such as --openapi FILE or --postman FILE.',
    );
  if (flags.cert ?? flags.key ?? flags.pfx)
    throw new CliError('--cert, --key and --pfx go with a document; suites use the certificates of their workspace.');
  if (flags.data !== undefined || flags.retries > 0)
    throw new CliError('--data and --retries go with a document; scripts of a server have their own settings.');
  const [{ runRemote }, { pipelineOrigin }] = await Promise.all([
    import('./remote/remote-run.ts'),
    import('./pipeline-origin.ts'),
  ]);
  return runRemote({
    suites: flags.suite,
    project: flags.project,
    environment: flags.env,
    ...serverAccess(flags),
    parallel: flags.parallel,
    stopOnFailure: flags.stopOnFailure === true,
    origin: pipelineOrigin(flags, process.env),
    reporter: flags.reporter,
    output: flags.output,
  });
}

async function runImported(format: SourceFormat, flags: RunFlags) {
  if (format === 'openapi' && flags.baseUrl === undefined)
    throw new CliError('Give --base-url, the address of the API to test, such as --base-url http://localhost:8080.');
  if (flags.suite.length > 0) throw new CliError(`Give either --suite or --${format}, not both.`);
  if (flags.postmanEnv !== undefined && format !== 'postman' && format !== 'import')
    throw new CliError('--postman-env goes with --postman; give the values of other documents as --var name=value.');
  const usesCertificate = flags.cert !== undefined || flags.pfx !== undefined;
  const passphrase = flags.passphrase ?? (usesCertificate ? process.env.TOUCHSTONE_PASSPHRASE : undefined);
  const { runDocument } = await import('./document/document-run.ts');
  return runDocument({
    format,
    source: flags[format] ?? '',
    baseUrl: flags.baseUrl,
    environment: flags.postmanEnv,
    globals: flags.globals,
    files: flags,
    headers: flags.header,
    variables: flags.var,
    secrets: flags.secret,
    certificate: { cert: flags.cert, key: flags.key, pfx: flags.pfx, passphrase },
    data: flags.data,
    retries: flags.retries,
    retryDelayMs: flags.retryDelay,
    parallel: flags.parallel,
    stopOnFailure: flags.stopOnFailure === true,
    reporter: flags.reporter,
    output: flags.output,
  });
}

// A reader such as `head` may close the pipe: the command continues, and its exit code counts.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

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
