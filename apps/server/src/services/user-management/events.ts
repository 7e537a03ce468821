import { defineEvent } from '../../platform/events.ts';

/** userActivated is published once the email address of an account is verified and the account lets its owner in. */
export const userActivated = defineEvent<{ userId: string }>('user.activated');

/**
 * organizationSwitched is published in the transaction that deactivates or activates an organization. Handlers apply the
 * current state: events may arrive twice, and late.
 */
export const organizationSwitched = defineEvent<{ organizationId: string }>('organization.switched');
