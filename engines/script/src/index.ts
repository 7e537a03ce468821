export * from './core/index.ts';
export { type ResponseJudge, responseJudgeOf } from './node/judge-response.ts';
export {
  createScriptRunner,
  type ScriptRunnerOptions,
  sharedScriptFigures,
  sharedScriptRunner,
} from './node/script-runner.ts';
export { simpleScriptOf } from './node/simple/simple-script.ts';
