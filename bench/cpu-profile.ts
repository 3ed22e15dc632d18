import { readFileSync } from 'node:fs';

/** The members of a file of `node --cpu-prof` that `summary` reads. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas: readonly number[];
}

/** Shares of the time in percent, without idle time, largest first. */
export interface WhereTimeWent {
  /** Shares by package, folder of the project, or part of Node. */
  readonly places: readonly (readonly [string, number])[];
  readonly functions: readonly (readonly [string, number])[];
}

/**
 * Sums up the last seconds of a profile. The earlier seconds are skipped, because they include the start of the
 * process.
 */
export function summary(path: string, lastSeconds: number): WhereTimeWent {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path, 'utf8')) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  let all = 0;
  let left = lastSeconds * 1_000_000;
  for (let index = samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const { functionName, url, lineNumber } = frames.get(samples[index]!)!;
    const time = timeDeltas[index]!;
    left -= time;
    if (functionName === '(idle)') continue;
    all += time;
    const place = placeOf(url, functionName);
    const name = `${functionName || 'anonymous'} (${place}:${lineNumber + 1})`;
    places.set(place, (places.get(place) ?? 0) + time);
    functions.set(name, (functions.get(name) ?? 0) + time);
  }
  return { places: shares(places, all), functions: shares(functions, all) };
}

function shares(times: ReadonlyMap<string, number>, all: number): (readonly [string, number])[] {
  return [...times]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, time]) => [name, (100 * time) / all]);
}

/** Returns the package, folder or part of Node of a function. V8's own functions have a name, but no URL. */
function placeOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'V8 and native code';
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  const [, ownFolder] = /\/dist\/(src\/[^/]+(?:\/[^/]+)?)/.exec(url) ?? [];
  return inPackage ?? ownFolder?.replace(/\/[^/]+\.js$/, '') ?? url.replace(/\/.*/, '');
}
