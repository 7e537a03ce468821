import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CommentCount, commentRoutes } from '@touchstone/contracts/comments';
import { useMemo } from 'react';
import { api } from '../../../shared/api.ts';

/** What comments are about, and what it lies in. */
export interface CommentedSubject {
  kind: string;
  subjectId: string;
  projectId: string;
  containerId: string;
}

const commentKeys = { all: ['comments'] as const };

/** Threads that are shown at once; more are asked for. */
export const threadsPerPage = 50;

/** The threads on a subject, the first `pages` of them. */
export const threadsQuery = ({ kind, subjectId }: Pick<CommentedSubject, 'kind' | 'subjectId'>, size: number) =>
  queryOptions({
    queryKey: [...commentKeys.all, 'threads', kind, subjectId, size],
    queryFn: ({ signal }) => api.call(commentRoutes.listThreads, { query: { kind, subjectId, size } }, { signal }),
    placeholderData: (before) => before,
  });

const countsQuery = ({ kind, projectId, containerId }: Omit<CommentedSubject, 'subjectId'>) =>
  queryOptions({
    queryKey: [...commentKeys.all, 'counts', kind, containerId],
    queryFn: ({ signal }) =>
      api.call(commentRoutes.countComments, { query: { kind, projectId, containerId } }, { signal }),
    // Comments are an addition: a page does without their numbers where they cannot be read.
    retry: false,
  });

/** People who can be mentioned in a workspace. */
export const mentionableQuery = (projectId: string, searchTerm: string) =>
  queryOptions({
    queryKey: [...commentKeys.all, 'people', projectId, searchTerm],
    queryFn: ({ signal }) =>
      api.call(
        commentRoutes.listMentionablePeople,
        { query: { projectId, ...(searchTerm && { searchTerm }) } },
        { signal },
      ),
    placeholderData: (before) => before,
  });

export { commentKeys };

const none: ReadonlyMap<string, CommentCount> = new Map();

/** useCommentCounts gives the numbers of comments on everything in a container, by subject; empty until they are known. */
export function useCommentCounts(
  kind: string,
  projectId: string | undefined,
  containerId: string | undefined,
): ReadonlyMap<string, CommentCount> {
  const { data } = useQuery({
    ...countsQuery({ kind, projectId: projectId ?? '', containerId: containerId ?? '' }),
    enabled: projectId !== undefined && containerId !== undefined,
  });
  return useMemo(() => (data ? new Map(data.content.map((one) => [one.subjectId, one])) : none), [data]);
}
