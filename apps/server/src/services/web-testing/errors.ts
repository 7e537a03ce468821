import { defineErrors } from '@touchstone/kernel';

export const webTestingErrors = defineErrors('WEB_TESTING', {
  otherProjects: [400, 'These scripts lie in several projects. Choose scripts of one project.'],
  emptySuite: [409, 'The suite “{suite}” has no scripts. Add some, then run it.'],
  unknownDevice: [400, 'No device is named “{device}”. Choose one of the list, or give a size.'],
  nothingToRun: [409, 'The script “{script}” has no steps. Add some, then run it.'],
  hasProblems: [409, 'The script “{script}” can’t be run: {problem} Mend its steps first. See details.'],
  stepNotFound: [404, 'The script has no such step. Load its steps again.'],
  tooManyRows: [
    413,
    'This run would have more than {most} steps, counting each row of the data tables. Run fewer scripts or rows at once.',
  ],
  planTooLarge: [413, 'The scripts of this run have {mb} MB together of {most} MB. Run fewer at once.'],
  runEnded: [409, 'This run has ended. Run the script again, and enter the code while its step waits.'],
  notOfWebTesting: [404, 'No such run of web testing, or you have no access to it.'],
});
