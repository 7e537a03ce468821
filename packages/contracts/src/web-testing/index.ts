export * from '../test-repository/index.ts';
export * from './farm.ts';
export * from './kept-session.ts';
export * from './live.ts';
export * from './live-stream.ts';
export * from './routes.ts';
