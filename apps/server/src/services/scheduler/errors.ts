import { scheduleMessages } from '@touchstone/contracts/scheduler';
import { defineErrors } from '@touchstone/kernel';

export const schedulerErrors = defineErrors('SCHEDULER', {
  jobNotFound: [404, 'No such job. It may have been deleted.'],
  proOnly: [403, 'Scheduled tests are a Pro feature.'],
  timeInPast: [400, scheduleMessages.timeInPast],
  severalDays: [400, scheduleMessages.severalDays],
  daysOutside: [400, scheduleMessages.daysOutside],
  invalidSchedule: [400, '{reason}'],
  unknownTarget: [400, 'Unknown kind of test: "{kind}". Choose another.'],
  targetMissing: [404, 'The test does not exist in this workspace. Choose another.'],
  invalidTarget: [400, '{reason}'],
  targetDeleted: [409, 'The test of this job was deleted. Choose another test first.'],
  jobPaused: [409, 'This job is paused. Resume it to run it now.'],
  noRecipient: [400, 'Enter an e-mail address or a webhook that is told the result.'],
  executionNotFound: [404, 'No such entry in the history. It may have been deleted.'],
  executionNotEnded: [409, 'This run has not ended yet. Its result can be sent when it has.'],
  noWebhook: [409, 'The job has no webhook. Add one to the job, then send the result again.'],
  tooManyJobs: [422, 'A workspace can have {most} jobs. Delete one you no longer need.'],
  ownerGone: [403, "The account that scheduled this test can't sign in anymore. Save the job to run it as yourself."],
});
