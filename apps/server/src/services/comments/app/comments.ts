import type { Comment, Thread } from '@touchstone/contracts/comments';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, WorkspacePeople, Workspaces } from '../../workspaces/index.ts';
import { findMentions, type Mention, mentionedWords } from '../domain/mentions.ts';
import { commentErrors } from '../errors.ts';
import { type CommentRow, commentsStore } from '../store/comments.store.ts';
import type { CommentSubject, OpenedSubject } from './comment-subject.ts';

/** The dependencies of the use cases of comments. */
export interface CommentNeeds {
  platform: Platform;
  workspaces: Workspaces;
  people: WorkspacePeople;
  subjects: ReadonlyMap<string, CommentSubject>;
}

/** The subject of a call. */
export interface NamedSubject {
  kind: string;
  subjectId: string;
}

const maxRelated = 20;
const maxCounted = 1000;
/** How many people are considered for the mentions in a text. */
const maxCandidates = 500;

/** createOpenSubjects opens subjects, by the rules of the service that owns them. */
export function createOpenSubjects({ platform, subjects }: CommentNeeds) {
  const kindOf = (kind: string): CommentSubject => {
    const subject = subjects.get(kind);
    if (!subject) throw new AppError(commentErrors.unknownSubject);
    return subject;
  };
  return {
    kindOf,
    open: (actor: Actor, { kind, subjectId }: NamedSubject): Promise<OpenedSubject> =>
      kindOf(kind).open(actor, subjectId, 'view'),
    /** A comment that isn't deleted, with its subject opened. */
    async openComment(actor: Actor, commentId: string): Promise<CommentRow> {
      const row = await commentsStore.find(platform.database.sql, actor.organizationId, commentId);
      if (!row || row.deletedAt) throw new AppError(commentErrors.commentNotFound);
      await kindOf(row.kind).open(actor, row.subjectId, 'view');
      return row;
    },
  };
}
export type OpenSubjects = ReturnType<typeof createOpenSubjects>;

/** createFindPeople finds the people a text mentions, among those who can open the workspace. */
export const createFindPeople =
  ({ people }: Pick<CommentNeeds, 'people'>) =>
  async (place: { organizationId: string; projectId: string }, text: string): Promise<Mention[]> => {
    const searchTerms = mentionedWords(text);
    if (searchTerms.length === 0) return [];
    return findMentions(text, await people.list(place, { searchTerms, most: maxCandidates }));
  };

/** toComment returns a comment in its API form. */
export const toComment = (row: CommentRow, isUnread = false): Comment => ({
  commentId: row.id,
  threadId: row.threadId,
  userId: row.userId,
  userName: row.userName,
  text: row.text,
  mentions: row.mentions,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  isDeleted: row.deletedAt !== null,
  isUnread,
});

/**
 * createReadComments shows comments, and stores what each user has read. Users who may view a subject may read its
 * comments.
 */
export function createReadComments(needs: CommentNeeds, { open, openComment, kindOf }: OpenSubjects) {
  const { platform, workspaces, people } = needs;
  const db = platform.database.sql;
  const relatedTo = async (actor: Actor, { projectId }: OpenedSubject, sourceId: string) => {
    const { organizationId } = actor;
    const { rows, total } = await commentsStore.listRelated(db, { organizationId, projectId, sourceId }, maxRelated);
    const related = await Promise.all(
      rows.map(async ({ kind, subjectId, comments, lastAt }) => {
        const link = await needs.subjects.get(kind)?.link({ organizationId, projectId, subjectId });
        return link ? [{ kind, subjectId, comments, lastAt: lastAt.toISOString(), link }] : [];
      }),
    );
    return { related: related.flat(), relatedComments: total };
  };
  return {
    async list(actor: Actor, subject: NamedSubject, page: { page: number; size: number }) {
      const opened = await open(actor, subject);
      const key = { organizationId: actor.organizationId, ...subject };
      const { rows, totalElements } = await commentsStore.pageThreads(db, key, page);
      const found = await commentsStore.listOfThreads(
        db,
        rows.map(({ id }) => id),
        actor.userId,
      );
      const byThread = Map.groupBy(found, ({ row }) => row.threadId);
      const content = rows.map(
        (first): Thread => ({
          threadId: first.id,
          resolvedAt: first.resolvedAt?.toISOString() ?? null,
          resolvedByName: first.resolvedByName,
          comments: (byThread.get(first.id) ?? []).map(({ row, isUnread }) => toComment(row, isUnread)),
        }),
      );
      const related = await relatedTo(actor, opened, subject.subjectId);
      return { content, totalElements, ...page, projectId: opened.projectId, ...related };
    },
    async counts(actor: Actor, place: { projectId: string; kind: string; containerId: string }) {
      kindOf(place.kind);
      await workspaces.open(actor, place.projectId, 'view');
      return { content: await commentsStore.countOf(db, place, { userId: actor.userId, most: maxCounted }) };
    },
    async recordReading(actor: Actor, commentId: string): Promise<void> {
      const { kind, subjectId, projectId, createdAt } = await openComment(actor, commentId);
      await commentsStore.recordReading(db, {
        userId: actor.userId,
        kind,
        subjectId,
        projectId,
        readUpTo: createdAt,
      });
    },
    async mentionable(actor: Actor, { projectId, searchTerm }: { projectId: string; searchTerm?: string | undefined }) {
      await workspaces.open(actor, projectId, 'view');
      const place = { organizationId: actor.organizationId, projectId };
      return { content: await people.list(place, { ...(searchTerm && { searchTerms: [searchTerm] }), most: 20 }) };
    },
  };
}
/** ReadComments shows comments. */
export type ReadComments = ReturnType<typeof createReadComments>;
