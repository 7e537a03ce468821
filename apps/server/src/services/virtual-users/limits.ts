import { planLimit } from '../subscription/index.ts';

export const virtualUserLimits = { VIRTUAL_USERS: planLimit('Virtual users of one performance run', 1000, null) };
