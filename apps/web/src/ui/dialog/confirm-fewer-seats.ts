import { ApiError } from '@touchstone/contracts';
import { confirmAction } from './confirm-dialog.tsx';

/**
 * withFewerSeatsConfirmed changes a plan. Where that leaves fewer licences than before, it asks with the numbers that the server names,
 * and changes the plan once they are confirmed. Resolves when the change is made or the question stands.
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
