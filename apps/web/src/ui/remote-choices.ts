import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ChoiceSource } from '../shared/choices.ts';

/** Choices that are loaded at a time. */
export const choicePageSize = 10;
const choicesAhead = 7;

/** needsMoreChoices tells whether the list has been read so far that the next page is due. */
export const needsMoreChoices = (lastShown: number, loaded: number): boolean => lastShown >= loaded - choicesAhead;

/** useRemoteChoices reads the choices whose name holds what was typed, a page at a time. */
export function useRemoteChoices({ queryKey, load }: ChoiceSource, typed: string) {
  const [searchTerm] = useDebouncedValue(typed.trim(), 200);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'choices', searchTerm],
    queryFn: ({ pageParam, signal }) => load({ searchTerm, page: pageParam, size: choicePageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * choicePageSize < last.total ? all.length : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    choices: pages.data?.pages.flatMap((page) => page.choices) ?? [],
    isPending: pages.isPending,
    error: pages.error,
    /** Nothing can be chosen, whatever is typed. */
    isEmpty: searchTerm === '' && pages.isSuccess && !pages.isPlaceholderData && pages.data.pages[0]?.total === 0,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
  };
}
