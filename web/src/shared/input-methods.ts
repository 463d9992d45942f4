/** Number of a key that an input method takes. Safari reports the Enter that ends a text so, and says nothing else: its text is written by then. */
const taken = 229;

/** Action of the browser itself at a key: it sends a form, or closes a dialog. */
const acting = ['Enter', 'Escape'];

// People who write Chinese, Japanese or Korean choose a word by Enter and discard it by Escape. This handler comes
// first and keeps those keys from all others.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === taken) {
      event.stopImmediatePropagation();
      if (acting.includes(event.key)) {
        event.preventDefault();
      }
    }
  },
  { capture: true },
);
