import { test } from 'vitest';
import { expectWalkable } from '../../../shared/testing/expect-walkable.ts';
import { subscriptionTours } from '../tours.ts';

test('every tour can be completed [guided-tours-1]', () => expectWalkable(subscriptionTours));
