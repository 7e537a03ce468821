export { RunSteps } from './components/run-steps.tsx';
