import {
  CirclePlay,
  CircleStop,
  Clock,
  Database,
  GitFork,
  GitMerge,
  Globe,
  Mail,
  MessageSquareText,
  Repeat,
  UserCheck,
  Webhook,
  Workflow,
} from 'lucide-react';
import type { FlowNodeLook } from '../../../../shared/flows/flow-node-look.ts';
import { ApprovalSettings, CommentSettings, EmailSettings, HttpSettings, WaitSettings } from './settings-forms.tsx';

/** baseLooks are the looks of the kinds that every workflow has. */
export const baseLooks: readonly FlowNodeLook[] = [
  { kind: 'start', icon: CirclePlay, colour: 'control' },
  { kind: 'stop', icon: CircleStop, colour: 'control' },
  { kind: 'comment', icon: MessageSquareText, colour: 'control', Settings: CommentSettings },
  { kind: 'data-hub', icon: Database, colour: 'data' },
  { kind: 'decision', icon: GitFork, colour: 'control' },
  { kind: 'join', icon: GitMerge, colour: 'control' },
  { kind: 'wait', icon: Clock, colour: 'control', settings: { durationMs: 1000 }, Settings: WaitSettings },
  { kind: 'send-email', icon: Mail, colour: 'message', settings: { to: [] }, Settings: EmailSettings },
  { kind: 'sub-workflow', icon: Workflow, colour: 'control' },
  { kind: 'for-each', icon: Repeat, colour: 'control', settings: { parallel: 1 } },
  { kind: 'approval', icon: UserCheck, colour: 'message', settings: { to: [] }, Settings: ApprovalSettings },
  {
    kind: 'http',
    icon: Globe,
    colour: 'data',
    settings: { method: 'GET', url: '' },
    Settings: HttpSettings,
    pathOf: ({ settings: { method, url } }) => `${method ?? 'GET'} ${url ?? ''}`.trim(),
  },
  { kind: 'webhook-wait', icon: Webhook, colour: 'control' },
];
