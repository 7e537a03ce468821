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
  noRecording: [404, 'This browser is closed. Start it again.'],
  runNotLive: [409, 'This run shows no browser now: it waits or has ended. Look at its report.'],
  notInControl: [409, 'No one is in control of this browser. Take over first.'],
  otherInControl: [409, '{name} is in control of this browser. Take over first.'],
  stepsAreTried: [409, 'Steps are being tried in this browser. Wait until they have ended.'],
  variableMissing: [409, 'The variable {name} has no value. Give it one in the environment, or enter a whole address.'],
  noTrace: [404, 'No trace was kept of this script. Its report says why.'],
  traceRefused: [404, 'This address of a trace is not valid, or no longer. Open the trace from the report again.'],
  sessionNotFound: [404, 'No such saved session, or you have no access to it. Load the list again.'],
  noBrowser: [503, '{reason}'],
  noFreeBrowser: [
    503,
    'All {most} browsers for recording are in use. Close one, or raise RECORDING_BROWSERS of the installation.',
  ],
});
