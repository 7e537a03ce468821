import {
  boundedDetail,
  type PlaygroundRequest,
  type PlaygroundSend,
  playgroundRequestSchema,
  playgroundSendLimit,
  type StepDetail,
} from '@touchstone/contracts/api-testing';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting, LiveStream } from '../../api-testing/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { playgroundErrors } from '../errors.ts';
import { type SendRow, sendsStore } from '../store/sends.store.ts';

/** Characters of a body stored in the history. */
const keptBodyLength = 200_000;
const place = (sendId: string) => `playground.send.content:${sendId}`;

interface Content {
  request: PlaygroundRequest;
  detail: StepDetail;
}
/** What to send, and the workspace whose variables to use. */
export interface SendInput {
  projectId?: string;
  environmentId?: string;
  request: PlaygroundRequest;
}

/** createSends sends requests and keeps each user's history. */
export function createSends({ platform, apiTesting }: { platform: Platform; apiTesting: ApiTesting }) {
  const { database, secrets } = platform;
  const contentOf = async (row: SendRow): Promise<Content> =>
    JSON.parse(await sharedLoop.work(secrets.openPieces(row.content, place(row.id)))) as Content;
  const openMany = async (actor: Actor, sendIds: readonly string[]) => {
    const rows = await sendsStore.findMany(database.sql, actor, sendIds);
    if (rows.length < new Set(sendIds).size) throw new AppError(playgroundErrors.sendNotFound);
    return rows;
  };

  return {
    /** Sends a request now, under the same rules as every other send, and stores it with its response. */
    async send(
      actor: Actor,
      input: SendInput,
      signal: AbortSignal,
      live?: LiveStream,
    ): Promise<{ sendId: string; detail: StepDetail }> {
      const { request, ...context } = input;
      const detail = await apiTesting.previewScript(actor, { ...context, script: request }, signal, live);
      const sendId = newId();
      const content: Content = { request, detail: boundedDetail(detail, keptBodyLength) };
      const row = {
        id: sendId,
        organizationId: actor.organizationId,
        userId: actor.userId,
        name: request.scriptName,
        method: request.method,
        // As sent: with its query, and variables resolved; secrets are masked.
        url: detail.exchange?.request.url ?? request.url,
        status: detail.status,
        statusCode: detail.statusCode,
        durationMs: detail.durationMs,
        content: await sharedLoop.work(secrets.sealPieces([JSON.stringify(content)], place(sendId))),
      };
      await database.transaction((sql) => sendsStore.insert(sql, row, playgroundSendLimit));
      return { sendId, detail };
    },
    async list(actor: Actor, { page, size, ...filter }: { searchTerm?: string; page: number; size: number }) {
      const { rows, total } = await sendsStore.list(database.sql, actor, { ...filter, page, size });
      return { content: rows.map(toSend), totalElements: total, page, size };
    },
    async get(actor: Actor, sendId: string): Promise<PlaygroundSend & Content> {
      const [row] = (await openMany(actor, [sendId])) as [SendRow];
      return { ...toSend(row), ...(await contentOf(row)) };
    },
    async delete(actor: Actor, sendIds: readonly string[] | 'all'): Promise<void> {
      await sendsStore.delete(database.sql, actor, sendIds);
    },
    /** Opens sends as an import of a workspace, which waits for the selection of a suite. */
    async preview(actor: Actor, projectId: string, sendIds: readonly string[]) {
      const rows = await openMany(actor, sendIds);
      const requests: PlaygroundRequest[] = [];
      for (const row of rows) requests.push(playgroundRequestSchema.parse((await contentOf(row)).request));
      return apiTesting.imports.fromRequests(actor, { projectId, title: 'Playground', requests });
    },
  };
}
export type Sends = ReturnType<typeof createSends>;

const toSend = ({ id, name, method, url, status, statusCode, durationMs, sentAt }: Omit<SendRow, 'content'>) => ({
  sendId: id,
  name,
  method,
  url,
  status: status as PlaygroundSend['status'],
  statusCode,
  durationMs,
  sentAt: sentAt.toISOString(),
});
