import { AppError } from '@touchstone/kernel';
import { virtualizationErrors } from '../../errors.ts';

/** ServedElsewhere is thrown if another process hosts a mock; names that process. */
export class ServedElsewhere extends AppError {
  readonly process: string;

  constructor(process: string) {
    super(virtualizationErrors.servedElsewhere);
    this.process = process;
  }
}
