import { defineFeature } from '../../shared/feature/feature.ts';

/** The wallet opens from the pages of other features; it has none of its own. */
export const virtualUsersFeature = defineFeature({ id: 'virtual-users' });
