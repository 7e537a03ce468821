export { at, step } from './build-steps.ts';
export { FakeDriver } from './fake-driver.ts';
export { randomSteps } from './random-steps.ts';
export { tellPlaywright } from './tell-playwright.ts';
export { tellSteps } from './tell-steps.ts';
export { tellVbScript } from './tell-vbscript.ts';
