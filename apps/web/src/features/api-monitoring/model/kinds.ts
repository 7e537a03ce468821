import type { MonitorKind } from '@touchstone/contracts/api-monitoring';
import {
  AtSign,
  Box,
  Cable,
  FileCheck2,
  FileCode2,
  Globe,
  HeartPulse,
  Layers,
  type LucideIcon,
  Network,
  ShieldCheck,
  Workflow,
} from 'lucide-react';

/** Label and icon of a kind of monitored API. */
interface KindLook {
  label: string;
  icon: LucideIcon;
  hint: string;
}

/** The kinds of monitored APIs, in display order. */
export const kindLooks: Record<MonitorKind, KindLook> = {
  http: { label: 'HTTP', icon: Globe, hint: 'Sends a request and checks the response.' },
  soap: { label: 'SOAP', icon: Box, hint: 'Posts an envelope and checks the response.' },
  'api-script': {
    label: 'API script',
    icon: FileCode2,
    hint: 'Runs a saved script. Edits to the script apply at once.',
  },
  'api-suite': { label: 'API suite', icon: Layers, hint: 'Runs all scripts of a suite.' },
  workflow: { label: 'Workflow', icon: Workflow, hint: 'Runs a workflow with its extracted values.' },
  tls: { label: 'TLS certificate', icon: ShieldCheck, hint: 'Warns before a certificate expires.' },
  tcp: { label: 'TCP port', icon: Cable, hint: 'Connects to a port, and can wait for an answer.' },
  dns: { label: 'DNS record', icon: Network, hint: 'Looks up a name and compares its records.' },
  websocket: { label: 'WebSocket', icon: FileCheck2, hint: 'Opens a connection, and can wait for a message.' },
  heartbeat: { label: 'Heartbeat', icon: HeartPulse, hint: 'Your job calls an address. A late call means down.' },
  domain: { label: 'Domain expiry', icon: AtSign, hint: 'Warns before a domain registration expires.' },
};

/** The kinds as select options. */
export const kindChoices = Object.entries(kindLooks).map(([value, { label }]) => ({ value, label }));
