import type { Clock } from '@touchstone/kernel';
import { systemClock } from '@touchstone/kernel';
import type { Logger } from 'pino';
import { type Audit, createAudit } from './audit.ts';
import type { Config } from './config.ts';
import { type DatabaseAddresses, watchDatabaseAddresses } from './database/database-addresses.ts';
import { Notifier } from './database/notifier.ts';
import { type Database, openDatabase } from './database/pool.ts';
import { createEvents, type Events } from './events.ts';
import { createFiles, type Files } from './files/files.ts';
import { openStorage } from './files/open-storage.ts';
import { CallRules } from './http/call-rules.ts';
import { createEngineMark, type EngineMark } from './http/engine-mark.ts';
import { EventStreams } from './http/event-stream.ts';
import { StepReferences } from './http/step-references.ts';
import { Topics } from './http/topics.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createOutboxKeys, type OutboxKeys } from './mail/outbox-key.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { ProcessCalls } from './processes/process-calls.ts';
import { Processes } from './processes/processes.ts';
import { createSecretBox, loadSecretKey, type SecretBox } from './secrets.ts';

/** Platform is the foundation of all services. */
export interface Platform {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  databaseUrl: string;
  databaseAddresses: DatabaseAddresses;
  notifier: Notifier;
  /** This process and the others of the installation. */
  processes: Processes;
  /** Calls between processes. */
  processCalls: ProcessCalls;
  files: Files;
  jobs: Jobs;
  events: Events;
  /** Event streams open to browsers. */
  streams: EventStreams;
  /** What a browser can follow in a single stream. */
  topics: Topics;
  /** Access checks for calls that serve several services. */
  callRules: CallRules;
  mailer: Mailer;
  outboxKeys: OutboxKeys;
  /** The header of every request sent by engines. */
  engineMark: EngineMark;
  /** The header by which mocks recognize the run's step that calls them. */
  stepReferences: StepReferences;
  secrets: SecretBox;
  audit: Audit;
  metrics: Metrics;
  close(): Promise<void>;
}

export { createLog } from './log.ts';

/** createPlatform opens database, files, queue and keys. `databaseUrl` is the configured or the embedded server. */
export async function createPlatform(options: {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: Clock;
}): Promise<Platform> {
  const { config, databaseUrl, log } = options;
  const onError = (error: Error) => log.warn({ err: error }, 'database connection');
  // The notifier has its own connection, and so has the owner of an embedded database.
  const max = config.DATABASE_POOL - (config.DATABASE_URL ? 1 : 2);
  // There is no pooler in front of the embedded database.
  const named = config.DATABASE_NAMED_STATEMENTS ?? config.DATABASE_URL === undefined;
  const database = openDatabase(databaseUrl, { max, applicationName: 'touchstone', onError, named });
  const notifier = new Notifier(databaseUrl, onError);
  notifier.onOutage((reason) => {
    if (reason) {
      log.error({ err: reason }, 'the database is away');
      database.interrupt(reason);
    } else {
      log.info('the database is back');
      database.resume();
    }
  });
  await notifier.start();
  const databaseAddresses = await watchDatabaseAddresses(databaseUrl);
  const files = createFiles(database, openStorage(config), config.UPLOAD_MB);
  await files.check();
  const jobs = createJobs(database, log, { notifier });
  const metrics = createMetrics();
  const secrets = createSecretBox(await loadSecretKey(config.dataDir, config.TOUCHSTONE_SECRET_KEY));
  const clock = options.clock ?? systemClock;
  const processes = new Processes({ config, database, notifier, secrets, log });
  return {
    config,
    log,
    clock,
    database,
    databaseUrl,
    databaseAddresses,
    notifier,
    processes,
    processCalls: new ProcessCalls(processes),
    files,
    jobs,
    events: createEvents(jobs),
    streams: new EventStreams(metrics.eventStreams),
    topics: new Topics(),
    callRules: new CallRules(),
    mailer: createMailer({
      database,
      jobs,
      files,
      secrets,
      clock,
      metrics,
      log,
      smtpUrl: config.SMTP_URL,
      from: config.MAIL_FROM,
    }),
    outboxKeys: createOutboxKeys(secrets, clock),
    engineMark: createEngineMark(secrets),
    stepReferences: new StepReferences(secrets),
    secrets,
    audit: createAudit(database),
    metrics,
    async close() {
      databaseAddresses.stop();
      await jobs.stop();
      await notifier.stop();
      await database.close();
    },
  };
}
