export { serviceAreaRoutes } from './routes.tsx';
