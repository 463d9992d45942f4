/** What in the answer of a call, named as `GET /v1/customers/{id}`, is not as declared. */
export function createAnswerCheck(): (operation: string, answer: object) => string[];
