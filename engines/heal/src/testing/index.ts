/** What training and evaluating the model needs. */
export { type Comparison, compareAll, probabilitiesOf, readOdds, weigh } from '../core/find-again.ts';
export type { Model } from '../core/model.ts';
export { TextReader } from '../core/texts.ts';
export { trainedModel } from '../core/trained-model.ts';
export { type Level, levels, preparePrint, type Trait, traits } from '../core/traits.ts';
