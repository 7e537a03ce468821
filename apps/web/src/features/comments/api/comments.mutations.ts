import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { commentRoutes as calls } from '@touchstone/contracts/comments';
import { api } from '../../../shared/api.ts';
import { type CommentedSubject, commentKeys } from './comments.queries.ts';

/** useCommentMutations writes comments on a subject; each mutation refetches them. */
export function useCommentMutations({ kind, subjectId }: Pick<CommentedSubject, 'kind' | 'subjectId'>) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: commentKeys.all });
  return {
    create: useMutation({
      mutationFn: (body: { text: string; threadId?: string }) =>
        api.call(calls.createComment, { body: { kind, subjectId, ...body } }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: { commentId: string; text: string }) => api.call(calls.updateComment, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (commentId: string) => api.call(calls.deleteComment, { query: { commentId } }),
      onSuccess,
    }),
    resolve: useMutation({
      mutationFn: (body: { threadId: string; isResolved: boolean }) => api.call(calls.resolveThread, { body }),
      onSuccess,
    }),
  };
}

/** recordReading reports to the server how far the user has read; only refetches the counts. */
export async function recordReading(client: QueryClient, commentId: string): Promise<void> {
  await api.call(calls.readComments, { body: { commentId } });
  await client.invalidateQueries({ queryKey: [...commentKeys.all, 'counts'] });
}
