import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { Choice, ChoiceSource } from '../../shared/choices.ts';
import { shownErrors } from '../../shared/shown-errors.ts';

/** Number of choices loaded at a time. */
export const choicePageSize = 10;
const choicesAhead = 7;

/** needsMoreChoices returns whether the list has been scrolled far enough to load the next page. */
export const needsMoreChoices = (lastShown: number, loaded: number): boolean => lastShown >= loaded - choicesAhead;

const matches = ({ label }: Choice, typed: string): boolean => label.toLowerCase().includes(typed.toLowerCase());

/**
 * useRemoteChoices loads the choices whose name contains the query, page by page. The caller shows the error at the
 * field.
 */
export function useRemoteChoices({ queryKey, load }: ChoiceSource, typed: string) {
  const wanted = typed.trim();
  const [searchTerm] = useDebouncedValue(wanted, 200);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'choices', searchTerm],
    queryFn: ({ pageParam, signal }) => load({ searchTerm, page: pageParam, size: choicePageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * choicePageSize < last.total ? all.length : undefined),
    placeholderData: keepPreviousData,
  });
  useLayoutEffect(() => shownErrors.add(pages.error), [pages.error]);
  const read = pages.data?.pages.flatMap((page) => page.choices) ?? [];
  const isAnswered = searchTerm === wanted && !pages.isPlaceholderData;
  return {
    // Until the server has responded, keys select among the matches already loaded.
    choices: isAnswered ? read : read.filter((choice) => matches(choice, wanted)),
    isSearching: !isAnswered || pages.isFetching,
    error: pages.isFetching ? null : pages.error,
    retry: () => void pages.refetch(),
    /** Whether the list has no entries at all, whatever is typed. */
    isEmpty: searchTerm === '' && pages.isSuccess && !pages.isPlaceholderData && pages.data.pages[0]?.total === 0,
    loadMore: () => {
      if (isAnswered && pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
  };
}
