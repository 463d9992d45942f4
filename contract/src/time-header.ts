/** Header of every answer of the API: the time that the product goes by, in ISO 8601. */
export const timeHeader = 'x-hearth-time';
