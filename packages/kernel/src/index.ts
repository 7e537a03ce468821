export { AppError, defineErrors, type ErrorDefinition, type ErrorDetail } from './app-error.ts';
export { type Clock, FakeClock, systemClock } from './clock.ts';
export { newId } from './id.ts';
export { type RandomSource, seededRandom } from './random.ts';
