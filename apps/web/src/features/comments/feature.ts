import { defineFeature } from '../../shared/feature/feature.ts';

/** Comments have no page of their own: other features render them next to their subjects. */
export const commentsFeature = defineFeature({ id: 'comments' });
