export * from './metrics.ts';
export * from './organization.ts';
export * from './profile.ts';
export * from './routes.ts';
export * from './team.ts';
export * from './user.ts';
