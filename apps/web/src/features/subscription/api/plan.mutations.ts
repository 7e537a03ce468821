import { useMutation, useQueryClient } from '@tanstack/react-query';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { planQuery } from '../../../shared/access/access.queries.ts';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';

/**
 * useDismissPopup reports to the server that the popup about the expired plan was seen; `continueFree` starts the free
 * edition.
 */
export function useDismissPopup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: { continueFree?: 'true'; confirmFewerSeats?: 'true' }) =>
      api.call(subscriptionRoutes.updatePopupStatus, { query: choice }),
    // A user who continues with the free edition is first asked about the reduction of licences.
    onError: (error, { continueFree }) => continueFree ?? toastError(error),
    onSuccess: (plan, { continueFree }) => {
      client.setQueryData(planQuery.queryKey, plan);
      // Plan and licences are valid again, so all earlier data may be stale.
      if (continueFree) void client.invalidateQueries();
    },
  });
}
