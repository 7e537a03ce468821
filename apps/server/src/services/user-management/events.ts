import { defineEvent } from '../../platform/events.ts';

/** userActivated is published once the email address of an account is verified and the account lets its owner in. */
export const userActivated = defineEvent<{ userId: string }>('user.activated');
