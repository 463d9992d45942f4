/** As many cards in a row as fit. */
export const listStyle = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))]';
