/** How long a replay waits before each step, in milliseconds at its plain speed. */

/** Two cards in a burst are still seen one by one. */
const SHORTEST = 250;
/** Long thinking is not lived through again. */
const LONGEST = 2_000;

/** `times` is what the clock said at each step; one at which it did not go on, such as a pause, takes no time. */
export function waitsOf(times: readonly number[]): number[] {
  return times.map((ms, at) => {
    const took = ms - (times[at - 1] ?? 0);
    return took <= 0 ? 0 : Math.min(LONGEST, Math.max(SHORTEST, took));
  });
}
