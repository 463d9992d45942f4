type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

// Listeners of the window hear of the back button in their order, so this one is there before the router's.
window.addEventListener('popstate', (event) => guard?.(event));

/** Sets who hears of the back button before the router does. */
export function guardBackButton(next: Guard | undefined): void {
  guard = next;
}
