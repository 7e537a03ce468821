import { identityFeature } from '../features/identity/feature.ts';
import type { Feature, SessionRules } from '../shared/feature/feature.ts';

/** Features with pages before sign-in. They come with the first file of the page, all others behind sign-in. */
export const entryFeatures: readonly Feature[] = [identityFeature];

/** Says how the page knows that somebody is signed in. */
export const sessionRules: SessionRules = identityFeature.session!;
