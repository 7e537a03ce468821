export { runSampleSuite, type SampleOutcome } from './sample-suite.ts';
