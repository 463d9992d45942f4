export function readShapes(): object;
