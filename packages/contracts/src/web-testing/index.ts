export * from '../test-repository/index.ts';
export * from './routes.ts';
