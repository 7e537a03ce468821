import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { type ReactNode, useState } from 'react';
import { toastError } from '../shared/toasts.ts';
import { cssVariables, theme } from '../ui/theme.ts';

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // A failed refresh behind shown data would go unseen; a failed first load is shown in place.
      onError: (error, query) => {
        if (query.state.data !== undefined && !(error instanceof ApiError && error.status === 401)) toastError(error);
      },
    }),
    defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: true } },
  });
}

/** Providers give every screen the theme, the query cache, dialogs and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <ModalsProvider modalProps={{ size: 440 }}>{children}</ModalsProvider>
        <Notifications position="bottom-right" limit={4} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
