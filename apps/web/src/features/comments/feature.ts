import { defineFeature } from '../../shared/feature/feature.ts';

/** Comments have no page of their own: other features mount them beside what they are about. */
export const commentsFeature = defineFeature({ id: 'comments' });
