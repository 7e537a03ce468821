import {
  CirclePlay,
  CircleStop,
  Clock,
  CodeXml,
  Database,
  DatabaseZap,
  FileSpreadsheet,
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
import { ApprovalAnswer } from './approval-answer.tsx';
import { CsvDataSettings } from './csv-data-settings.tsx';
import { ForEachSettings } from './for-each-settings.tsx';
import { JavascriptSettings } from './javascript-settings.tsx';
import { ApprovalSettings, CommentSettings, EmailSettings, HttpSettings, WaitSettings } from './settings-forms.tsx';
import { SqlQuerySettings } from './sql-query-settings.tsx';
import { SubWorkflowSettings } from './sub-workflow-settings.tsx';
import { WebhookAnswer, WebhookSettings } from './webhook-answer.tsx';

const originOfWorkflow: FlowNodeLook['originOf'] = ({ settings: { workflowId } }, { flowPath }) =>
  typeof workflowId === 'string' ? flowPath(workflowId) : undefined;

/** baseLooks looks of the kinds available in every workflow. */
export const baseLooks: readonly FlowNodeLook[] = [
  { kind: 'start', icon: CirclePlay, colour: 'control' },
  { kind: 'stop', icon: CircleStop, colour: 'control' },
  { kind: 'comment', icon: MessageSquareText, colour: 'control', Settings: CommentSettings },
  { kind: 'data-hub', icon: Database, colour: 'data' },
  { kind: 'decision', icon: GitFork, colour: 'control' },
  { kind: 'join', icon: GitMerge, colour: 'control' },
  { kind: 'wait', icon: Clock, colour: 'control', settings: { durationMs: 1000 }, Settings: WaitSettings },
  { kind: 'send-email', icon: Mail, colour: 'message', settings: { to: [] }, Settings: EmailSettings },
  {
    kind: 'sub-workflow',
    icon: Workflow,
    colour: 'control',
    hasOwnOutputs: true,
    Settings: SubWorkflowSettings,
    originOf: originOfWorkflow,
  },
  {
    kind: 'for-each',
    icon: Repeat,
    colour: 'control',
    settings: { parallel: 1, whenFailed: 'stop' },
    Settings: ForEachSettings,
    originOf: originOfWorkflow,
  },
  {
    kind: 'approval',
    icon: UserCheck,
    colour: 'message',
    settings: { to: [] },
    Settings: ApprovalSettings,
    Answer: ApprovalAnswer,
  },
  { kind: 'webhook-wait', icon: Webhook, colour: 'message', Settings: WebhookSettings, Answer: WebhookAnswer },
  {
    kind: 'http',
    icon: Globe,
    colour: 'data',
    settings: { method: 'GET', url: '' },
    Settings: HttpSettings,
    pathOf: ({ settings: { method, url } }) => `${method ?? 'GET'} ${url ?? ''}`.trim(),
  },
  {
    kind: 'javascript',
    icon: CodeXml,
    colour: 'data',
    settings: { code: '' },
    hasOwnOutputs: true,
    Settings: JavascriptSettings,
  },
  {
    kind: 'sql-query',
    icon: DatabaseZap,
    colour: 'data',
    settings: { query: '' },
    hasOwnOutputs: true,
    Settings: SqlQuerySettings,
  },
  { kind: 'csv-data', icon: FileSpreadsheet, colour: 'data', settings: { source: 'file' }, Settings: CsvDataSettings },
];
