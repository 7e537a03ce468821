import { hotkeys } from '../shared/hotkeys.ts';
import { composeFeatures } from './compose-features.ts';
import { assertFeatures } from './feature-problems.ts';
import { features } from './features.ts';

// What is built has been checked by the build.
if (import.meta.env.DEV) assertFeatures(features, hotkeys);

/** The features of this page, put together. */
export const house = composeFeatures(features, hotkeys);
