export { WebLibrary } from './components/flows/web-library.tsx';
