import { defineErrors } from '@touchstone/kernel';

export const flowErrors = defineErrors('FLOWS', {
  notFound: [404, 'No such workflow. It may have been deleted.'],
  runNotFound: [404, 'No such run of a workflow. It may have been deleted.'],
  countFailed: [404, 'Unable to fetch node count.'],
  nameTaken: [409, 'A workflow named "{name}" exists here already. Choose another name.'],
  invalidDocument: [400, 'The document is not a valid workflow. See details.'],
  savedMeanwhile: [409, '{who} saved this workflow after you opened it. Review the changes, then save again.'],
  hasFaults: [422, 'The workflow has {count} design faults. Correct them, then run it again. See details.'],
  referenceMissing: [404, 'What the node refers to was deleted, or you have no access to it.'],
  scriptsMissing: [404, '{count} of the scripts do not exist in this workspace.'],
  noSuchKind: [404, 'Unknown kind of node: "{kind}".'],
  noWebhook: [404, 'No workflow waits for this address.'],
  webhookTooLarge: [413, 'The body is larger than {limit}. Send less.'],
  notWaiting: [409, 'This node is not waiting for an approval.'],
  notApprover: [403, 'Only the approvers of this node can approve or reject it.'],
  configurationNotFound: [404, 'No such run configuration. It may have been deleted.'],
  configurationTaken: [
    409,
    'A run configuration named "{name}" exists already in this workspace. Choose another name.',
  ],
  tooManyConfigurations: [422, 'A workspace can have {most} run configurations. Delete one that is no longer needed.'],
  otherWorkflow: [422, 'Only runs of the same workflow can be compared.'],
  goesOn: [409, 'The run has not ended. Wait for its end or stop it, then run it again.'],
  notReached: [409, 'The run did not reach this block, so it cannot be run again from there.'],
  noEarlierRun: [404, 'No earlier run of this workflow has passed.'],
  tooDeep: [422, 'Workflows are nested more than {depth} levels deep. Check whether one runs itself.'],
});
