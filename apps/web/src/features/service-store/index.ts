export { ServiceSwitcher } from './components/service-switcher.tsx';
export { serviceStorePaths } from './paths.ts';
