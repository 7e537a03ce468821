import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { orchestrationScheduleRoutes } from '@touchstone/contracts/scheduler';
import { api } from '../../../shared/api.ts';
import { nextAsk, schedulerKeys } from '../../scheduler/index.ts';

/** A page of the workflow schedules of all projects; refetched when the next one is due. */
export const schedulesQuery = (query: CallInput<typeof orchestrationScheduleRoutes.listSchedules>['query']) =>
  queryOptions({
    queryKey: [...schedulerKeys.all, 'jobs', 'orchestration', query],
    queryFn: ({ signal }) => api.call(orchestrationScheduleRoutes.listSchedules, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => nextAsk(state.data?.content, Date.now()),
  });
