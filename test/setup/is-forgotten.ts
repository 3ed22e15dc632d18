import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, and returns whether the value was collected. */
export function isForgotten(value: WeakRef<object>): boolean {
  collect();
  return value.deref() === undefined;
}
