export { at, step } from './build-steps.ts';
export { FakeDriver } from './fake-driver.ts';
export { formatPlaywright } from './format-playwright.ts';
export { formatSteps } from './format-steps.ts';
export { formatVbScript } from './format-vbscript.ts';
export { randomSteps } from './random-steps.ts';
