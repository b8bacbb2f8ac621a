import { render } from 'preact';
import '../../styles/replay.css';
import { Moves, Replay } from '../replay/Replay';
import { ReplayStore } from '../replay/store';
import { CodeLine } from '../table/Bar';

const board = document.getElementById('replay-board');
const moves = document.getElementById('replay-moves');
const code = document.getElementById('replay-code');
if (board && moves) {
  const store = new ReplayStore(JSON.parse(document.getElementById('replay')?.textContent ?? ''));
  render(<Replay store={store} />, board);
  moves.textContent = '';
  render(<Moves store={store} />, moves);
  if (code) {
    const text = code.textContent ?? '';
    code.textContent = '';
    render(<CodeLine code={text.trim()} />, code);
  }
  store.analyse();
}
