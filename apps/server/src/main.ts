import { parseArgs } from 'node:util';
import { createApp, migrateAll, version } from './app.ts';
import { ConfigError, describeConfig, readConfig } from './platform/config.ts';
import { openEmbeddedDatabase } from './platform/database/embedded-database.ts';
import { createLog, createPlatform } from './platform/platform.ts';

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
    console.log(describeConfig(config));
    return;
  }
  const log = createLog(config);
  const embedded = config.DATABASE_URL ? undefined : await openEmbeddedDatabase(config.dataDir);
  const platform = await createPlatform({ config, databaseUrl: config.DATABASE_URL ?? embedded?.url ?? '', log });
  await migrateAll(platform);
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));

  const firstStart = await app.seed();
  if (config.roles.includes('api')) await app.http.listen({ host: config.HOST, port: config.PORT });
  await app.start();
  announce(config, firstStart, platform.mailer.local);
}

function announce(
  config: ReturnType<typeof readConfig>,
  firstStart: { email: string; password: string | undefined } | undefined,
  localMail: boolean,
): void {
  const lines = [
    `Touchstone ${version} is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s (${config.roles.join(', ')}).`,
  ];
  if (config.roles.includes('api')) lines.push(`  Open      ${config.publicUrl}`);
  if (firstStart) {
    lines.push(`  Sign in   ${firstStart.email}`);
    lines.push(
      firstStart.password
        ? `  Password  ${firstStart.password}   (shown this once; change it under My Account)`
        : '  Password  the one of TOUCHSTONE_ADMIN_PASSWORD',
    );
  }
  if (localMail && config.roles.includes('api'))
    lines.push(`  Mails     ${config.publicUrl}/outbox   (no mail server is set)`);
  lines.push(`  Data      ${config.dataDir}`);
  console.log(lines.join('\n'));
}

await main().catch((error: Error) => {
  console.error(`Touchstone could not start: ${error.message}`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
});
