import { createHttpSession, type HttpStep } from '@touchstone/engine-http';
import { composeMail } from '../../../platform/mail/compose.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs, Transaction } from '../../runs/index.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { resultOf, subjectOf, textOf } from '../domain/result-text.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, type JobRow, jobsStore } from '../store/jobs.store.ts';
import { webhookPlace } from './show-jobs.ts';

const mailQueue = 'scheduler.mail';
const webhookQueue = 'scheduler.webhook';
const webhookMs = 15_000;

/**
 * createResultNotifier reports results by mail and webhook. Each message is its own job: a failing one is retried and
 * delays no other.
 */
export function createResultNotifier({ platform, runs }: { platform: Platform; runs: Runs }) {
  const { jobs, database, config, secrets, mailer, clock } = platform;

  const read = async (
    executionId: string,
  ): Promise<{ execution: ExecutionRow; job: JobRow; link: string | null } | undefined> => {
    const execution = await executionsStore.find(database.sql, executionId);
    const job = execution && (await jobsStore.get(database.sql, execution.jobId));
    // Has been deleted.
    if (!execution || !job) return undefined;
    const runId = execution.runs.at(-1)?.runId;
    const [run] = runId ? await runs.listByIds(job.organizationId, [runId]) : [];
    const path = run && runs.linkOf(run);
    return { execution, job, link: path ? `${config.publicUrl}${path}` : null };
  };

  jobs.handle(mailQueue, async ({ executionId, to }: { executionId: string; to: string }) => {
    const found = await read(executionId);
    if (!found) return;
    const { execution, job, link } = found;
    const mail = composeMail({
      subject: subjectOf(execution),
      to: { firstName: to },
      what: textOf(execution),
      ...(link && { link: { url: link, label: 'Open the run' } }),
      otherwise: `${job.createdByName} scheduled this test and asked to tell you its results.`,
    });
    await mailer.send({ to, ...mail, organizationId: job.organizationId });
  });

  /** Calls the webhook once and stores the outcome: null, or why the call failed. */
  const callWebhook = async (executionId: string): Promise<string | null> => {
    const found = await read(executionId);
    if (!found?.job.notifyWebhook) return null;
    const { execution, job, link } = found;
    const url = secrets.open(found.job.notifyWebhook, webhookPlace(job.id));
    const session = createHttpSession({ ...sessionOptions(platform, job), scopes: [] });
    try {
      const body = JSON.stringify(resultOf(execution, link));
      const { response, error } = await session.execute(toStep(executionId, url, body));
      const isDelivered = !error && response !== undefined && response.status < 300;
      const reason = error?.message ?? `It answered with status ${response?.status}.`;
      const tellProblem = isDelivered ? null : `The webhook could not be called. ${reason}`;
      await executionsStore.update(database.sql, executionId, {
        tellProblem,
        ...(isDelivered && { toldAt: clock.now() }),
      });
      return tellProblem;
    } finally {
      await session.close();
    }
  };

  jobs.handle(webhookQueue, async ({ executionId }: { executionId: string }) => {
    const problem = await callWebhook(executionId);
    // The queue retries it.
    if (problem !== null) throw new Error(problem);
  });

  return {
    callWebhook,
    /** Orders the messages in the transaction that ends the execution. */
    async order(client: Transaction, { notifyEmails, notifyWebhook }: JobRow, executionId: string): Promise<void> {
      for (const to of notifyEmails) await jobs.send(mailQueue, { executionId, to }, client);
      if (notifyWebhook !== null) await jobs.send(webhookQueue, { executionId }, client);
    },
  };
}
export type ResultNotifier = ReturnType<typeof createResultNotifier>;

const toStep = (id: string, url: string, content: string): HttpStep => ({
  id,
  name: 'webhook',
  group: id,
  method: 'POST',
  url,
  headers: [{ key: 'Idempotency-Key', value: id, enabled: true }],
  queryParams: [],
  pathParams: [],
  body: { type: 'json', content },
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: { timeoutMs: webhookMs, followRedirects: false, maxRedirects: 0, verifyCertificate: true },
});
