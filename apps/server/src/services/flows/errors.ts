import { defineErrors } from '@touchstone/kernel';

export const flowErrors = defineErrors('FLOWS', {
  notFound: [404, 'No such workflow. It may have been deleted.'],
  runNotFound: [404, 'No such run of a workflow. It may have been deleted.'],
  countFailed: [404, 'Unable to fetch node count.'],
  nameTaken: [409, 'A workflow named "{name}" exists already in this workspace. Choose another name.'],
  invalidDocument: [400, 'This is no workflow. See details.'],
  savedMeanwhile: [409, '{who} saved this workflow meanwhile. Look at what changed, then save again.'],
  hasFaults: [422, 'The workflow has {count} design faults. Correct them, then run it again. See details.'],
  scriptsMissing: [404, '{count} of the scripts do not exist in this workspace.'],
  noSuchKind: [404, 'There are no nodes of kind "{kind}".'],
  notWaiting: [409, 'The node does not wait for an approval.'],
  notApprover: [403, 'Only those whom the node asks can approve or reject it.'],
  tooDeep: [422, 'Workflows run each other {depth} levels deep. Does one run itself?'],
});
