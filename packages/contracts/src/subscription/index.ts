export * from './billing.ts';
export * from './catalog.ts';
export * from './infrastructure.ts';
export * from './licence.ts';
export * from './plan.ts';
export * from './routes.ts';
export * from './service-store.ts';
