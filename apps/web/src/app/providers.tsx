import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toastError } from '../shared/toasts.ts';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { cssVariables, theme } from '../ui/theme.ts';

const ToastHost = lazy(() => import('./toast-host.tsx'));

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
        {children}
        <ConfirmHost />
        <Suspense>
          <ToastHost />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
