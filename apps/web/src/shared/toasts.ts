import { notifications } from '@mantine/notifications';
import { ApiError } from '@touchstone/contracts';

type Kind = 'success' | 'info' | 'warning' | 'error';
const colors: Record<Kind, string> = {
  success: 'var(--pass)',
  info: 'var(--accent)',
  warning: 'var(--warn)',
  error: 'var(--fail)',
};

/** toast shows a toast at the bottom right: for 3 s without a title, 5 s with one. */
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

/** messageOf returns the user-facing message of an error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.details[0]?.message ?? error.message;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

export const toastError = (error: unknown): void => toast('error', messageOf(error));
