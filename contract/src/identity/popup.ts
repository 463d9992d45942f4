/** Page that Google's SDK opens for a sign-in at a provider, and the frame in which it waits for the outcome. */
export const popupHandlerPath = '/emulator/auth/handler';
export const popupFramePath = '/emulator/auth/iframe';

/** Begins the state of a sign-in that this page began, so that its answer is led back to it. */
export const popupStateMark = 'popup.';
