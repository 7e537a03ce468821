import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ConfirmHost } from '../ui/dialog/confirm-dialog.tsx';
import { cssVariables, theme } from '../ui/theme.ts';
import { createQueryClient } from './query-client.tsx';

const ToastHost = lazy(() => import('./toast-host.tsx'));

/** Providers provides the theme, the query cache, dialogs and toasts to every screen. */
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
