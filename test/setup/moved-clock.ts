/** Returns `NODE_OPTIONS` of a process that runs this program before the service. `ahead` moves its clock, in ms. */
const withClock = (program: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    ${program}
    globalThis.Date = class extends Real {
      constructor(...parts) { super(...(parts.length ? parts : [Real.now() + ahead])); }
      static now() { return Real.now() + ahead; }
    };`)}`;

/** `NODE_OPTIONS` of a process whose clock is ahead. */
export const clockAhead = (ms: number): string => withClock(`const ahead = ${ms};`);

/** `NODE_OPTIONS` of a process whose clock moves forwards by 25 hours, or back again, at each SIGUSR2. */
export const CLOCK_THAT_STEPS = withClock(`
    let ahead = 0;
    process.on('SIGUSR2', () => { ahead = 9e7 - ahead; });`);
