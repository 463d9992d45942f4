export { ApiError } from '../api-error.ts';
export { ApiProvider, useApi } from './api-provider.tsx';
export { type Api, createApi } from './create-api.ts';
