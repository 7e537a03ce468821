import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { toastError } from './toasts.ts';

/** How long a toast offers to undo. */
const shownMs = 12_000;

/** undoToast reports an action with a button to undo it; stays for 12 seconds, or while hovered. */
export function undoToast(message: string, undo: () => Promise<unknown>): void {
  let isUndone = false;
  const id = `undo ${message} ${Math.random()}`;
  notifications.show({
    id,
    message: (
      <span className="row" style={{ justifyContent: 'space-between' }}>
        <span className="ellipsis">{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            // The toast takes a moment to disappear.
            if (isUndone) return;
            isUndone = true;
            notifications.hide(id);
            undo().catch(toastError);
          }}
        >
          Undo
        </Button>
      </span>
    ),
    color: 'var(--accent)',
    autoClose: shownMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close this message' },
    role: 'status',
  });
}
