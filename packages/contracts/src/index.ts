export * from './api-reference.ts';
export * from './client.ts';
export * from './event-stream.ts';
export * from './people.ts';
export * from './roles.ts';
export * from './route.ts';
export * from './shared.ts';
