import { defineFeature } from '../../shared/feature/feature.ts';

/** The wallet opens from pages of other features; it has no page of its own. */
export const virtualUsersFeature = defineFeature({ id: 'virtual-users' });
