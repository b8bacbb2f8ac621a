/** The menu: its actions, the settings of the table, the keys. */

export const title = () => gettext('Menu');
export const close = () => gettext('Close');
export const back = () => gettext('Back');
export const newGame = () => gettext('New game…');
export const end = () => gettext('End this game…');
export const endTitle = () => gettext('End this game?');
export const endRanked = () => gettext('The result stands as it is now, and today’s deal counts only once.');
export const endCasual = () => gettext('The game stops as it is now. It cannot be taken up again.');
export const endYes = () => gettext('End the game');
export const endNo = () => gettext('Keep playing');
export const restart = () => gettext('Start this deal again…');
export const restartTitle = () => gettext('Start this deal again?');
export const restartText = () => gettext('This game ends as it is now, and the same cards are dealt again.');
export const restartYes = () => gettext('Deal again');
export const pause = () => gettext('Pause');
export const whoMayWatch = () => gettext('Who may watch');
export const everyone = () => gettext('Everyone');
export const friends = () => gettext('Friends');
export const nobody = () => gettext('Nobody');
export const copyLink = () => gettext('Copy the link to watch');
export const readTable = () => gettext('Read the table');
export const availableMoves = () => gettext('Available moves');
export const keys = () => gettext('Keys');
export const howToPlay = () => gettext('How to play');
export const noMoves = () => gettext('No more moves');

export const table = () => gettext('Table');
export const theme = () => gettext('Theme');
export const themeSystem = () => gettext('As the device');
export const themeLight = () => gettext('Light');
export const themeDark = () => gettext('Dark');
export const fourColours = () => gettext('Four colours');
export const darkFaces = () => gettext('Dark faces');
export const largePrint = () => gettext('Large print');
export const contrast = () => gettext('High contrast');
export const leftHand = () => gettext('Left hand');
export const errorHelp = () => gettext('Say why a move is refused');
export const motion = () => gettext('Motion');
export const sound = () => gettext('Sound');
export const deadEnds = () => gettext('Tell me when a game can no longer be won');
export const deadEndsWhere = () => gettext('Casual games only');
export const singleKeys = () => gettext('Single-letter keys');

export const look = () => gettext('Look');
export const play = () => gettext('Play');
export const preview = () => gettext('A small table with these settings');

/** Keys of the board with what they do. */
export function keyList(game: 'tripeaks' | 'pyramid', ranked: boolean): readonly (readonly [string, string])[] {
  return [
    ['← → ↑ ↓', gettext('Move along the rows')],
    [gettext('Enter, Space'), game === 'tripeaks' ? gettext('Play the card') : gettext('Select or pair the card')],
    ['D', gettext('Draw, or turn the waste over')],
    ['U', gettext('Undo')],
    ['Y', gettext('Redo what was taken back')],
    ...(ranked ? [] : [['H', gettext('Hint')] as const, ['P', gettext('Pause')] as const]),
    ['N', gettext('Next card that can be played')],
    ...(game === 'pyramid' ? [['W', gettext('Select or pair the waste card')] as const] : []),
    [gettext('A, 2 to 9, 0, J, Q, K'), gettext('Next open card of that rank')],
    ['S', gettext('Say score, time and moves')],
    ['R', gettext('Read the table')],
    ['?', gettext('This list')],
  ];
}
