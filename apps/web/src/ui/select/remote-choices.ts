import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { ChoiceSource } from '../../shared/choices.ts';
import { shownErrors } from '../../shared/shown-errors.ts';

/** Choices that are loaded at a time. */
export const choicePageSize = 10;
const choicesAhead = 7;

/** needsMoreChoices tells whether the list has been read so far that the next page is due. */
export const needsMoreChoices = (lastShown: number, loaded: number): boolean => lastShown >= loaded - choicesAhead;

/** useRemoteChoices reads the choices whose name holds what was typed, a page at a time. Its caller shows the error at the field. */
export function useRemoteChoices({ queryKey, load }: ChoiceSource, typed: string) {
  const [searchTerm] = useDebouncedValue(typed.trim(), 200);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'choices', searchTerm],
    queryFn: ({ pageParam, signal }) => load({ searchTerm, page: pageParam, size: choicePageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * choicePageSize < last.total ? all.length : undefined),
    placeholderData: keepPreviousData,
  });
  useLayoutEffect(() => shownErrors.add(pages.error), [pages.error]);
  return {
    choices: pages.data?.pages.flatMap((page) => page.choices) ?? [],
    isSearching: pages.isFetching,
    error: pages.isFetching ? null : pages.error,
    retry: () => void pages.refetch(),
    /** Nothing can be chosen, whatever is typed. */
    isEmpty: searchTerm === '' && pages.isSuccess && !pages.isPlaceholderData && pages.data.pages[0]?.total === 0,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
  };
}
