export { AppError, defineErrors, type ErrorDefinition, type ErrorDetail } from './app-error.ts';
export { BudgetError, jsonNesting, WorkBudget, type WorkKind, workLimits, xmlNesting } from './budget.ts';
export { type Clock, FakeClock, systemClock } from './clock.ts';
export { parseDuration } from './duration.ts';
export { FairQueue, type FairQueueLimits, type QueueFigures, type WorkOwner } from './fair-queue.ts';
export { newId } from './id.ts';
export { LoopShare, sharedLoop } from './loop-share.ts';
export { escapeHtml, escapeXml } from './markup.ts';
export { type RandomSource, seededRandom } from './random.ts';
