/** What stands on the controls of small boards that move by themselves or step by step. */
export const next = () => gettext('Next');
export const again = () => gettext('From the start');
export const of = (step: number, steps: number) => interpolate(gettext('%(step)s of %(steps)s'), { step, steps }, true);
