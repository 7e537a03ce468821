/** What the training of the model needs. */
export { type Comparison, compareAll, probabilitiesOf, weigh } from './core/find-again.ts';
export type { Model } from './core/model.ts';
export { type Level, levels, preparePrint, type Trait, traits } from './core/traits.ts';
