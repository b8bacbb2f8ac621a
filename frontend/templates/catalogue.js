{
  const texts = {{ texts|safe }};
  const form = (n) => Number({{ plural|safe }});
  const said = (text, n) => (Array.isArray(texts[text]) ? texts[text][n] : texts[text]);
  globalThis.gettext = (text) => said(text, 0) ?? text;
  globalThis.ngettext = (one, many, n) => said(one, form(n)) ?? (n === 1 ? one : many);
  globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}
