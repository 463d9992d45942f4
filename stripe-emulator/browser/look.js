/** Set through the object model, which pages with a strict content security policy allow. */
const rules = `
  .emulated-element, .emulated-dialog { font-family: var(--emulated-fontFamily, system-ui, sans-serif);
    font-size: var(--emulated-fontSizeBase, 16px); color: var(--emulated-colorText, CanvasText); }
  .emulated-element, .emulated-row { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; align-items: start; }
  .emulated-row { grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); }
  .emulated-field { display: grid; gap: 6px; min-width: 0; }
  .emulated-field label { font-size: 0.93em; }
  .emulated-element input, .emulated-element select { font: inherit; color: inherit; box-sizing: border-box; width: 100%;
    min-width: 0; padding: 10px 12px; min-height: 44px; border: 1px solid var(--emulated-colorBorder, GrayText);
    background: var(--emulated-colorBackground, Field); border-radius: var(--emulated-borderRadius, 6px); }
  /* Pages often take the arrow away from a select, and draw one of their own. */
  .emulated-element select { appearance: auto; }
  .emulated-element input::placeholder { color: var(--emulated-colorTextPlaceholder, GrayText); opacity: 1; }
  .emulated-element :is(input, select, button):focus-visible, .emulated-dialog button:focus-visible {
    outline: 2px solid var(--emulated-colorPrimary, Highlight); outline-offset: 1px; }
  .emulated-element [aria-invalid='true'] { border-color: var(--emulated-colorDanger, #df1b41); }
  .emulated-error { color: var(--emulated-colorDanger, #df1b41); font-size: 0.87em; }
  .emulated-error:empty { display: none; }
  .emulated-cards { font-size: 0.87em; padding: 14px 16px; border: 1px solid var(--emulated-colorBorder, GrayText);
    border-radius: var(--emulated-borderRadius, 6px); }
  .emulated-cards p { margin: 0; color: var(--emulated-colorTextSecondary, inherit); }
  .emulated-cards strong { color: var(--emulated-colorText, inherit); }
  .emulated-cards ul { display: grid; gap: 2px 16px; list-style: none; margin: 8px 0 0; padding: 0;
    grid-template-columns: repeat(auto-fit, minmax(min(22em, 100%), 1fr)); }
  .emulated-cards li { display: flex; flex-wrap: wrap; align-items: center; column-gap: 10px; }
  .emulated-cards li span { color: var(--emulated-colorTextSecondary, inherit); }
  .emulated-cards button { font: 1em ui-monospace, monospace; color: inherit; cursor: pointer; min-height: 32px; padding: 4px 8px;
    margin-left: -8px; background: transparent; border: 0; border-radius: var(--emulated-borderRadius, 6px); }
  .emulated-cards button:hover { text-decoration: underline; }
  .emulated-dialog { box-sizing: border-box; width: calc(100% - 32px); max-width: 27.5rem; padding: 24px; border-radius: 12px;
    border: 1px solid var(--emulated-colorBorder, GrayText); background: var(--emulated-colorBackground, Canvas); }
  .emulated-dialog::backdrop { background: rgb(0 0 0 / 50%); }
  .emulated-dialog h2 { margin: 0; font-size: 1.07em; line-height: 1.5; }
  .emulated-dialog p { margin: 4px 0 20px; color: var(--emulated-colorTextSecondary, inherit); }
  .emulated-dialog div { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
  .emulated-dialog button { font: inherit; color: inherit; cursor: pointer; min-height: 42px; padding: 8px 16px; background: transparent;
    border: 1px solid var(--emulated-colorBorder, GrayText); border-radius: var(--emulated-borderRadius, 6px); }
  .emulated-dialog button:last-child { border-color: transparent; background: var(--emulated-colorPrimary, CanvasText);
    color: var(--emulated-colorBackground, Canvas); }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Wears the page's `appearance`: its variables, and of its rules the border of fields. */
export function wear(node, { variables = {}, rules = {} } = {}) {
  const border = rules['.Input']?.borderColor;
  const worn = { ...variables, ...(border && { colorBorder: border }) };
  for (const [name, value] of Object.entries(worn)) {
    node.style.setProperty(`--emulated-${name}`, value);
  }
}

export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
