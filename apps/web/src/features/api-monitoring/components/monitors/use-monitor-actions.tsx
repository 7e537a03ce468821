import type { Collection, MonitorSummary } from '@touchstone/contracts/api-monitoring';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useMonitorMutations } from '../../api/monitors.mutations.ts';
import type { MonitorActions } from './monitor-columns.tsx';
import { MoveDialog } from './move-dialog.tsx';

const MonitorEditor = lazy(async () => ({ default: (await import('../editor/saved-editor.tsx')).SavedEditor }));

/** Concurrent calls when several monitored APIs are changed. */
const together = 6;

/** Runs `work` for each item, a few at a time; tries all of them, then throws the first error. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const failures: unknown[] = [];
  const take = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(together, items.length) }, take));
  if (failures.length > 0) throw failures[0];
}

const nameOf = (monitors: readonly MonitorSummary[]): string =>
  monitors.length === 1 ? (monitors[0]?.name ?? '') : `${formatCount(monitors.length)} monitored APIs`;

interface Options {
  collections: readonly Collection[];
  /** The selected items were deleted or moved. */
  onDone: () => void;
}

/** useMonitorActions provides the actions on the monitored APIs of a list, and the dialog that is open for one. */
export function useMonitorActions({ collections, onDone }: Options): { actions: MonitorActions; dialog: ReactNode } {
  const { setStarted, checkNow, update, remove } = useMonitorMutations();
  const [edited, setEdited] = useState<string | null>(null);
  const [moved, setMoved] = useState<readonly MonitorSummary[] | null>(null);
  const actions: MonitorActions = {
    onEdit: setEdited,
    onMove: setMoved,
    onStarted(monitors, isStarted) {
      const changed = monitors.filter(({ state }) => (state === 'STARTED') !== isStarted);
      void forEach(changed, ({ monitorId }) => setStarted.mutateAsync({ monitorId, isStarted })).catch(toastError);
    },
    onCheck({ monitorId, name }) {
      checkNow.mutate(monitorId, {
        onSuccess: () => toast('success', `${name} is being checked.`),
        onError: toastError,
      });
    },
    onDelete: (monitors) =>
      confirmAction({
        title: `Delete ${nameOf(monitors)}?`,
        message: "This also deletes results and incidents. You can't undo this.",
        confirm: monitors.length === 1 ? 'Delete monitored API' : 'Delete monitored APIs',
        onConfirm: async () => {
          await forEach(monitors, ({ monitorId }) => remove.mutateAsync(monitorId));
          onDone();
        },
      }),
  };
  return {
    actions,
    dialog: (
      <>
        {edited ? (
          <Suspense>
            <MonitorEditor monitorId={edited} onClose={() => setEdited(null)} />
          </Suspense>
        ) : null}
        {moved ? (
          <MoveDialog
            name={nameOf(moved)}
            collections={collections}
            from={moved.length === 1 ? moved[0]?.collectionId : undefined}
            onMove={async (collectionId) => {
              await forEach(moved, ({ monitorId }) => update.mutateAsync({ monitorId, collectionId }));
              onDone();
            }}
            onClose={() => setMoved(null)}
          />
        ) : null}
      </>
    ),
  };
}
