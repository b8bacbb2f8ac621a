import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { live } from '../messages/wall';
import { lobby } from '../watch/lobby';
import { type Kind, WallStore } from '../watch/store';
import { Wall } from '../watch/Wall';

const root = document.getElementById('wall-live');
if (root) {
  const store = new WallStore(JSON.parse(document.getElementById('wall')?.textContent ?? ''));
  const kind = signal<Kind | ''>('');
  root.textContent = '';
  render(<Wall store={store} kind={kind} address={root.dataset.watch ?? ''} />, root);
  lobby.listen((frame) => store.hear(frame), { wall: true });

  const buttons = [...document.querySelectorAll<HTMLButtonElement>('#wall-games button')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      kind.value = button.dataset.kind as Kind | '';
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
    });
  }

  const says = document.getElementById('wall-says');
  const first = says?.textContent ?? '';
  effect(() => {
    const { friends, everyone, more } = store.order.value;
    const tables = friends.length + everyone.length + more;
    document.getElementById('wall-empty')?.toggleAttribute('hidden', tables > 0);
    if (says) says.textContent = tables ? live(tables, friends.length) : first;
  });
}
