import { identityFeature } from '../features/identity/feature.ts';
import type { Feature, SessionRules } from '../shared/feature/feature.ts';

/** Features with pages before sign-in. They ship in the entry bundle, all others load after sign-in. */
export const entryFeatures: readonly Feature[] = [identityFeature];

/** Rules by which the page knows whether a user is signed in. */
export const sessionRules: SessionRules = identityFeature.session!;
