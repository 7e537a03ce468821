import { parseArgs } from 'node:util';
import { type App, createApp } from './app.ts';
import { migrateAll } from './migrations.ts';
import { type Config, ConfigError, describeConfig, readConfig } from './platform/config.ts';
import { findDatabase, openOwnDatabase, prepareDatabase } from './platform/database/find-database.ts';
import { createLog, createPlatform } from './platform/platform.ts';
import type { NewAccount } from './platform/service.ts';
import { version } from './version.ts';

const startedAt = performance.now();

/** Reads arguments (`--role`, `--port`) and environment, or says every problem at once and ends with exit code 2. */
function configure() {
  try {
    const { values } = parseArgs({
      options: { role: { type: 'string', multiple: true }, port: { type: 'string' } },
      allowPositionals: true,
    });
    if (values.role) process.env.TOUCHSTONE_ROLES = values.role.join(',');
    if (values.port) process.env.PORT = values.port;
    return readConfig();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
      console.error(`${(error as Error).message}\nKnown: config, --role api,runner,scheduler, --port N`);
      process.exit(2);
    }
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const config = configure();
  if (process.argv[2] === 'config') {
    console.log(`${describeConfig(config)}\n\nDatabase: ${await findDatabase(config)}`);
    return;
  }
  const embedded = config.DATABASE_URL ? undefined : await openOwnDatabase(config);
  try {
    await serve(config, embedded);
  } catch (error) {
    // A start that fails must not leave a database server behind.
    await embedded?.close();
    throw error;
  }
}

async function serve(config: Config, embedded: { url: string; close(): Promise<void> } | undefined): Promise<void> {
  const log = createLog(config);
  const databaseUrl = config.DATABASE_URL ?? embedded?.url ?? '';
  await prepareDatabase(config, databaseUrl, migrateAll);
  const platform = await createPlatform({ config, databaseUrl, log });
  const app = await createApp(platform);
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    await app.stop();
    await platform.close();
    await embedded?.close();
    process.exit(0);
  };
  const fail = (error: unknown) => {
    log.error({ err: error }, 'the stop failed');
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal).catch(fail));

  const accounts = await app.seed();
  if (config.roles.includes('api')) await listen(app, config);
  await app.start();
  announce(config, await findDatabase(config), accounts, platform.mailer.local);
}

async function listen(app: App, { HOST: host, PORT: port }: Config): Promise<void> {
  await app.http.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} of ${host} is taken. Stop the program that has it, or set PORT to another one.`, {
      cause,
    });
  });
}

function announce(config: Config, database: string, accounts: NewAccount[], localMail: boolean): void {
  const lines = [
    `Touchstone ${version} is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s (${config.roles.join(', ')}).`,
  ];
  if (config.roles.includes('api')) lines.push(`  Open      ${config.publicUrl}`);
  for (const { email, password, passwordSetting } of accounts) {
    lines.push(`  Sign in   ${email}`);
    lines.push(
      password
        ? `  Password  ${password}   (shown this once; "Forgot password?" sets another)`
        : `  Password  the one of ${passwordSetting}`,
    );
  }
  if (localMail && config.roles.includes('api'))
    lines.push(`  Mails     ${config.publicUrl}/outbox   (no mail server is set)`);
  lines.push(`  Database  ${database}`, `  Data      ${config.dataDir}`);
  console.log(lines.join('\n'));
}

await main().catch((error: Error) => {
  console.error(`Touchstone could not start: ${error.message}`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
});
