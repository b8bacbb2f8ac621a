// Runs before the first paint, so that the page never flashes in another theme. The settings are those of src/settings.ts,
// from the places that src/stored.ts looks at.
(() => {
  const { dataset } = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '{}');
    } catch {
      // Storage may be closed to us, or hold what we did not write: then the device decides.
      return {};
    }
  };
  const theirs = JSON.parse(dataset.settings ?? '{}');
  const here = Object.keys(theirs).length === 0 || read('solitaire.settings.sent').at > performance.timeOrigin;
  const look = here ? read('solitaire.settings') : { ...theirs, ...read('solitaire.settings.unsent') };
  dataset.script = 'on';
  if (look.theme === 'light' || look.theme === 'dark') dataset.theme = look.theme;
  if (look.suits === 'four') dataset.suits = 'four';
  if (look.faces === 'dark') dataset.faces = 'dark';
  if (look.hand === 'left') dataset.hand = 'left';
  if (look.motion === 'on' || look.motion === 'off') dataset.motion = look.motion;
  const more = look.contrast === 'system' || !look.contrast ? matchMedia('(prefers-contrast: more)').matches : look.contrast === 'more';
  if (more) dataset.contrast = 'more';
})();
