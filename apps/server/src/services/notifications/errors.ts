import { defineErrors } from '@touchstone/kernel';

export const notificationErrors = defineErrors('NOTIFICATIONS', {
  notificationNotFound: [404, 'No such notification. It may have been deleted.'],
  broadcastNotFound: [404, 'This broadcast does not exist, or has ended already.'],
  broadcastEndsInPast: [422, 'A broadcast must end in the future.'],
});
