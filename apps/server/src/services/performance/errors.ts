import { defineErrors } from '@touchstone/kernel';

export const performanceErrors = defineErrors('PERFORMANCE', {
  configurationMissing: [400, 'Describe the load of the run in "performance".'],
  invalidPlan: [400, 'This load cannot run. See details.'],
  tooLong: [403, 'Runs of your plan last at most {minutes} minutes. Shorten the load, or upgrade your plan.'],
  notFound: [404, 'No such performance run. It may have been deleted.'],
  baselineNotFound: [404, 'The baseline is no finished performance run of this workspace. Choose another one.'],
  notFinished: [409, 'Report is not ready yet. Please wait until the execution is complete'],
  nothingMeasured: [409, 'This run ended before it measured anything. There is nothing to compare or download.'],
});
