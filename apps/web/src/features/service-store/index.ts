export { ServiceSwitcher } from './components/service-switcher.tsx';
export { useInsightDashboard } from './model/use-insight-dashboard.ts';
export { serviceStorePaths } from './paths.ts';
export { serviceStoreTours } from './tours.ts';
