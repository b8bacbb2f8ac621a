/**
 * What was taken back and can be played again. The rules know no redo: it is a new move. So the browser reads it from the log
 * of actions, and it ends with the first action that is another one.
 */

interface Step {
  seq: number;
  /** In its text form. */
  action: string;
}

const NOT_ON_THE_CARDS = ['h', 'g', 'x'];

/**
 * The actions that can be played again, the next one last. `steps` are those this browser knows, `head` is the number of the
 * last one there is: past a gap nothing is known of what an undo took back.
 */
export function redoable(steps: readonly Step[], head: number): string[] {
  let done: string[] = [];
  let undone: string[] = [];
  let last = (steps[0]?.seq ?? 1) - 1;
  for (const { seq, action } of steps) {
    if (seq !== last + 1) {
      done = [];
      undone = [];
    }
    last = seq;
    if (action === 'u') {
      const taken = done.pop();
      undone = taken === undefined ? [] : [...undone, taken];
    } else if (!NOT_ON_THE_CARDS.includes(action)) {
      undone = undone.at(-1) === action ? undone.slice(0, -1) : [];
      done.push(action);
    }
  }
  return last === head ? undone : [];
}
