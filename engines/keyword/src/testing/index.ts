export { at, step } from './build-steps.ts';
export { FakeDriver } from './fake-driver.ts';
export { randomSteps } from './random-steps.ts';
