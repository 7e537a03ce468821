import { lazy, type ReactNode, Suspense, useState } from 'react';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

/** useShareReport opens the dialog of public links; render `dialog` beside the button that opens it. */
export function useShareReport(runId: string, name: string): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen ? (
      <Suspense>
        <ShareDialog runId={runId} name={name} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
