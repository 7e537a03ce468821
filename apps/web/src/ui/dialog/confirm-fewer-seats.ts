import { ApiError } from '@touchstone/contracts';
import { confirmAction } from './confirm-dialog.tsx';

/**
 * withFewerSeatsConfirmed changes a plan. If that leaves fewer licences than before, asks with the server's numbers,
 * and changes the plan once confirmed. Resolves when the change is made or the question is shown.
 */
export async function withFewerSeatsConfirmed(
  change: (confirmed: { confirmFewerSeats?: 'true' }) => Promise<unknown>,
  onDone: () => void = () => undefined,
): Promise<void> {
  try {
    await change({});
    onDone();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'SUBSCRIPTION_FEWER_SEATS')) throw error;
    confirmAction({
      title: 'Reduce the licences?',
      message: error.message,
      confirm: 'Reduce licences',
      onConfirm: async () => {
        await change({ confirmFewerSeats: 'true' });
        onDone();
      },
    });
  }
}
