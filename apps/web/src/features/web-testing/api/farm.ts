import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';
import { closeRecording } from './live.ts';

/** Runners with their browsers, and what is open in them. Polled while shown, since places are taken and released. */
export const farmQuery = queryOptions({
  queryKey: webKeys.farm,
  queryFn: ({ signal }) => api.call(routes.getBrowserFarm, {}, { signal }),
  refetchInterval: 3000,
});

/** useFarmMutations stops runs and closes other users' browsers. */
export function useFarmMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: webKeys.farm });
  return {
    stop: useMutation({
      mutationFn: (runId: string) => api.call(routes.stopExecution, { query: { runId } }),
      onSettled,
    }),
    close: useMutation({ mutationFn: closeRecording, onSettled }),
  };
}
