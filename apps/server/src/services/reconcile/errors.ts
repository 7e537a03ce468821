import { defineErrors } from '@touchstone/kernel';

export const reconcileErrors = defineErrors('RECONCILE', {
  notFound: [404, 'No such reconciliation. It may have been deleted.'],
  resultNotFound: [404, 'This run has no result yet. Wait until it ends, or run the reconciliation again.'],
  proOnly: [403, 'Reconciliation is a Pro feature.'],
  nameTaken: [409, 'A reconciliation with this name exists in this workspace already. Choose another name.'],
  tooMany: [422, 'A workspace can have {most} reconciliations. Delete one you no longer need.'],
  otherProject: [400, 'The request belongs to another workspace. Choose one of this workspace.'],
  requestDeleted: [409, 'The request of this reconciliation was deleted. Choose another one.'],
  databaseDeleted: [409, 'The database configuration was deleted. Choose another one.'],
  failed: [422, '{reason}'],
});
