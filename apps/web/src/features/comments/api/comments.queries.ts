import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CommentCount, commentRoutes } from '@touchstone/contracts/comments';
import { useMemo } from 'react';
import { api } from '../../../shared/api.ts';

/** The subject of comments, and its container. */
export interface CommentedSubject {
  kind: string;
  subjectId: string;
  projectId: string;
  containerId: string;
}

const commentKeys = { all: ['comments'] as const };

/** Number of threads loaded at a time. */
export const threadsPerPage = 50;

/** The first threads on a subject. */
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
    // Comments are optional: a page works without their counts if they can't be loaded.
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

/** useCommentCounts returns comment counts of everything in a container, by subject; empty while loading. */
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
