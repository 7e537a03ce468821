import { flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { type App, createApp } from './app.ts';
import { allSettings, readWholeConfig } from './configuration.ts';
import { createLife, type Life, logUnhandledRejections } from './life.ts';
import { migrateAll } from './migrations.ts';
import { endWithParent } from './parent-watch.ts';
import { type Config, ConfigError, describeConfig, warningsOf } from './platform/config.ts';
import { findDatabase, openOwnDatabase, prepareDatabase } from './platform/database/embedded/find-database.ts';
import { outboxKeyHours } from './platform/mail/outbox-key.ts';
import { createLog, createPlatform } from './platform/platform.ts';
import { checkConnections } from './platform/preflight.ts';
import type { NewAccount } from './platform/service.ts';
import { version } from './version.ts';

/** Exit codes for abnormal ends; docs/guides/operations.md lists them. */
const exitCodes = { cannotStart: 1, configuration: 2, databaseLost: 3 };
// Set by the command that starts this process and waits for its end.
if (process.env.TOUCHSTONE_END_WITH_PARENT) endWithParent();

/** Reads arguments (`--role`, `--port`) and environment, or prints all problems and exits with code 2. */
function configure() {
  try {
    const { values } = parseArgs({
      options: { role: { type: 'string', multiple: true }, port: { type: 'string' } },
      allowPositionals: true,
    });
    if (values.role) process.env.TOUCHSTONE_ROLES = values.role.join(',');
    if (values.port) process.env.PORT = values.port;
    return readWholeConfig();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
      console.error(`${(error as Error).message}\nKnown: config, --role api,runner,scheduler, --port N`);
      process.exit(exitCodes.configuration);
    }
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(exitCodes.configuration);
  }
}

async function main(): Promise<void> {
  const config = configure();
  if (process.argv[2] === 'config') {
    console.log(`${describeConfig(config, allSettings)}\n\nDatabase: ${await findDatabase(config)}`);
    return;
  }
  const log = createLog(config);
  logUnhandledRejections(log);
  for (const warning of warningsOf(config)) log.warn(warning);
  const life = createLife(log);
  try {
    await serve(config, log, life);
  } catch (error) {
    if (life.isEnding()) await new Promise(() => undefined);
    // A failed start must not leave a database server behind.
    await life.end().catch(() => undefined);
    throw error;
  }
}

async function serve(config: Config, log: Logger, life: Life): Promise<void> {
  const { problems, warnings } = await checkConnections(config);
  if (problems.length)
    throw new Error(`what it needs cannot be used:\n${problems.map((each) => `  - ${each}`).join('\n')}`);
  for (const warning of warnings) console.warn(`Mails wait for now. ${warning}`);
  const databaseUrl = config.DATABASE_URL ?? (await openOwn(config, log, life));
  await prepareDatabase(config, databaseUrl, migrateAll, (progress) => log.info(progress, 'changing stored data'));
  const platform = await life.open(createPlatform({ config, databaseUrl, log }), (opened) => opened.close());
  const app = await life.open(createApp(platform), (opened) => opened.stop());
  const accounts = await app.seed();
  const health = await listen(app, config);
  await app.start();
  announce(config, {
    accounts,
    health,
    database: await findDatabase(config),
    outboxKey: platform.mailer.local ? platform.outboxKeys.issue() : undefined,
  });
  // Writes the compile cache for the next start now, because a killed process wouldn't.
  flushCompileCache();
}

async function openOwn(config: Config, log: Logger, life: Life): Promise<string> {
  const onGivenUp = (error: Error) => {
    console.error(
      `Touchstone ends: its database has ended and cannot be started again. ${error.message}\nWhat was confirmed is kept. Remove the cause, then start Touchstone again.`,
    );
    process.exit(exitCodes.databaseLost);
  };
  const opened = await life.open(openOwnDatabase(config, { log, onGivenUp }), (database) => database.close());
  return opened.url;
}

/** Returns where health and metrics are: next to the API, or on their own if there is none. */
async function listen({ http, operations }: App, config: Config): Promise<string> {
  const host = config.HOST;
  const port = operations ? config.HEALTH_PORT : config.PORT;
  const address = await (operations ?? http).listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    const setting = operations ? 'HEALTH_PORT' : 'PORT';
    throw new Error(
      `Port ${port} of ${host} is taken. Stop the program that has it, or set ${setting} to another one.`,
      { cause },
    );
  });
  return `${address}/health/ready`;
}

function announce(
  config: Config,
  {
    database,
    accounts,
    outboxKey,
    health,
  }: { database: string; accounts: NewAccount[]; outboxKey: string | undefined; health: string },
): void {
  const lines = [
    `Touchstone ${version} is ready after ${(performance.now() / 1000).toFixed(1)} s (${config.roles.join(', ')}).`,
  ];
  lines.push(config.roles.includes('api') ? `  Open      ${config.publicUrl}` : `  Health    ${health}`);
  for (const { email, password, passwordSetting } of accounts) {
    lines.push(`  Sign in   ${email}`);
    lines.push(
      password
        ? `  Password  ${password}   (shown this once; "Forgot password?" sets another)`
        : `  Password  the one of ${passwordSetting}`,
    );
  }
  if (outboxKey && config.roles.includes('api'))
    lines.push(
      `  Mails     ${config.publicUrl}/outbox?key=${outboxKey}   (no mail server is set; the link works for ${outboxKeyHours} hours)`,
    );
  lines.push(`  Database  ${database}`, `  Data      ${config.dataDir}`);
  console.log(lines.join('\n'));
}

await main().catch((error: Error) => {
  console.error(`Touchstone could not start: ${error.message}`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(exitCodes.cannotStart);
});
