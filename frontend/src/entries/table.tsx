import { render } from 'preact';
import '../../styles/tokens.css';
import '../../styles/base.css';
import '../../styles/cards.css';
import '../../styles/board.css';
import '../../styles/table.css';
import '../../styles/moves.css';
import '../../styles/crowd.css';
import '../../styles/guide.css';
import { readPage } from '../page';
import { applySettings } from '../settings';
import { App } from '../table/App';
import { TableStore } from '../table/store';

applySettings();
const root = document.getElementById('table');
if (root) render(<App store={new TableStore(readPage())} />, root);
