export { performanceRoutes } from './routes.tsx';
export { performanceTours } from './tours.ts';
