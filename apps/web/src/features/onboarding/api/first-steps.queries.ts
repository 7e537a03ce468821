import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { toastError } from '../../../shared/toasts.ts';

/** Key under which the server stores, for each user, that the first steps were dismissed. */
const service = 'first-steps';
const dismissed = { widgetId: 'dismissed', hidden: true, width: 'half' } as const;
const queryKey = ['onboarding', 'first-steps'];

/** What the user has dismissed, and the server's state of the steps. */
export const firstStepsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const [{ widgets }, { hasImported, hasSent }, runs, users] = await Promise.all([
      api.call(calls.getWidgetsOfService, { query: { service } }, { signal }),
      api.call(apiTestingRoutes.getFirstSteps, {}, { signal }),
      api.call(calls.listRecentTests, { query: { size: 1 } }, { signal }),
      api.call(calls.countUsers, {}, { signal }),
    ]);
    return {
      isDismissed: widgets.length > 0,
      hasImported,
      hasSent,
      hasRun: runs.length > 0,
      hasColleagues: users.total > 1,
    };
  },
});

/** useDismiss hides the first steps permanently. */
export function useDismiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(calls.saveWidgets, { body: { service, teamUuid: null, widgets: [dismissed] } }),
    onMutate: () => client.setQueryData(firstStepsQuery.queryKey, (known) => known && { ...known, isDismissed: true }),
    onError: (error) => {
      toastError(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}
