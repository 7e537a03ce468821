export { performanceRoutes } from './routes.tsx';
