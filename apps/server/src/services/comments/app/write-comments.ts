import type { Comment } from '@touchstone/contracts/comments';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Actor } from '../../workspaces/index.ts';
import { commentErrors } from '../errors.ts';
import { commentWritten } from '../events.ts';
import { type CommentRow, commentsStore, type SubjectKey } from '../store/comments.store.ts';
import { type CommentNeeds, createFindPeople, type NamedSubject, type OpenSubjects, toComment } from './comments.ts';

const maxInThread = 200;
const maxThreads = 500;

/** Marks the workspace as changed, which notifies its open pages, although commenting only needs view access. */
const notifyOpenPages = (actor: Actor, projectId: string): void => void actor.openedForChange?.add(projectId);

async function assertThreadRoom(sql: Sql, key: SubjectKey, thread: CommentRow | undefined): Promise<void> {
  if (thread && (await commentsStore.countInThread(sql, thread.id)) >= maxInThread)
    throw new AppError(commentErrors.threadFull, { params: { most: maxInThread } });
  if (thread) return;
  const place = `threads of ${key.kind} ${key.subjectId}`;
  const limit = { place, most: maxThreads, full: commentErrors.subjectFull };
  await assertRoom(sql, limit, () => commentsStore.countThreads(sql, key));
}

/**
 * createWriteComments writes comments; users who may view a subject may comment on it, except guests. Only authors can
 * change and delete their comments.
 */
export function createWriteComments(needs: CommentNeeds, { open, openComment }: OpenSubjects) {
  const { database, clock, events } = needs.platform;
  const findPeople = createFindPeople(needs);

  const openOwn = async (actor: Actor, commentId: string): Promise<CommentRow> => {
    const row = await openComment(actor, commentId);
    if (row.userId !== actor.userId) throw new AppError(commentErrors.notOwn);
    return row;
  };
  const lockThread = async (sql: Sql, { organizationId, kind, subjectId }: SubjectKey, threadId: string) => {
    const thread = await commentsStore.lockThread(sql, organizationId, threadId);
    if (!thread || thread.kind !== kind || thread.subjectId !== subjectId)
      throw new AppError(commentErrors.commentNotFound);
    return thread;
  };

  return {
    /** A reply reopens a resolved thread. */
    async create(
      actor: Actor,
      { text, threadId, ...subject }: NamedSubject & { text: string; threadId?: string | undefined },
    ): Promise<Comment> {
      const { projectId, containerId, sourceId = null } = await open(actor, subject);
      const { organizationId, userId, name: userName } = actor;
      const key = { organizationId, ...subject };
      const id = newId();
      const row: CommentRow = {
        id,
        threadId: threadId ?? id,
        projectId,
        containerId,
        sourceId,
        userId,
        userName,
        text,
        ...key,
        mentions: await findPeople({ organizationId, projectId }, text),
        createdAt: clock.now(),
        editedAt: null,
        deletedAt: null,
        resolvedAt: null,
        resolvedByName: null,
      };
      await database.transaction(async (sql, client) => {
        const thread = threadId ? await lockThread(sql, key, threadId) : undefined;
        await assertThreadRoom(sql, key, thread);
        if (thread?.resolvedAt) await commentsStore.update(sql, thread.id, { resolvedAt: null, resolvedByName: null });
        await commentsStore.insert(sql, row);
        await events.publish(commentWritten, { commentId: id, organizationId }, client);
      });
      notifyOpenPages(actor, projectId);
      return toComment(row);
    },
    /** Notifies people whom the new text mentions for the first time. */
    async update(actor: Actor, { commentId, text }: { commentId: string; text: string }): Promise<Comment> {
      const row = await openOwn(actor, commentId);
      const { organizationId, projectId } = row;
      const change = { text, mentions: await findPeople({ organizationId, projectId }, text), editedAt: clock.now() };
      await database.transaction(async (sql, client) => {
        await commentsStore.update(sql, commentId, change);
        await events.publish(commentWritten, { commentId, organizationId }, client);
      });
      notifyOpenPages(actor, projectId);
      return toComment({ ...row, ...change });
    },
    /**
     * The first comment of a thread stays without its text while it has replies, and is deleted with the last of them.
     */
    async delete(actor: Actor, commentId: string): Promise<void> {
      const { threadId, projectId, organizationId } = await openOwn(actor, commentId);
      await database.transaction(async (sql) => {
        const first = await commentsStore.lockThread(sql, organizationId, threadId);
        const left = (await commentsStore.countInThread(sql, threadId)) - 1;
        if (commentId === threadId && left > 0)
          await commentsStore.update(sql, commentId, { text: '', mentions: [], deletedAt: clock.now() });
        else await commentsStore.delete(sql, commentId);
        if (commentId !== threadId && left === 1 && first?.deletedAt) await commentsStore.delete(sql, threadId);
      });
      notifyOpenPages(actor, projectId);
    },
    async resolve(actor: Actor, { threadId, isResolved }: { threadId: string; isResolved: boolean }): Promise<void> {
      const { organizationId } = actor;
      const first = await commentsStore.find(database.sql, organizationId, threadId);
      if (!first || first.threadId !== threadId) throw new AppError(commentErrors.commentNotFound);
      await open(actor, first);
      await commentsStore.update(
        database.sql,
        threadId,
        isResolved
          ? { resolvedAt: clock.now(), resolvedByName: actor.name }
          : { resolvedAt: null, resolvedByName: null },
      );
      notifyOpenPages(actor, first.projectId);
    },
  };
}
/** WriteComments writes comments. */
export type WriteComments = ReturnType<typeof createWriteComments>;
