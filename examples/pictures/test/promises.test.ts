import { holdPromises } from '@hearth/server/testing';
import { server } from '../server/index.ts';
import { promises } from './index.ts';

holdPromises(server, promises, new URL('../', import.meta.url));
