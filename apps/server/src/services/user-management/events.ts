import { defineEvent } from '../../platform/events.ts';

/** userActivated is published when the e-mail address of an account was proved and the account lets its owner in. */
export const userActivated = defineEvent<{ userId: string }>('user.activated');
