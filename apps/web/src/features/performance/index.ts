export { performancePaths } from './paths.ts';
export { performanceRoutes } from './routes.tsx';
