/** The view a browser works on: the server's, and what the browser knows beside it. */
import type { View } from '../protocol.gen';

export interface Seen extends View {
  /** Whether the last action was a draw; null when this browser did not see it. Rule D of Pyramid asks. */
  justDrawn: boolean | null;
  /** An undo is on its way: until it is answered, nothing but another undo can be judged. */
  undoing: boolean;
}

export function see(view: View): Seen {
  return { ...view, justDrawn: null, undoing: false };
}
