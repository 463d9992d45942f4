import { cleanup, configure } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as React from 'react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

/**
 * No style sheet is loaded here, so what an element says itself is all there is; happy-dom works it
 * out through all its ancestors, which takes a third of the time.
 */
function readOwnStyle(compute: typeof window.getComputedStyle): typeof window.getComputedStyle {
  return (element, pseudoElement) =>
    element instanceof HTMLElement && !saysMore(element)
      ? element.style
      : compute(element, pseudoElement);
}

// Files share a worker and its window: each of them runs this, and only the first replaces the method.
if (!Object.hasOwn(window, readOwnStyle.name)) {
  window.getComputedStyle = readOwnStyle(window.getComputedStyle.bind(window));
  Object.defineProperty(window, readOwnStyle.name, { value: true });
}

function saysMore(element: HTMLElement): boolean {
  return element.hidden !== false || ['DETAILS', 'DIALOG'].includes(element.tagName);
}

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;

/**
 * React takes a stack of each element for its developer tools, up to 10,000 within a second. This says
 * that they are taken: stacks cost a tenth of the time.
 */
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

// Tests read a date as people do, with plain spaces in it.
vi.mock('../src/shared/i18n/in-one-line.ts', () => ({ inOneLine: (text: string) => text }));

// On a machine that has much to do an answer takes as long as a lazy page.
configure({ asyncUtilTimeout: 60_000 });

// Testing Library does this once, which is for the first file of a worker only.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(cleanup);
// Puts a clipboard in place, which the file before may have taken along.
beforeEach(() => void userEvent.setup());

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  // An address can name the language, which the next file would be shown in.
  history.replaceState(null, '', '/');
});
