import {
  type EvaluationContext,
  FlagNotFoundError,
  type JsonValue,
  type Provider,
  type ResolutionDetails,
  TypeMismatchError,
} from '@openfeature/server-sdk';
import { evaluateFlag, type FlagValue, type TargetingContext } from '../domain/flags.ts';
import type { Flags } from './flags.ts';

/** FlagProvider is an OpenFeature provider over the flags of the installation. */
export class FlagProvider implements Provider {
  readonly metadata = { name: 'touchstone' };
  readonly runsOn = 'server' as const;
  readonly #read: Flags['read'];

  constructor(read: Flags['read']) {
    this.#read = read;
  }

  resolveBooleanEvaluation(key: string, _default: boolean, context: EvaluationContext) {
    return this.#resolve<boolean>(key, 'boolean', context);
  }
  resolveStringEvaluation(key: string, _default: string, context: EvaluationContext) {
    return this.#resolve<string>(key, 'string', context);
  }
  resolveNumberEvaluation(): Promise<ResolutionDetails<number>> {
    return Promise.reject(new TypeMismatchError('No flag is a number.'));
  }
  resolveObjectEvaluation<T extends JsonValue>(): Promise<ResolutionDetails<T>> {
    return Promise.reject(new TypeMismatchError('No flag is an object.'));
  }

  async #resolve<T extends FlagValue>(
    key: string,
    type: 'boolean' | 'string',
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    const flag = (await this.#read()).get(key);
    if (!flag) throw new FlagNotFoundError(key);
    const { value, reason } = evaluateFlag(flag, { ...(context as TargetingContext), ...keyOf(context) });
    if (typeof value !== type) throw new TypeMismatchError(`The flag ${key} is no ${type}.`);
    return { value: value as T, reason, variant: String(value) };
  }
}

const keyOf = ({ targetingKey }: EvaluationContext): TargetingContext => (targetingKey ? { key: targetingKey } : {});
