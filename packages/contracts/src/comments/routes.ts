import { z } from 'zod';
import { canRead, canWrite, workspaceRoute } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, searchTerm } from '../shared.ts';
import {
  commentCountSchema,
  commentSchema,
  commentTextSchema,
  mentionablePersonSchema,
  relatedCommentsSchema,
  subjectSchema,
  threadSchema,
} from './comment.ts';

const service = 'comments';

/** Comments on scripts, steps of runs, and other subjects declared by services. */
export const commentRoutes = {
  listThreads: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/comments',
    summary: 'Threads on a subject with their comments: open ones first, then the newest',
    access: canRead,
    query: z.strictObject({ ...subjectSchema, ...pageQuery }),
    response: pageOf(threadSchema).extend({
      projectId: idSchema,
      related: z.array(relatedCommentsSchema).describe('Comments on what came from the subject, newest 20 first'),
      relatedComments: z.number().int().describe('How many these are in all'),
    }),
  }),
  createComment: workspaceRoute({
    service,
    method: 'POST',
    path: '/api/comments',
    summary: 'Comment on a subject, or reply in a thread; a reply reopens a resolved thread',
    access: canWrite,
    body: z.strictObject({ ...subjectSchema, text: commentTextSchema, threadId: idSchema.optional() }),
    status: 201,
    response: commentSchema,
  }),
  updateComment: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/comments',
    summary: 'Change the text of your own comment',
    access: canWrite,
    body: z.strictObject({ commentId: idSchema, text: commentTextSchema }),
    response: commentSchema,
  }),
  deleteComment: workspaceRoute({
    service,
    method: 'DELETE',
    path: '/api/comments',
    summary: 'Delete your own comment',
    access: canWrite,
    query: z.strictObject({ commentId: idSchema }),
    response: okSchema,
  }),
  resolveThread: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/comment-threads',
    summary: 'Resolve a thread, or reopen it',
    access: canWrite,
    body: z.strictObject({ threadId: idSchema, isResolved: z.boolean() }),
    response: okSchema,
  }),
  readComments: workspaceRoute({
    service,
    method: 'PUT',
    path: '/api/read-comments',
    summary: 'Record that you have read the comments on a subject up to one of them',
    access: canRead,
    body: z.strictObject({ commentId: idSchema }),
    response: okSchema,
  }),
  countComments: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/comment-counts',
    summary:
      'Comments, open threads and unread comments for each subject in a container, such as the steps of a run; at most 1000',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, kind: subjectSchema.kind, containerId: idSchema }),
    response: z.object({ content: z.array(commentCountSchema) }),
  }),
  listMentionablePeople: workspaceRoute({
    service,
    method: 'GET',
    path: '/api/mentionable-people',
    summary: 'People who can open a workspace, by name, at most 20',
    access: canRead,
    query: z.strictObject({ projectId: idSchema, searchTerm }),
    response: z.object({ content: z.array(mentionablePersonSchema) }),
  }),
};
