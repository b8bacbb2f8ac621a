import { beforeEach, describe, expect, it } from 'vitest';
import { draw } from './ranks';

function row(id: string, rank: number, extra = ''): string {
  return `<tr data-rank="${rank}" data-row="${id}"${extra}><td class="rank-c">${rank}</td><td class="go"></td></tr>`;
}

function table(...rows: string[]): string {
  return `<table class="lb"><tbody>${rows.join('')}</tbody></table>`;
}

function order(panel: HTMLElement): string[] {
  return [...panel.querySelectorAll<HTMLElement>('[data-row]')].map(
    (one) => `${one.dataset.row}${one.querySelector('.rank-c')?.textContent}`,
  );
}

describe('new rows of a board', () => {
  let panel: HTMLElement;
  beforeEach(() => {
    panel = document.createElement('section');
    panel.dataset.own = 'me';
    document.body.replaceChildren(panel);
  });

  it('take the place of the old, and the own one is marked', () => {
    panel.innerHTML = table(row('me', 1, ' class="me"'));
    draw(panel, table(row('a', 1), row('me', 2)));
    expect(order(panel)).toEqual(['a1', 'me2']);
    expect(panel.querySelector('tr.me')?.getAttribute('data-row')).toBe('me');
  });

  it('keep the rows around the own one further down, which go down as it does', () => {
    const gap = '<tr class="gap"><td></td></tr>';
    panel.innerHTML = table(row('a', 1), gap, row('b', 8), row('me', 9, ' class="me"'));
    draw(panel, table(row('c', 1), row('a', 2)), 10);
    expect(order(panel)).toEqual(['c1', 'a2', 'b9', 'me10']);
  });

  it('keep the links to replays that this reader may open', () => {
    panel.innerHTML = table(row('a', 1));
    const cell = panel.querySelector('.go');
    if (cell) cell.innerHTML = '<a href="/watch/a">Replay</a>';
    draw(panel, table(row('b', 1), row('a', 2)));
    expect(panel.querySelector('[data-row="a"] a')?.getAttribute('href')).toBe('/watch/a');
  });
});
