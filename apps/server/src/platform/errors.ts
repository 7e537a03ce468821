import { defineErrors } from '@touchstone/kernel';

/** Errors that any call may return. */
export const platformErrors = defineErrors('PLATFORM', {
  invalidInput: [400, 'The request has values that cannot be used. See details for each place.'],
  invalidJson: [400, 'The body is not valid JSON. Correct it and send it again.'],
  unstorableText: [400, 'The request has a character that cannot be stored (NUL, or half of a pair). Remove it.'],
  unauthenticated: [401, 'Sign in first: the request has no valid access token.'],
  forbidden: [403, 'Your role does not allow this. Ask an administrator of your organization.'],
  noAccess: [403, 'You do not have access to this application.'],
  planExpired: [
    403,
    'The plan of your organization has expired. Your data is safe: renew the plan under My Account, or ask your administrator to.',
  ],
  selectOrganization: [403, 'This organization does not exist. Choose another one on the organization dashboard.'],
  otherOrganization: [403, 'The Organization-Id header names an organization that you do not belong to.'],
  calledByEngine: [
    403,
    'Tests can call only the sample API of the product that runs them. Send the request to another address.',
  ],
  otherTeam: [403, 'The Team-Id header names a team that you do not belong to.'],
  notFound: [404, 'Page not found.'],
  tooLarge: [413, 'The body is too large. The limit is {limitMb} MB.'],
  unsupportedMediaType: [415, 'This content type is not accepted here. Use application/json.'],
  tooManyRequests: [429, 'Too many requests. Wait {seconds} seconds and try again.'],
  internal: [
    500,
    'Something went wrong on our side. Try again; if it happens again, give the request id to your administrator.',
  ],
  invalidAnswer: [500, "The server's response breaks its own contract. Give the request id to your administrator."],
  overloaded: [503, 'The server is overloaded or stopping. Try again in a few seconds.'],
  processAway: [
    503,
    'The process at {address} has what this call is for, and could not be asked. Try again in a moment.',
  ],
  databaseUnavailable: [
    503,
    'The database {reason}. Saved work is kept. Touchstone reconnects automatically: try again in {seconds} seconds.',
  ],
  storageFull: [
    507,
    'No space is left in {place}, so nothing was stored. Ask your administrator to free some, then try again.',
  ],
  fileNotFound: [404, 'Test file URL is not available.'],
  secretUnreadable: [
    500,
    'A stored secret cannot be read with the current key. Restore the key file or enter the secret again.',
  ],
});
