import { defineErrors } from '@touchstone/kernel';

export const reportLinkErrors = defineErrors('REPORT_LINKS', {
  forbidden: [403, "Your organization doesn't allow public links to reports. Ask an administrator to allow them."],
  notFinished: [409, 'This run is still in progress. Share its report when it has finished.'],
  tooMany: [422, 'A report can have {most} public links. Revoke one you no longer need.'],
  notFound: [404, 'This link does not exist. It may have expired or been revoked.'],
});
