/** Everything that tests in `app/` may use of the server. */
export { expectRefusal } from './harness/wire-client.ts';
export { createProduct } from './product.ts';
export type { World } from './promised-scene.ts';
export { definePromises, holdPromises, type Promises } from './promises.ts';
