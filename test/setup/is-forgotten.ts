import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Whether nothing holds a value any more: garbage is collected first. */
export function isForgotten(value: WeakRef<object>): boolean {
  collect();
  return value.deref() === undefined;
}
