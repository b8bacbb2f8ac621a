/** The New game dialog and the look of all forms, on every page around the table. */
import '../../styles/forms.css';
import { startNewGame } from '../site/new-game';

startNewGame();
