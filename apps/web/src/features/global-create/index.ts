export { CreateHost } from './components/create-host.tsx';
export { QuickAdd } from './components/quick-add.tsx';
export { openCreate } from './model/create-request.ts';
export { kindTexts } from './model/create-rules.ts';
export { type CreateForm, type CreateTarget, kindsOf } from './model/create-target.ts';
export { useMayCreateIn } from './model/use-may-create.ts';
