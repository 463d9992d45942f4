/** Header by which our web asks for a cookie session, with the value `cookie`. */
export const sessionHeader = 'x-hearth-session';
