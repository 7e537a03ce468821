import { notifications } from '@mantine/notifications';
import { ApiError } from '@touchstone/contracts';

type Kind = 'success' | 'info' | 'warning' | 'error';
const colors: Record<Kind, string> = {
  success: 'var(--pass)',
  info: 'var(--accent)',
  warning: 'var(--warn)',
  error: 'var(--fail)',
};

/** toast shows a message at the bottom right: 3 s plain, 5 s with a title. */
export function toast(kind: Kind, message: string, title?: string): void {
  notifications.show({
    message,
    ...(title ? { title } : {}),
    color: colors[kind],
    autoClose: title ? 5000 : 3000,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Close this message' },
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** messageOf is the sentence of an error that a user may read. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.details[0]?.message ?? error.message;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

export const toastError = (error: unknown): void => toast('error', messageOf(error));
