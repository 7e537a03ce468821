import { ApiError } from '@touchstone/contracts';
import { notifications } from '@mantine/notifications';

type Kind = 'success' | 'info' | 'warning' | 'error';
const colors: Record<Kind, string> = { success: 'teal', info: 'indigo', warning: 'yellow', error: 'red' };

/** toast shows a message at the bottom right: 3 s plain, 5 s with a title. */
export function toast(kind: Kind, message: string, title?: string): void {
  notifications.show({
    message,
    ...(title ? { title } : {}),
    color: colors[kind],
    autoClose: title ? 5000 : 3000,
    withCloseButton: true,
    role: kind === 'error' ? 'alert' : 'status',
  });
}

/** messageOf is the sentence of an error that a user may read. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.details[0]?.message ?? error.message;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

export const toastError = (error: unknown): void => toast('error', messageOf(error));
