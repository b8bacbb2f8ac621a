/** Names for the literals of the protocol. */
import type * as protocol from '../protocol.gen';

export type GameName = protocol.View['game'];
export type Outcome = NonNullable<protocol.View['outcome']>;
export type Reason = protocol.RefusedFrame['reason'];
export type ErrorReason = protocol.Error['reason'];
