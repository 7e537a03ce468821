import { walletRoutes } from './wallet.ts';

/** All calls of virtual users. */
export const virtualUserRoutes = walletRoutes;
