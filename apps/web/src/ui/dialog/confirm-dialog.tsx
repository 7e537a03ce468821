import { lazy, Suspense, useSyncExternalStore } from 'react';

export interface ConfirmOptions {
  title: string;
  message: string;
  /** Verb and noun of the button, such as "Delete 3 suites". */
  confirm: string;
  /** The user must type this to confirm. */
  typeToConfirm?: string;
  onConfirm: () => Promise<unknown> | unknown;
}

let asked: ConfirmOptions | null = null;
const listeners = new Set<() => void>();
const ask = (options: ConfirmOptions | null) => {
  asked = options;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** confirmAction asks before something that can't be undone; the dialog names the item and the count. */
export const confirmAction = (options: ConfirmOptions): void => ask(options);

const Dialog = lazy(async () => ({ default: (await import('./confirm-dialog-body.tsx')).ConfirmDialogBody }));

/** ConfirmHost shows the dialog that `confirmAction` requests; rendered once at the root of the page. */
export function ConfirmHost() {
  const options = useSyncExternalStore(subscribe, () => asked);
  if (!options) return null;
  return (
    <Suspense>
      <Dialog options={options} onClose={() => ask(null)} />
    </Suspense>
  );
}
