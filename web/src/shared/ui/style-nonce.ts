/** Radix locks the page's scrolling by a style element; it takes its nonce from this global. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

if (nonce) {
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
