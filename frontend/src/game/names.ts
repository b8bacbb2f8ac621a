/** Names for the literals of the protocol. */
import type * as protocol from '../protocol.gen';

export type GameName = protocol.View['game'];
export type Outcome = NonNullable<protocol.View['outcome']>;
/** The server's reasons, and one that only the browser has. */
export type Reason = protocol.RefusedFrame['reason'] | 'nothing_to_redo';
export type ErrorReason = protocol.Error['reason'];
