import * as contract from '@hearth/contract';
import { read } from '../operation.ts';
import { findInvoices, findPeople, findProjects } from './customer-store.ts';

/** People, projects and invoices that a text names in part. */
export const findCustomers = read(contract.findCustomers, async ({ text }, { db }) => ({
  people: await findPeople(db, text),
  projects: await findProjects(db, text),
  invoices: await findInvoices(db, text),
}));
