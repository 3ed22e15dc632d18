/**
 * Program that a process runs before the service. Each SIGUSR2 moves the clock of the process forwards by 25 hours,
 * or back again.
 */
const SOURCE = `
  const Real = Date;
  let ahead = 0;
  globalThis.Date = class extends Real {
    constructor(...parts) { super(...(parts.length ? parts : [Real.now() + ahead])); }
    static now() { return Real.now() + ahead; }
  };
  process.on('SIGUSR2', () => { ahead = 9e7 - ahead; });`;

/** `NODE_OPTIONS` of a process whose clock steps. */
export const CLOCK_THAT_STEPS = `--import=data:text/javascript,${encodeURIComponent(SOURCE)}`;
