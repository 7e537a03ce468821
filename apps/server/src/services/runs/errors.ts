import { defineErrors } from '@touchstone/kernel';

export const runErrors = defineErrors('RUNS', {
  notFound: [404, 'No such run. It may have been deleted.'],
  stepNotFound: [404, 'No such step in this run.'],
  attachmentNotFound: [404, 'This run has no such file.'],
  notStartable: [404, 'No kind of run named {kind} can be started.'],
  noEarlierRun: [404, 'No earlier run of the same tests passed. Choose another run to compare with.'],
  otherKind: [400, 'These runs are of different kinds. Choose two of the same kind.'],
  childNotRetryable: [409, 'This run is a part of another one. Run that one again.'],
  notFinished: [409, 'Report is not ready yet. Please wait until the execution is complete'],
  alreadyFinished: [409, 'The run has ended already.'],
  notRetryable: [409, 'Runs of this kind cannot be run again. Start a new one.'],
  nothingToRetry: [409, 'Every step of this run passed; there is nothing to run again.'],
});
