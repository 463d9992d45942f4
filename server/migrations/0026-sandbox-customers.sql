-- As at Stripe: a crash may leave a customer behind that nobody uses, and another is made.
drop index sandbox.customers_reference;

comment on table sandbox.customers is 'Who pays; one per subscription of the product is in use.';
