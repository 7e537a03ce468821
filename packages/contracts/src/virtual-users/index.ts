export * from './cost.ts';
export * from './routes.ts';
export * from './wallet.ts';
