/** The settings of the table as rows to choose from: in the table's menu and on the page of settings. */
import * as words from '../messages/menu';
import { change, contrastIsHigh, motionIsOn, type Settings, settings } from '../settings';

/** How the table looks. */
export function LookRows() {
  const { theme, suits, faces, print } = settings.value;
  return (
    <>
      <label class="menu__row">
        <span>{words.theme()}</span>
        <select value={theme} onChange={(event) => change({ theme: event.currentTarget.value as Settings['theme'] })}>
          <option value="system">{words.themeSystem()}</option>
          <option value="light">{words.themeLight()}</option>
          <option value="dark">{words.themeDark()}</option>
        </select>
      </label>
      <Switch text={words.fourColours()} on={suits === 'four'} set={(on) => change({ suits: on ? 'four' : 'two' })} />
      <Switch
        text={words.largePrint()}
        on={print === 'large'}
        set={(on) => change({ print: on ? 'large' : 'normal' })}
      />
      <Switch text={words.darkFaces()} on={faces === 'dark'} set={(on) => change({ faces: on ? 'dark' : 'light' })} />
      <Switch
        text={words.contrast()}
        on={contrastIsHigh()}
        set={(on) => change({ contrast: on ? 'more' : 'normal' })}
      />
    </>
  );
}

/** How the table acts. */
export function PlayRows() {
  const { hand, sound, errorHelp, deadEnds, singleKeys } = settings.value;
  return (
    <>
      <Switch text={words.leftHand()} on={hand === 'left'} set={(on) => change({ hand: on ? 'left' : 'right' })} />
      <Switch text={words.motion()} on={motionIsOn()} set={(on) => change({ motion: on ? 'on' : 'off' })} />
      <Switch text={words.sound()} on={sound} set={(on) => change({ sound: on })} />
      <Switch text={words.errorHelp()} on={errorHelp} set={(on) => change({ errorHelp: on })} />
      <Switch
        text={words.deadEnds()}
        more={words.deadEndsWhere()}
        on={deadEnds}
        set={(on) => change({ deadEnds: on })}
      />
      <Switch text={words.singleKeys()} on={singleKeys} set={(on) => change({ singleKeys: on })} />
    </>
  );
}

function Switch({
  text,
  more,
  on,
  set,
}: {
  text: string;
  /** Where it holds, when not everywhere. */
  more?: string;
  on: boolean;
  set: (on: boolean) => void;
}) {
  return (
    <label class="menu__row">
      <span>
        {text}
        {more && <small>{more}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </label>
  );
}
