import { defineErrors } from '@touchstone/kernel';

export const subscriptionErrors = defineErrors('SUBSCRIPTION', {
  licenceNotFound: [404, 'This licence does not exist in your organization.'],
  licenceTaken: [409, 'This licence is already assigned. Unassign it first, or choose a free one.'],
  licenceEnded: [409, 'This licence has expired. Renew it first.'],
  alreadyLicensed: [409, 'This user already has a licence for this service.'],
  seatsHeld: [
    409,
    '{assigned} licences of {service} are assigned, but the plan includes only {after}. Unassign {surplus} first.',
  ],
  fewerSeats: [
    409,
    'The organization would have {after} licences of {service} instead of {before}. Confirm this to go on.',
  ],
  userNotFound: [404, 'This user does not exist in your organization.'],
  teamNotFound: [404, 'This team does not exist in your organization.'],
  serviceNotFound: [404, 'No such service.'],
  adminOnly: [403, 'Only an administrator chooses how the organization goes on. Ask yours.'],
  notExpired: [409, 'The plan has not expired; there is nothing to choose.'],
  browserNotOffered: [422, 'No connected runner offers this browser on this operating system. Connect one first.'],
  invoiceNotFound: [404, 'This invoice does not exist in your organization.'],
  invoiceClosed: [409, 'This invoice is no longer open.'],
  billingMissing: [422, 'Enter the billing information of your organization first.'],
  billingNotFound: [404, 'This billing information does not exist.'],
  limitNotFound: [404, 'No limit has this name. Add it first.'],
  organizationNotFound: [404, 'This organization does not exist.'],
  noLicence: [403, 'It seems you have not been assigned any service license. Please contact your admin.'],
  licenceExpired: [
    403,
    'Your license of {service} has expired. Your data is safe: ask your administrator to renew it.',
  ],
});
