export * from './broadcast.ts';
export * from './notification.ts';
export * from './routes.ts';
export * from './stream.ts';
export * from './topic.ts';
