/** Drawings from the page's sprite. They are decoration: what they mean is always said in words beside them. */

export function Use({ id, class: name, box = '0 0 100 100' }: { id: string; class: string; box?: string }) {
  return (
    <svg class={name} viewBox={box} aria-hidden="true">
      <use href={`#${id}`} />
    </svg>
  );
}

export function Icon({ name }: { name: string }) {
  return <Use id={`i-${name}`} class="icon" box="0 0 24 24" />;
}

/** Widths of the numerals and letters, whose drawings are 100 high. */
const WIDTHS: Record<string, number> = {
  A: 72,
  2: 64,
  3: 64,
  4: 68,
  5: 64,
  6: 64,
  7: 60,
  8: 64,
  9: 64,
  0: 64,
  1: 42,
  T: 84,
  J: 58,
  Q: 74,
  K: 70,
  R: 68,
  D: 70,
  V: 72,
  B: 66,
  X: 84,
};

export function Glyph({ letter, class: name }: { letter: string; class: string }) {
  return <Use id={`g-${letter}`} class={name} box={`0 0 ${WIDTHS[letter] ?? 70} 100`} />;
}

/** A number in the cards' own numerals: for the one number a page is about. */
export function Figures({ value }: { value: number | string }) {
  return (
    <span class="figures" role="img" aria-label={String(value)}>
      {[...String(value)].map((digit, at) =>
        digit === ':' ? <i class="colon" key={at} /> : <Glyph letter={digit} class="fig" key={at} />,
      )}
    </span>
  );
}

/**
 * Everybody has a ridge of their own, drawn from the name: FNV-1a over its UTF-8 bytes gives hue, outline and side. The server
 * draws the same.
 */
export function Ridge({ name, size = '' }: { name: string; size?: 'small' | 'large' | '' }) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (
    <span class={`ridge ridge-${'abcdefgh'.charAt(hash % 8)}${(hash >>> 16) & 1 ? ' turned' : ''} ${size}`}>
      <Use id={`ridge-${(hash >>> 8) % 6}`} class="" box="0 0 40 40" />
    </span>
  );
}
