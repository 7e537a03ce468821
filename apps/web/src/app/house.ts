import { hotkeys } from '../shared/hotkeys.ts';
import { composeFeatures } from './compose-features.ts';
import { assertFeatures } from './feature-problems.ts';
import { features } from './features.ts';

// A production build has been checked at build time.
if (import.meta.env.DEV) assertFeatures(features, hotkeys);

/** The composed features of this page. */
export const house = composeFeatures(features, hotkeys);
