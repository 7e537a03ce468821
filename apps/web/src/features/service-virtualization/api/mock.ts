import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { mockRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { saveResponse } from '../../../shared/download.ts';
import { mockKeys } from './keys.ts';

/** The mock of a project: addresses, switch, settings, counts. */
export const mockQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.mock, id],
    queryFn: ({ signal }) => api.call(routes.getMock, { params: { id } }, { signal }),
  });

/** useMockMutations switches, configures, keys and resets the mock of a project. */
export function useMockMutations(id: string) {
  const client = useQueryClient();
  const refresh = (...keys: (readonly string[])[]) =>
    Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  const onSuccess = () => refresh(mockKeys.mock, mockKeys.projects);
  return {
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateMock>['body']) =>
        api.call(routes.updateMock, { params: { id }, body }),
      onSuccess,
    }),
    toggle: useMutation({
      mutationFn: (isEnabled: boolean) => api.call(routes.toggleMock, { params: { id }, body: { isEnabled } }),
      onSuccess,
    }),
    switchPort: useMutation({
      mutationFn: (isOn: boolean) => api.call(routes.switchMockPort, { params: { id }, body: { isOn } }),
      onSuccess: () => refresh(mockKeys.mock, mockKeys.projects, ['api-testing']),
    }),
    renewKey: useMutation({
      mutationFn: () => api.call(routes.renewMockKey, { params: { id }, body: {} }),
      onSuccess,
    }),
    reset: useMutation({
      mutationFn: (body: CallInput<typeof routes.resetMock>['body']) =>
        api.call(routes.resetMock, { params: { id }, body }),
      onSuccess: () => refresh(mockKeys.mock, mockKeys.state, mockKeys.journal),
    }),
  };
}

/** saveAuthority saves the CA certificate for the mocks' TLS ports. */
export async function saveAuthority(): Promise<void> {
  await saveResponse(await api.raw(routes.readMockAuthority, {}), 'touchstone-mock-ca.pem');
}
