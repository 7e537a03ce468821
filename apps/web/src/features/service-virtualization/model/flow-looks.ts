import { FlameKindling, ListChecks, Power, RotateCcw, Workflow } from 'lucide-react';
import type { FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';
import {
  FaultSettings,
  ResetSettings,
  StateSettings,
  SwitchSettings,
  VerifySettings,
} from '../components/nodes/node-settings.tsx';
import { virtualizationPaths } from '../paths.ts';

const mockOf: NonNullable<FlowNodeLook['originOf']> = ({ settings: { mockId } }) =>
  typeof mockId === 'string' && mockId !== '' ? virtualizationPaths.overview({ project: mockId }) : undefined;
const journalOf: NonNullable<FlowNodeLook['originOf']> = ({ settings: { mockId } }) =>
  typeof mockId === 'string' && mockId !== '' ? virtualizationPaths.journal({ project: mockId }) : undefined;
const pathOf: NonNullable<FlowNodeLook['pathOf']> = ({ settings: { method, path } }) =>
  typeof path === 'string' ? `${typeof method === 'string' ? method : 'ANY'} ${path}` : undefined;

/** virtualizationLooks is how blocks for mocks look. */
export const virtualizationLooks: readonly FlowNodeLook[] = [
  {
    kind: 'mock-switch',
    icon: Power,
    colour: 'data',
    settings: { isOn: true },
    Settings: SwitchSettings,
    originOf: mockOf,
  },
  { kind: 'mock-state', icon: Workflow, colour: 'data', Settings: StateSettings, originOf: mockOf },
  {
    kind: 'mock-fault',
    icon: FlameKindling,
    colour: 'data',
    settings: { method: 'GET', path: '/', status: 503, seconds: 300 },
    Settings: FaultSettings,
    pathOf,
    originOf: mockOf,
  },
  {
    kind: 'mock-reset',
    icon: RotateCcw,
    colour: 'data',
    settings: { state: true, journal: true },
    Settings: ResetSettings,
    originOf: mockOf,
  },
  {
    kind: 'mock-verify',
    icon: ListChecks,
    colour: 'data',
    settings: { method: 'GET', path: '/', compare: 'atLeast', count: 1 },
    Settings: VerifySettings,
    pathOf,
    originOf: journalOf,
  },
];
