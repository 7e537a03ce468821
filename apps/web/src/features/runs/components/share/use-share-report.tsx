import { Menu } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const dialogs = {
  mail: lazy(async () => ({ default: (await import('./mail-report-dialog.tsx')).MailReportDialog })),
  link: lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog })),
};

/**
 * useShareReport returns the menu items that mail a report and open its public links; render `dialog` next to the menu.
 */
export function useShareReport(runId: string, name: string): { items: ReactNode; dialog: ReactNode } {
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const Dialog = open && dialogs[open];
  return {
    items: (
      <>
        <Menu.Divider />
        <Menu.Item onClick={() => setOpen('mail')}>Mail report…</Menu.Item>
        <Menu.Item onClick={() => setOpen('link')}>Public link…</Menu.Item>
      </>
    ),
    dialog: Dialog ? (
      <Suspense>
        <Dialog runId={runId} name={name} onClose={() => setOpen(undefined)} />
      </Suspense>
    ) : null,
  };
}
