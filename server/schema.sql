-- The tables that all migrations together make, for people who read them. Nothing runs this file:
-- `npm run schema` writes it, and a test fails where it is old. Functions stand in the migrations.
-- Schema public: Hearth's own tables. Schema sandbox: those of the Stripe emulator, which local mode uses.

create sequence billing_readings;

create sequence versions;

-- Addresses that an operator has invited to create an account. Each is removed when it expires, or with the account that has proven the address.
create table account_invitations (
  -- Lower-cased address.
  email text not null,
  -- Names the invitation in the audit, which holds no addresses.
  id text not null,
  -- When it was mailed first.
  created_at timestamp with time zone not null,
  -- Moves on when it is mailed again.
  expires_at timestamp with time zone not null,
  constraint account_invitations_pkey PRIMARY KEY (email),
  constraint account_invitations_id_key UNIQUE (id),
  constraint account_invitations_email_lower CHECK ((email = lower(email)))
);
CREATE INDEX account_invitations_expires_at ON public.account_invitations USING btree (expires_at);

-- People who can sign in. The profile document users/{uid} is a view of the same row.
create table accounts (
  -- uid, also `sub` of ID tokens: 28 letters and digits, or 1 to 128 printable characters of ASCII if it comes from another product.
  id text not null,
  -- Lower-cased address; one account per address.
  email text not null,
  -- Whether the person proved that the mailbox is theirs.
  email_verified boolean not null default false,
  -- Full name as the person writes it, or empty.
  display_name text not null default ''::text,
  -- http(s) address of a picture, or empty.
  avatar_url text not null default ''::text,
  -- Tag of the language of mails and screens; null until chosen.
  language text,
  -- In PHC form: argon2id, or that of another product until the next sign-in; null for accounts that only use a provider.
  password_hash text,
  -- When the password was last set.
  password_changed_at timestamp with time zone,
  -- Since when an operator keeps the account out; null while it may sign in.
  disabled_at timestamp with time zone,
  -- Last time that a session was opened.
  last_signed_in_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  -- Whether the person hid the list of first steps; it is not shown again.
  checklist_hidden boolean not null default false,
  -- Look of the interface on every device; null until chosen, which looks as the device does.
  theme text,
  -- Grows with each change that programs can see. Kept by triggers.
  version bigint not null default nextval('versions'::regclass),
  -- Second factors that a sign-in must show one of. Kept by a trigger.
  factor_count smallint not null default 0,
  -- Has signed in by a mailed link or code, so SDKs list it among the ways to sign in.
  email_link boolean not null default false,
  -- Custom claims: fields that each ID token of the account has beside its own; null for none.
  claims jsonb,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key UNIQUE (email),
  constraint accounts_avatar_url_check CHECK ((length(avatar_url) <= 2048)),
  constraint accounts_display_name_check CHECK ((length(display_name) <= 200)),
  constraint accounts_email_lower CHECK ((email = lower(email))),
  constraint accounts_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text])))
);
CREATE INDEX accounts_found ON public.accounts USING gin (fold_name(((((display_name || ' '::text) || email) || ' '::text) || id)) gin_trgm_ops);
CREATE INDEX accounts_unverified_created_at ON public.accounts USING btree (created_at) WHERE (NOT email_verified);
CREATE TRIGGER accounts_raise_version BEFORE UPDATE OF email, email_verified, display_name, avatar_url, language, disabled_at ON public.accounts FOR EACH ROW WHEN (((((((old.email IS DISTINCT FROM new.email) OR (old.email_verified IS DISTINCT FROM new.email_verified)) OR (old.display_name IS DISTINCT FROM new.display_name)) OR (old.avatar_url IS DISTINCT FROM new.avatar_url)) OR (old.language IS DISTINCT FROM new.language)) OR (old.disabled_at IS DISTINCT FROM new.disabled_at))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER accounts_relist_member AFTER UPDATE OF display_name, email ON public.accounts FOR EACH ROW WHEN (((old.display_name <> new.display_name) OR (old.email <> new.email))) EXECUTE FUNCTION relist_member();
CREATE TRIGGER accounts_write_event AFTER INSERT OR DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION write_account_event();
CREATE TRIGGER accounts_write_update AFTER UPDATE ON public.accounts FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION write_account_event();

-- Codes of mailed links; one that is spent is removed. A living RECOVER_EMAIL code also keeps its address from everybody else.
create table action_codes (
  -- SHA-256 of the code; the code itself is only in the mail.
  code_hash bytea not null,
  -- Null where a reset was asked for an unknown address: the same work, and no use.
  account_id text,
  type text not null,
  -- The account's address when the code was made; for RECOVER_EMAIL the one that comes back; for REVERT_VERIFICATION the one that was verified; for CONFIRM_EMAIL_CHANGE the new one.
  email text not null,
  -- Address to change to; for RECOVER_EMAIL the one that it was changed to; for CONTEST_RECOVERY the one that came back.
  new_email text,
  -- When the code was made; for REVERT_VERIFICATION that is when the address was verified.
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- Browser or program that asked for the link, as it named itself. The page behind the link shows it. Null for codes of earlier versions, of operators, and of unknown addresses.
  user_agent text,
  -- For REVERT_LINK the provider that was linked, for REVERT_UNLINK the one that was unlinked: `google.com`.
  link_provider text,
  -- The person's id at that provider.
  link_subject text,
  -- Address as the provider gave it last; null when it gave none. Brought back with the link.
  link_email text,
  -- Name as the provider gave it last, or empty. Brought back with the link.
  link_display_name text,
  -- Picture as the provider gave it last, or empty. Brought back with the link.
  link_photo_url text,
  -- For PASSWORD_RESET: the press on another link has chosen which providers stay, so the reset removes none.
  keeps_links boolean not null default false,
  -- For VERIFY_AND_CHANGE_EMAIL and RECOVER_EMAIL: sign-in of the session that asked for the change, if it was no sign-up. Undoing the change undoes what was done since.
  undoes_since timestamp with time zone,
  constraint action_codes_pkey PRIMARY KEY (code_hash),
  constraint action_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint action_codes_link_check CHECK (((type = ANY (ARRAY['REVERT_LINK'::text, 'REVERT_UNLINK'::text])) = ((link_provider IS NOT NULL) AND (link_subject IS NOT NULL)))),
  constraint action_codes_type_check CHECK (((type = ANY (ARRAY['VERIFY_EMAIL'::text, 'PASSWORD_RESET'::text, 'VERIFY_AND_CHANGE_EMAIL'::text, 'RECOVER_EMAIL'::text, 'REVERT_VERIFICATION'::text, 'REVERT_LINK'::text, 'REVERT_UNLINK'::text, 'REVERT_FACTORS'::text])) OR (type = 'CONTEST_RECOVERY'::text) OR (type = ANY (ARRAY['CONFIRM_EMAIL_CHANGE'::text, 'STOP_EMAIL_CHANGE'::text])) OR (type = 'KEEP_ACCOUNT'::text)))
);
CREATE INDEX action_codes_account_id ON public.action_codes USING btree (account_id);
CREATE INDEX action_codes_expires_at ON public.action_codes USING btree (expires_at);
CREATE INDEX action_codes_held_addresses ON public.action_codes USING btree (email) WHERE (type = 'RECOVER_EMAIL'::text);
CREATE INDEX action_codes_reset_addresses ON public.action_codes USING btree (email) WHERE (type = 'PASSWORD_RESET'::text);

-- Changes of address that operators have begun, while they wait: the new mailbox has to confirm, and the old one may stop them. Ended ones are removed.
create table address_changes (
  account_id text not null,
  -- New address, in lower case.
  email text not null,
  begun_at timestamp with time zone not null,
  -- It does not take effect before.
  takes_effect_at timestamp with time zone not null,
  -- It is given up then, unless it can take effect.
  gives_up_at timestamp with time zone not null,
  -- When the new mailbox confirmed it; null until then.
  confirmed_at timestamp with time zone,
  constraint address_changes_pkey PRIMARY KEY (account_id),
  constraint address_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint address_changes_email_lower CHECK ((email = lower(email)))
);
CREATE INDEX address_changes_takes_effect_at ON public.address_changes USING btree (takes_effect_at);

-- Keys with which the operator's own programs call the server API. Revoked ones stay, so that it is known what they were.
create table api_keys (
  -- Public part of the key: 12 letters and digits.
  id text not null,
  -- What the operator calls it: the program that uses it.
  name text not null,
  -- SHA-256 of the whole key; the key itself is never stored.
  key_hash bytea not null,
  -- Rights of the key, such as `standing:read`.
  scopes text[] not null,
  created_at timestamp with time zone not null,
  -- From when on it opens nothing; null for a key that does not expire.
  expires_at timestamp with time zone,
  -- Last use, written at most every 5 minutes; null before the first one.
  last_used_at timestamp with time zone,
  -- Since when it opens nothing; null while it is in use.
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0))
);

-- Old and new values of an event, and amounts. Beside the audit, since they may name a card.
create table audit_details (
  event_id bigint not null,
  -- As `ActivityDetails` of the contract; the inviter by uid.
  details jsonb not null,
  -- uid of the person whose card is named; the card is erased with the account.
  payer_id text,
  constraint audit_details_pkey PRIMARY KEY (event_id),
  constraint audit_details_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id)
);
CREATE INDEX audit_details_payer ON public.audit_details USING btree (payer_id) WHERE (payer_id IS NOT NULL);

-- Who did what to what, and when. Append-only; holds ids, never personal data.
create table audit_events (
  id bigint not null generated always as identity,
  -- Noun and past participle: `subscription.created`.
  action text not null,
  -- uid of the person; null when the product itself acted.
  actor_id text,
  -- Id of the account, subscription, invite … that changed.
  subject_id text not null,
  -- Subscription in whose activity the event is listed, if any.
  subscription_id text,
  happened_at timestamp with time zone not null,
  constraint audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_actor ON public.audit_events USING btree (actor_id);
CREATE INDEX audit_events_answers ON public.audit_events USING btree (subject_id) WHERE (action = ANY (ARRAY['invite.accepted'::text, 'invite.rejected'::text]));
CREATE INDEX audit_events_subject ON public.audit_events USING btree (subject_id, id) WHERE (subscription_id IS NULL);
CREATE INDEX audit_events_subscription ON public.audit_events USING btree (subscription_id, id) WHERE (subscription_id IS NOT NULL);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_rewrite();

-- Names in the activity whose own row is gone: people who left, and invites that ended long ago. Personal data, hence beside the audit; erased with the account.
create table audit_names (
  -- uid of a person who left, or id of an invite whose row was removed.
  id text not null,
  -- Subscription that knew them by this name; it does not learn a later one.
  subscription_id text not null,
  -- Name of the person, else their address; of an invite its address.
  name text not null,
  constraint audit_names_pkey PRIMARY KEY (id, subscription_id)
);
CREATE INDEX audit_names_name ON public.audit_names USING btree (name);

-- From where an event came. Personal data, hence apart and erasable.
create table audit_origins (
  event_id bigint not null,
  address text not null,
  user_agent text not null,
  constraint audit_origins_pkey PRIMARY KEY (event_id),
  constraint audit_origins_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id)
);

-- Pictures of social providers, served through our own origin.
create table avatars (
  -- Unguessable last part of the picture's address; another picture gets another one.
  id text not null,
  account_id text not null,
  -- Where the provider keeps the picture.
  source_url text not null,
  content_type text,
  -- The picture; null until somebody first looks at it.
  content bytea,
  -- When it was last asked for at the provider.
  tried_at timestamp with time zone,
  constraint avatars_pkey PRIMARY KEY (id),
  constraint avatars_account_key UNIQUE (account_id),
  constraint avatars_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

-- Backups that were written whole and read back. Their age is watched; the files are where they were written.
create table backups (
  id bigint not null generated always as identity,
  -- Instant that the backup shows.
  taken_at timestamp with time zone not null,
  -- Whether the schedule took it; false for a command of the operator.
  scheduled boolean not null,
  constraint backups_pkey PRIMARY KEY (id)
);
CREATE INDEX backups_taken_at ON public.backups USING btree (taken_at);

-- What the payment provider has for a subscription, as it was last read.
create table billing_accounts (
  subscription_id text not null,
  customer_id text,
  -- What is charged; on the free plan the price of 0, or null where nothing was ever paid.
  provider_subscription_id text,
  -- A first payment of a free subscription that waits for the person; takes effect once it is paid.
  next_provider_subscription_id text,
  -- Who pays and where; null until given, and after the owner has changed.
  details jsonb,
  -- The default card: brand, last digits, expiry.
  card jsonb,
  period_end timestamp with time zone,
  next_amount integer,
  next_currency text,
  -- Number of the reading that this row shows; an older reading never overwrites it.
  reading bigint not null default 0,
  -- A payment is under way that the bank wants the person to confirm.
  awaits_person boolean not null default false,
  -- Minor units per period that the provider charges for them; null once it has ended.
  price_amount integer,
  price_currency text,
  -- When next_amount was read; null while it has to be read again before it is shown.
  next_read_at timestamp with time zone,
  -- Start of the period that is paid or owed; null where there is none.
  period_start timestamp with time zone,
  -- When refunds and disputes were read last; null where they never were.
  returns_read_at timestamp with time zone,
  -- When the subscription ends by itself, as its owner asked or as was set at the provider; null where it goes on.
  ends_at timestamp with time zone,
  -- Subtotal, discount and tax of next_amount in minor units; what is missing or over is the customer's balance.
  next_parts jsonb,
  -- The default card is gone at the provider; no other one has taken over yet, and the owner was not told.
  is_card_lost boolean not null default false,
  -- When name and address of the payer before were removed at the provider; invoices from before name that one. Null where nobody paid before.
  payer_since timestamp with time zone,
  -- Account at the provider that has the customer; null until it was read, and where the key may not read it.
  provider_account text,
  -- Mode of the keys that have last read the customer; null until it was read.
  provider_mode text,
  -- When the provider's list of running subscriptions last showed the one that is charged; null for never.
  listed_at timestamp with time zone,
  -- When the project is compared with the provider one by one again; null for at once.
  compare_at timestamp with time zone,
  -- Minor units that failed renewals have left to pay; null where nothing is owed, or before it is read.
  owed_amount integer,
  owed_currency text,
  -- When their payment failed last, as far as readings show it.
  failed_at timestamp with time zone,
  -- When the provider tries it again; null where it does not.
  retry_at timestamp with time zone,
  -- When the provider's list showed the project otherwise than its rows; null once it was compared one by one.
  differs_since timestamp with time zone,
  -- When the running trial ends and the first payment is due; null outside a trial.
  trial_ends_at timestamp with time zone,
  -- Whether the provider charges renewals without the tax that it should compute, because it does not know the place.
  tax_stopped boolean not null default false,
  -- When the scheduled plan change takes effect; null where none is scheduled.
  scheduled_at timestamp with time zone,
  -- Whether renewals have no tax because it was bought before the operator had taxes computed.
  bought_untaxed boolean not null default false,
  -- The amount where it does not fit into `next_amount`, which then has the nearest that does; else null.
  next_amount_wide bigint,
  -- As next_amount_wide.
  price_amount_wide bigint,
  -- As next_amount_wide.
  owed_amount_wide bigint,
  -- Whether the next renewal is not collected, because somebody has paused the payments in the provider's dashboard.
  collection_paused boolean not null default false,
  -- Items that the provider charges: [{role, price, quantity}]; null if none were read or none are charged.
  items jsonb,
  -- Items that the provider charges from scheduled_at on, without being asked again; null if no change is scheduled.
  scheduled_items jsonb,
  -- Until when renewals cost nothing because an operator gave that time; null if none was given.
  free_until timestamp with time zone,
  constraint billing_accounts_pkey PRIMARY KEY (subscription_id),
  constraint billing_accounts_customer_key UNIQUE (customer_id),
  constraint billing_accounts_provider_subscription_key UNIQUE (provider_subscription_id),
  constraint billing_accounts_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint billing_accounts_check CHECK (((price_amount IS NULL) = (price_currency IS NULL))),
  constraint billing_accounts_owed CHECK ((((owed_amount IS NULL) = (owed_currency IS NULL)) AND ((owed_amount IS NULL) = (failed_at IS NULL)))),
  constraint billing_accounts_price_currency_check CHECK ((price_currency ~ '^[a-z]{3}$'::text)),
  constraint billing_accounts_provider_mode_check CHECK ((provider_mode = ANY (ARRAY['live'::text, 'test'::text])))
);
CREATE INDEX billing_accounts_compare_at ON public.billing_accounts USING btree (compare_at NULLS FIRST) WHERE (customer_id IS NOT NULL);
CREATE INDEX billing_accounts_last4 ON public.billing_accounts USING btree (((card ->> 'last4'::text)));
CREATE INDEX billing_accounts_next_charge ON public.billing_accounts USING btree (period_end) WHERE (price_amount > 0);
CREATE TRIGGER billing_accounts_write_failure AFTER UPDATE OF failed_at ON public.billing_accounts FOR EACH ROW WHEN (((new.failed_at IS NOT NULL) AND (old.failed_at IS DISTINCT FROM new.failed_at))) EXECUTE FUNCTION write_failed_payment();

-- Payments that were declined lately. Two of them ask an unverified account to verify. Removed after a day.
create table card_declines (
  id bigint not null generated always as identity,
  -- uid of who asked for the payment; a bare id, since the row may outlive the account by a day.
  account_id text not null,
  -- When the provider said no.
  declined_at timestamp with time zone not null,
  constraint card_declines_pkey PRIMARY KEY (id)
);
CREATE INDEX card_declines_account ON public.card_declines USING btree (account_id, declined_at);
CREATE INDEX card_declines_declined_at ON public.card_declines USING btree (declined_at);

-- How far local mode has moved product time ahead of the machine's; no row means not at all.
create table clock_offset (
  only_row boolean not null default true,
  offset_ms bigint not null,
  constraint clock_offset_pkey PRIMARY KEY (only_row),
  constraint clock_offset_only_row_check CHECK (only_row)
);

-- Customer of a first purchase whose card was declined; the account's next purchase uses it, and after a day it is removed.
create table declined_customers (
  account_id text not null,
  customer_id text not null,
  declined_at timestamp with time zone not null,
  constraint declined_customers_pkey PRIMARY KEY (account_id),
  constraint declined_customers_customer_key UNIQUE (customer_id)
);

-- Mailed links and codes that sign in whoever reads the mailbox, whether the address has an account or not. Used ones stay for two days, because codes and wrong tries of a day are counted.
create table email_sign_ins (
  -- SHA-256 of the code in the link.
  link_hash bytea not null,
  email text not null,
  -- SHA-256 of the secret of the browser that asked on our own page; null for SDKs.
  binding_hash bytea,
  -- SHA-256 of that secret and the six digits, which alone could be guessed; null if the mail has none.
  code_hash bytea,
  -- Wrong codes so far.
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  -- Origin of the app that the link leads to; null for our own page.
  site text,
  constraint email_sign_ins_pkey PRIMARY KEY (link_hash),
  constraint email_sign_ins_code_bound CHECK (((code_hash IS NULL) OR (binding_hash IS NOT NULL)))
);
CREATE INDEX email_sign_ins_created_at ON public.email_sign_ins USING btree (created_at);
CREATE INDEX email_sign_ins_email ON public.email_sign_ins USING btree (email, created_at);

-- Why sessions ended, for the device that still holds the refresh token; it opens nothing any more. Forgotten after 30 days.
create table ended_sessions (
  -- SHA-256 of the refresh token, as it was in `sessions`.
  refresh_token_hash bytea not null,
  -- Whose session it was.
  account_id text not null,
  -- What ended it.
  reason text not null,
  -- When it ended.
  ended_at timestamp with time zone not null,
  constraint ended_sessions_pkey PRIMARY KEY (refresh_token_hash),
  constraint ended_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint ended_sessions_reason_check CHECK ((reason = ANY (ARRAY['password-changed'::text, 'sign-in-changed'::text, 'ended-elsewhere'::text, 'operator'::text])))
);
CREATE INDEX ended_sessions_account_id ON public.ended_sessions USING btree (account_id);
CREATE INDEX ended_sessions_ended_at ON public.ended_sessions USING btree (ended_at);

-- What changed, for programs: written by triggers in the transaction of the change, and kept 30 days.
create table events (
  id text not null default ('evt_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)),
  -- Order within a step, which is that of writing.
  "position" bigint not null generated always as identity,
  -- Place in the list: number of the step in which it was found committed, above all earlier ones; the greatest bigint until then. In events of before 0096 that of the transaction, and negative for what a restore brought.
  xact bigint not null default '9223372036854775807'::bigint,
  -- Noun and past participle: `subscription.updated`.
  type text not null,
  -- uid, or id of the subscription or the invoice.
  subject_id text not null,
  -- The subject after the change. Of a deleted account its uid alone, in earlier events too.
  data jsonb not null,
  created_at timestamp with time zone not null,
  constraint events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_created_at ON public.events USING btree (created_at);
CREATE INDEX events_order ON public.events USING btree (xact, "position");
CREATE INDEX events_subject ON public.events USING btree (subject_id);
CREATE TRIGGER events_queue_deliveries AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.type <> 'webhook.test'::text)) EXECUTE FUNCTION queue_deliveries();

-- Sign-ins for front ends on other origins, as the package oidc-provider keeps them: interactions, grants, codes and refresh tokens. Gone with the session that they belong to.
create table hosted_sign_ins (
  -- `Interaction`, `Grant`, `AuthorizationCode` or `RefreshToken`.
  model text not null,
  -- SHA-256 of the id, which is the secret of a code or a refresh token.
  id_hash bytea not null,
  -- Grant that a row belongs to, its own id in a grant: all of them are revoked together.
  grant_id text,
  -- Null in an interaction.
  account_id text,
  -- Session of Hearth that the sign-in belongs to; null in an interaction.
  session_id text,
  -- Of an interaction: SHA-256 of the cookie of the browser that began it, which alone may finish it.
  browser_hash bytea,
  -- The package's own fields, without the id.
  payload jsonb not null,
  -- First use of a code or a refresh token. A second use revokes the grant; that of a refresh token within 10 seconds does not while its successor is unused.
  consumed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  -- From when on it opens nothing and is removed.
  expires_at timestamp with time zone not null,
  constraint hosted_sign_ins_pkey PRIMARY KEY (model, id_hash),
  constraint hosted_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint hosted_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX hosted_sign_ins_account ON public.hosted_sign_ins USING btree (account_id);
CREATE INDEX hosted_sign_ins_expires_at ON public.hosted_sign_ins USING btree (expires_at);
CREATE INDEX hosted_sign_ins_grant ON public.hosted_sign_ins USING btree (grant_id);
CREATE INDEX hosted_sign_ins_session ON public.hosted_sign_ins USING btree (session_id);

-- Sign-ins at other providers that open an account. An identity is provider plus subject, never an address.
create table identity_links (
  account_id text not null,
  -- Firebase's id of the provider: `google.com`.
  provider text not null,
  -- The person's id at the provider; never reused there, unlike addresses.
  subject text not null,
  -- Address as the provider gave it last; null when it gave none.
  email text,
  -- Name as the provider gave it last, or empty.
  display_name text not null default ''::text,
  -- Picture as the provider gave it last, or empty.
  photo_url text not null default ''::text,
  linked_at timestamp with time zone not null,
  constraint identity_links_identity_key PRIMARY KEY (provider, subject),
  constraint identity_links_account_key UNIQUE (account_id, provider),
  constraint identity_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

-- Name of this installation in the metadata of what it makes at the payment provider; a restored backup keeps it.
create table installation (
  id text not null,
  only_one boolean not null default true,
  -- When another installation was first seen at the same account of the provider, which is warned about once.
  shared_since timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_one UNIQUE (only_one),
  constraint installation_only_one CHECK (only_one)
);

-- Changes of money, written before the provider is asked; a job finishes what a crash left open. Ended ones are removed after 90 days.
create table intents (
  -- Also the idempotency key of its steps at the provider, and in the metadata of what they make.
  id text not null,
  kind text not null,
  subscription_id text not null,
  account_id text not null,
  -- The client's idempotency key, or one made of the request, which counts for a minute.
  request_key text not null,
  request_hash bytea not null,
  -- What was asked; without addresses and e-mail once it has ended.
  input jsonb not null,
  status text not null,
  -- What the caller was or will be answered: a result, or a refusal.
  outcome jsonb,
  created_at timestamp with time zone not null,
  -- Until then somebody is at work on it.
  leased_until timestamp with time zone not null,
  -- Whether it decides itself what becomes of plan and status; while it is open, a projection leaves both as they are.
  decides boolean not null default true,
  -- Order in which intents began.
  number bigint not null generated always as identity,
  -- Part of its idempotency keys, from 1: counts answers of failure that the provider repeats for a key.
  key_number integer not null default 0,
  -- When the provider first answered the present keys with such a failure; null where it has not.
  failed_at timestamp with time zone,
  constraint intents_pkey PRIMARY KEY (id),
  constraint intents_outcome CHECK (((outcome IS NULL) = (status = 'open'::text))),
  constraint intents_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX intents_ended ON public.intents USING btree (leased_until) WHERE (status <> 'open'::text);
CREATE INDEX intents_lease ON public.intents USING btree (leased_until) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX intents_open ON public.intents USING btree (subscription_id) WHERE ((status = 'open'::text) AND (kind <> 'forget-payer'::text));
CREATE UNIQUE INDEX intents_open_forgetting ON public.intents USING btree (subscription_id) WHERE ((status = 'open'::text) AND (kind = 'forget-payer'::text));
CREATE UNIQUE INDEX intents_request ON public.intents USING btree (account_id, kind, request_key);
CREATE INDEX intents_subscription ON public.intents USING btree (subscription_id);

-- Who is asked into which subscription. Removed 90 days after their end, and with the invited account.
create table invites (
  -- In the copied link; it names the invite and proves nothing.
  id text not null,
  subscription_id text not null,
  -- Lower-cased address; at most one pending per subscription.
  email text not null,
  -- Permission keys that the person will hold; always with the default one.
  permissions text[] not null,
  -- SHA-256 of the secret in the mailed link, which proves the mailbox; the secret itself is never stored.
  token_hash bytea not null,
  -- A pending one counts as expired from expires_at on, whether or not it has been flipped yet.
  status text not null,
  -- uid of who invited; a bare id, since the invite outlives their account.
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  -- When it was accepted, rejected, revoked, flipped to expired, or ended with its canceled subscription.
  ended_at timestamp with time zone,
  -- uid of who revoked or rejected it, and may undo that for a minute; null where it ended with something else.
  ended_by text,
  -- Hash of the secret in the mail before the last one; both links work.
  previous_token_hash bytea,
  constraint invites_pkey PRIMARY KEY (id),
  constraint invites_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint invites_email_lower CHECK ((email = lower(email))),
  constraint invites_ended CHECK (((ended_at IS NULL) = (status = 'pending'::text))),
  constraint invites_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint invites_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'revoked'::text, 'expired'::text])))
);
CREATE INDEX invites_email ON public.invites USING btree (email);
CREATE INDEX invites_ended_at ON public.invites USING btree (ended_at);
CREATE UNIQUE INDEX invites_pending ON public.invites USING btree (subscription_id, email) WHERE (status = 'pending'::text);
CREATE INDEX invites_pending_email ON public.invites USING btree (email) WHERE (status = 'pending'::text);
CREATE INDEX invites_pending_expires_at ON public.invites USING btree (expires_at) WHERE (status = 'pending'::text);
CREATE INDEX invites_pending_invited_by ON public.invites USING btree (invited_by, subscription_id) WHERE (status = 'pending'::text);

-- Invoices as the provider last showed them.
create table invoices (
  id text not null,
  subscription_id text not null,
  number text,
  created_at timestamp with time zone not null,
  -- Minor units.
  total integer not null,
  currency text not null,
  status text not null,
  -- Minor units that went back to the payer; null in a row of an earlier version until it is read.
  refunded integer,
  -- Minor units that credit notes take off; null in a row of an earlier version until it is read.
  credited integer,
  -- Minor units that the payer's bank asks back, or did.
  disputed integer not null default 0,
  -- How the newest dispute stands; null where there was none.
  dispute text,
  -- Somebody has marked it as paid; the provider took no money for it.
  paid_outside boolean not null default false,
  -- End of the time that it charges for; null where it charges for none, and for rows of an earlier version until they are read.
  paid_until timestamp with time zone,
  -- Part of the total that credit left to pay, in minor units; null in rows of an earlier version until they are read.
  due integer,
  -- Sum before discount and added tax, in minor units; null without discount and tax, and for rows of an earlier version until they are read.
  subtotal integer,
  -- Minor units that discounts took off; null where none did.
  discount integer,
  -- Tax in minor units, added to the price or part of it; null where none was computed.
  tax integer,
  -- The amount where it does not fit into `total`, which then has the nearest that does; else null. Also of the columns below.
  total_wide bigint,
  -- As total_wide.
  due_wide bigint,
  -- As total_wide.
  subtotal_wide bigint,
  -- As total_wide.
  discount_wide bigint,
  -- As total_wide.
  tax_wide bigint,
  -- As total_wide.
  refunded_wide bigint,
  -- As total_wide.
  credited_wide bigint,
  -- As total_wide.
  disputed_wide bigint,
  -- Whether no person is shown it: a draft that the provider does not collect by itself, or a void invoice of a purchase or plan change that did not happen.
  hidden boolean not null default false,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint invoices_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX invoices_found ON public.invoices USING gin (fold_name(((COALESCE(number, ''::text) || ' '::text) || id)) gin_trgm_ops);
CREATE INDEX invoices_subscription ON public.invoices USING btree (subscription_id, created_at DESC, id DESC);
CREATE TRIGGER invoices_write_paid AFTER INSERT ON public.invoices FOR EACH ROW WHEN ((new.status = 'paid'::text)) EXECUTE FUNCTION write_invoice_event();
CREATE TRIGGER invoices_write_payment AFTER UPDATE ON public.invoices FOR EACH ROW WHEN (((new.status = 'paid'::text) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION write_invoice_event();

-- Browsers on which an account was signed in before; their sign-ins are counted apart from those of strangers.
create table known_devices (
  -- Whom the mark counts for; a browser has another mark for each account.
  account_id text not null,
  -- SHA-256 of the random mark; the mark itself is only in the browser's cookie.
  mark_hash bytea not null,
  -- First sign-in with this mark, or the reset by mail that gave it.
  created_at timestamp with time zone not null,
  -- Last sign-in with this mark; a year later it is forgotten.
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (account_id, mark_hash),
  constraint known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_last_used_at ON public.known_devices USING btree (last_used_at);

create table kysely_migration (
  name character varying(255) not null,
  "timestamp" character varying(255) not null,
  constraint kysely_migration_pkey PRIMARY KEY (name)
);

create table kysely_migration_lock (
  id character varying(255) not null,
  is_locked integer not null default 0,
  constraint kysely_migration_lock_pkey PRIMARY KEY (id)
);

-- What each finalized invoice that is not void says about money; written again with its invoice.
create table ledger (
  id bigint not null generated always as identity,
  invoice_id text not null,
  subscription_id text not null,
  -- What was sold (charge, a line of the invoice without tax and discount), what an operator took off of it (given), its tax, what the customer's balance took off or added, and what credit notes took off before the payment make what was due; paid and paid-outside make what was paid, and refunded and disputed what went back of it.
  kind text not null,
  -- Minor units; below zero where it lowers what is due, or where cash went back.
  amount bigint not null,
  currency text not null,
  -- When it was invoiced, or paid.
  at timestamp with time zone not null,
  -- When the invoice was made.
  invoiced_at timestamp with time zone not null,
  -- Price of a charge at the provider; null where the line names none.
  price_id text,
  -- Of the price; null where the line names none.
  quantity integer,
  -- Start of the time that a charge is for; null where it is for none.
  starts_at timestamp with time zone,
  -- End of the time that a charge is for; null where it is for none.
  ends_at timestamp with time zone,
  -- Of a charge: minor units before discounts, and with tax that is part of the price; null in rows of before, until they are read again, and for all others.
  gross bigint,
  -- Of a tax: minor units that it is computed of; null in rows of before, and for all others.
  taxable bigint,
  -- Of a tax: its rate at the provider, a row of tax_rates once that was read; null where the provider names none.
  tax_rate_id text,
  -- Of a tax: whether the buyer accounts for it, so that it is 0; null in rows of before, and for all others.
  reverse_charge boolean,
  constraint ledger_pkey PRIMARY KEY (id),
  constraint ledger_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id) ON DELETE CASCADE,
  constraint ledger_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint ledger_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'given'::text, 'tax'::text, 'balance'::text, 'credited'::text, 'paid'::text, 'paid-outside'::text, 'refunded'::text, 'disputed'::text])))
);
CREATE INDEX ledger_invoice ON public.ledger USING btree (invoice_id);
CREATE INDEX ledger_subscription ON public.ledger USING btree (subscription_id, invoiced_at);

-- Where mails arrive in local mode when there is no mail server: the screen /dev/mailbox.
create table mailbox_mails (
  message_id text not null,
  -- Order of the list.
  queue_number bigint not null,
  -- Lower-cased address.
  recipient text not null,
  kind text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Addresses that the mail leads to, in their order.
  links text[] not null,
  sent_at timestamp with time zone not null,
  constraint mailbox_mails_pkey PRIMARY KEY (message_id)
);
CREATE INDEX mailbox_mails_recipient ON public.mailbox_mails USING btree (recipient, queue_number);

-- Mails that were asked for. Queued in the transaction of the change, sent by a job, removed after 30 days.
create table mails (
  -- Also the key and the payload of the job that sends it.
  id text not null,
  -- Mails were asked for in this order; jobs at work side by side may send them in another.
  queue_number bigint not null generated always as identity,
  -- Null: goes nowhere, since the address is nobody's; written all the same, so that nobody can tell by the time.
  recipient text,
  language text not null,
  -- Which template: `verify-email`, `reset-password` …
  kind text not null,
  -- What the template fills in, links with secrets too; AES-256-GCM under a key derived from SECRET_KEY. Erased once sent.
  sealed_content bytea,
  -- Header Message-ID; the same at every attempt, so that a mail that arrives twice shows once.
  message_id text not null,
  created_at timestamp with time zone not null,
  -- When the mail server took it.
  sent_at timestamp with time zone,
  -- Id of the subject, for kinds of which only the latest state matters; null for all others.
  about text,
  -- Not before; its job is asked for then. Null for a mail whose job has been asked for.
  waits_until timestamp with time zone,
  -- When a job last began to send it, or the mail whose place it took; that one may be out.
  tried_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_content_until_sent CHECK (((sealed_content IS NULL) = (sent_at IS NOT NULL))),
  constraint mails_waits_unsent CHECK (((waits_until IS NULL) OR (sent_at IS NULL)))
);
CREATE INDEX mails_about ON public.mails USING btree (recipient, kind, about) WHERE (about IS NOT NULL);
CREATE INDEX mails_created_at ON public.mails USING btree (created_at);
CREATE UNIQUE INDEX mails_latest ON public.mails USING btree (recipient, kind, about) WHERE ((sent_at IS NULL) AND (about IS NOT NULL));
CREATE INDEX mails_unsent ON public.mails USING btree (id) WHERE (sent_at IS NULL);
CREATE INDEX mails_waits_until ON public.mails USING btree (waits_until) WHERE (waits_until IS NOT NULL);

-- Who holds which permissions in a subscription. The owner has a row too.
create table memberships (
  subscription_id text not null,
  account_id text not null,
  -- Permission keys of the configuration; always with the default one.
  permissions text[] not null,
  created_at timestamp with time zone not null,
  -- Folded name, else address (see fold_name): the order of the list of users. Kept by triggers.
  listed_as text not null default ''::text,
  -- Folded name and address, for searching the list of users. Kept by triggers.
  search_text text not null default ''::text,
  -- Last request in this subscription, written at most every 5 minutes; null before the first one.
  last_seen_at timestamp with time zone,
  constraint memberships_pkey PRIMARY KEY (subscription_id, account_id),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint memberships_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint memberships_permissions_check CHECK ((cardinality(permissions) > 0))
);
CREATE INDEX memberships_account_id ON public.memberships USING btree (account_id);
CREATE INDEX memberships_listed_as ON public.memberships USING btree (subscription_id, listed_as, account_id);
CREATE INDEX memberships_search_text ON public.memberships USING gin (search_text gin_trgm_ops);
CREATE TRIGGER memberships_count_deleted AFTER DELETE ON public.memberships REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_members();
CREATE TRIGGER memberships_count_inserted AFTER INSERT ON public.memberships REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_members();
CREATE TRIGGER memberships_list_member BEFORE INSERT ON public.memberships FOR EACH ROW EXECUTE FUNCTION list_member();
CREATE TRIGGER memberships_raise_version AFTER UPDATE OF permissions ON public.memberships FOR EACH ROW WHEN ((old.permissions IS DISTINCT FROM new.permissions)) EXECUTE FUNCTION raise_version_of_subscription();
CREATE TRIGGER memberships_write_event AFTER INSERT OR DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION write_membership_event();
CREATE TRIGGER memberships_write_update AFTER UPDATE OF permissions ON public.memberships FOR EACH ROW WHEN ((old.permissions IS DISTINCT FROM new.permissions)) EXECUTE FUNCTION write_membership_event();

-- What operators did to a person or a project, and each look at one. Kept when the subject is gone, then without reasons.
create table operator_acts (
  id bigint not null generated always as identity,
  -- uid, or id of a project.
  subject_id text not null,
  -- Counts the acts on the subject from 1, so that each is done once; null for a look.
  number integer,
  act text not null,
  -- uid; null for the command line.
  operator_id text,
  -- What was asked beside the act; the address in it goes with the account.
  details jsonb not null,
  reason text not null,
  -- The change of money that carries it out; null for acts without one.
  intent_id text,
  -- How a change of money ended, as far as it was read since, which the intent has before; or how a planned act ended.
  outcome jsonb,
  happened_at timestamp with time zone not null,
  -- Whether it was only noted, because it needs a second operator, who approves or declines it by an act that names its number.
  waits boolean not null default false,
  -- Minor units that the act gave away without a second operator; null if it gave nothing, was approved or waits.
  worth bigint,
  -- ISO 4217 in lower case.
  worth_currency text,
  constraint operator_acts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operator_acts_number ON public.operator_acts USING btree (subject_id, number);
CREATE INDEX operator_acts_operator ON public.operator_acts USING btree (operator_id, happened_at);
CREATE INDEX operator_acts_subject ON public.operator_acts USING btree (subject_id, id DESC);
CREATE INDEX operator_acts_waiting ON public.operator_acts USING btree (id) WHERE waits;
CREATE TRIGGER operator_acts_kept BEFORE DELETE OR TRUNCATE ON public.operator_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_act_removal();

-- Operators who see the product as a person does, without changing anything. Ended ones are removed; operator_acts keeps that there was one, and why.
create table operator_views (
  -- SHA-256 of the token, which only the operator's tab has.
  token_hash bytea not null,
  -- The person who is seen.
  account_id text not null,
  -- Session of the operator; the view ends with it.
  session_id text not null,
  -- Whether the person has a second factor, which then counts as shown.
  has_second_factor boolean not null,
  -- Fifteen minutes after the beginning.
  expires_at timestamp with time zone not null,
  constraint operator_views_pkey PRIMARY KEY (token_hash),
  constraint operator_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint operator_views_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX operator_views_account_id ON public.operator_views USING btree (account_id);
CREATE INDEX operator_views_expires_at ON public.operator_views USING btree (expires_at);
CREATE INDEX operator_views_session_id ON public.operator_views USING btree (session_id);

-- Accounts that run the product, beside those that OPERATOR_EMAILS names. Only the command line writes here; a restore leaves all out.
create table operators (
  account_id text not null,
  role text not null,
  added_at timestamp with time zone not null,
  constraint operators_pkey PRIMARY KEY (account_id),
  constraint operators_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint operators_role_check CHECK ((role = ANY (ARRAY['support'::text, 'billing'::text, 'admin'::text])))
);

-- Round through a provider's list of running subscriptions: they are compared with our rows, and those that stand for nothing here are reported.
create table orphan_searches (
  -- Which provider it is.
  provider text not null,
  -- When the newest round began.
  begun_at timestamp with time zone not null,
  -- Where the round goes on; null once it is through.
  reached_subscription text,
  -- Projects that have a running subscription of this round, whose linking failed; the next round tries again.
  unlinked text[] not null default '{}'::text[],
  constraint orphan_searches_pkey PRIMARY KEY (provider)
);

-- Projects that somebody claims after a takeover. Until an operator has decided, they are not canceled, transferred, refunded or moved to a free plan. Settled ones are removed.
create table ownership_claims (
  subscription_id text not null,
  -- Mailbox that claims it, in lower case.
  email text not null,
  -- uid that was taken over, or whose recovery is contested. Without a foreign key: a claim outlives the account.
  account_id text not null,
  -- `given-away`: the account transferred it while somebody else may have used the account; `contested`: the mailbox that lost the account to a recovery says that the account is theirs.
  reason text not null,
  claimed_at timestamp with time zone not null,
  constraint ownership_claims_pkey PRIMARY KEY (subscription_id, email),
  constraint ownership_claims_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint ownership_claims_email_lower CHECK ((email = lower(email))),
  constraint ownership_claims_reason_check CHECK ((reason = ANY (ARRAY['given-away'::text, 'contested'::text])))
);
CREATE INDEX ownership_claims_account_id ON public.ownership_claims USING btree (account_id);

-- Random texts that a passkey is to sign, for 5 minutes and one answer.
create table passkey_challenges (
  -- SHA-256 of the text.
  challenge_hash bytea not null,
  -- Account that adds a passkey; null for a sign-in.
  account_id text,
  created_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_account_id ON public.passkey_challenges USING btree (account_id);
CREATE INDEX passkey_challenges_created_at ON public.passkey_challenges USING btree (created_at);

-- Keys on people's devices that open their account without a password. Removed ones stay for a week, so that the owner of the mailbox can bring them back.
create table passkeys (
  -- Named in sessions and ID tokens as the second factor.
  id text not null,
  account_id text not null,
  -- How the device names it, in base64url.
  credential_id text not null,
  -- COSE key.
  public_key bytea not null,
  -- Uses that the device has counted, 0 if it counts none. A fall means that there is a copy.
  counter bigint not null,
  -- How the device is reached, as the browser said: internal, hybrid, usb.
  transports text[] not null,
  -- How the person calls it, else the program that keeps it, or empty.
  display_name text not null default ''::text,
  -- Browser that it was added in.
  user_agent text not null,
  added_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  -- Null while it opens the account.
  removed_at timestamp with time zone,
  -- As for second factors.
  removed_finally boolean not null default false,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_key UNIQUE (credential_id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkeys_display_name_check CHECK ((length(display_name) <= 200))
);
CREATE INDEX passkeys_account_id ON public.passkeys USING btree (account_id);
CREATE INDEX passkeys_removed_at ON public.passkeys USING btree (removed_at) WHERE (removed_at IS NOT NULL);

-- Kinds of password hashes that were imported. A sign-in that fails computes one hash of each, so that its time does not tell whether the account exists.
create table password_kinds (
  -- Algorithm, cost and length of the hash.
  kind text not null,
  -- Hash of this kind that no password is known for.
  decoy text not null,
  constraint password_kinds_pkey PRIMARY KEY (kind)
);

-- Identities that a provider has confirmed and that wait: for the account's own sign-in, or for an address.
create table pending_identities (
  -- SHA-256 of the pending token that the client holds.
  token_hash bytea not null,
  -- SHA-256 of the secret of the browser that signed in; null for SDK clients, whose pending token is all they have.
  binding_hash bytea,
  provider text not null,
  subject text not null,
  -- Address of the provider, or the one that the person named instead; null until then.
  email text,
  -- Whether the provider says so and is believed.
  email_verified boolean not null,
  -- Whether the provider runs the mailbox, so that its word proves it.
  email_authoritative boolean not null,
  display_name text not null,
  photo_url text not null,
  -- SHA-256 of the code mailed to the address that the person named.
  email_code_hash bytea,
  expires_at timestamp with time zone not null,
  constraint pending_identities_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX pending_identities_expires_at ON public.pending_identities USING btree (expires_at);

-- Sign-ins whose first factor was right and whose second one is awaited, for 5 minutes.
create table pending_sign_ins (
  -- SHA-256 of the pending credential.
  token_hash bytea not null,
  account_id text not null,
  -- The first factor: password or a provider such as google.com.
  provider text not null,
  -- Wrong codes so far.
  tries smallint not null default 0,
  created_at timestamp with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_account_id ON public.pending_sign_ins USING btree (account_id);
CREATE INDEX pending_sign_ins_created_at ON public.pending_sign_ins USING btree (created_at);

-- What somebody was shown before a plan change; for 10 minutes the change costs just that.
create table plan_previews (
  subscription_id text not null,
  plan_id text not null,
  -- Instant from which the proration was reckoned.
  shown_at timestamp with time zone not null,
  due_now integer not null,
  credit integer not null,
  constraint plan_previews_pkey PRIMARY KEY (subscription_id, plan_id),
  constraint plan_previews_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);

-- Accounts that operators have deleted, which their people can keep for some days. Ended ones are removed.
create table planned_deletions (
  account_id text not null,
  -- A job deletes the account then.
  deletes_at timestamp with time zone not null,
  constraint planned_deletions_pkey PRIMARY KEY (account_id),
  constraint planned_deletions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX planned_deletions_deletes_at ON public.planned_deletions USING btree (deletes_at);

-- Inbox: what the provider told, each once. Says what to read again, never what is true. Processed ones are removed after 35 days.
create table provider_events (
  id text not null,
  type text not null,
  customer_id text,
  created_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  -- Our subscription, where the metadata of the object says it.
  reference text,
  -- The charge of a refund or a dispute, which names no customer itself.
  charge_id text,
  constraint provider_events_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_events_customer ON public.provider_events USING btree (customer_id) WHERE (processed_at IS NULL);
CREATE INDEX provider_events_processed ON public.provider_events USING btree (processed_at) WHERE (processed_at IS NOT NULL);
CREATE INDEX provider_events_reference ON public.provider_events USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX provider_events_waiting ON public.provider_events USING btree (received_at) WHERE (processed_at IS NULL);

-- How far the inbox holds every event of a provider, whatever its messages brought besides.
create table provider_pulls (
  -- Which provider it is.
  provider text not null,
  -- Instant of the provider's clock; whatever happened before it has been fetched.
  fetched_until timestamp with time zone not null,
  -- What fetched_until becomes when the pull that is under way is through; null while none is.
  reaching_until timestamp with time zone,
  -- Oldest event that the pull under way has kept; it goes on behind it, towards older ones.
  reached_event text,
  constraint provider_pulls_pkey PRIMARY KEY (provider),
  constraint provider_pulls_under_way CHECK (((reaching_until IS NULL) = (reached_event IS NULL)))
);

-- Buckets of attempts, shared by all processes. A crash empties it, which only forgives.
create table rate_limits (
  -- SHA-256 of what is limited: a name, an address, a network.
  key_hash bytea not null,
  -- When the bucket is full again; in the past for one that is.
  full_at timestamp with time zone not null,
  -- What a full bucket holds, in milliseconds of refilling.
  room_ms bigint not null,
  constraint rate_limits_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX rate_limits_full_at ON public.rate_limits USING btree (full_at);

-- Codes that stand in for a lost authenticator app, each once.
create table recovery_codes (
  -- SHA-256 of the code, which has 80 bits and is shown once.
  code_hash bytea not null,
  account_id text not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  -- When newer codes took its place, or the last second factor went.
  removed_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_account_id ON public.recovery_codes USING btree (account_id);

-- Mails that were sent ahead of a charge, so that each is sent once. Forgotten two months after the charge.
create table reminders (
  subscription_id text not null,
  kind text not null,
  -- The charge that the mail is about.
  charge_at timestamp with time zone not null,
  constraint reminders_pkey PRIMARY KEY (subscription_id, kind, charge_at),
  constraint reminders_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint reminders_kind_check CHECK ((kind = ANY (ARRAY['renewal-ahead'::text, 'card-expiring'::text, 'trial-ending'::text])))
);
CREATE INDEX reminders_charge_at ON public.reminders USING btree (charge_at);

-- Memberships that were removed in the last minute, for undoing that. Removed afterwards, and with the account.
create table removals (
  subscription_id text not null,
  -- uid of who was removed; a bare id, since a foreign key would lock the account after the subscription.
  account_id text not null,
  -- As the membership had them, like joined_at and last_seen_at.
  permissions text[] not null,
  joined_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  -- Ids of the open invites of this person that were revoked with the removal.
  ended_invites text[] not null,
  -- Mail about the removal, which waits until undo_until and is not sent if it is undone.
  mail_id text,
  -- uid of who may undo it.
  removed_by text not null,
  undo_until timestamp with time zone not null,
  constraint removals_pkey PRIMARY KEY (subscription_id, account_id),
  constraint removals_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX removals_account_id ON public.removals USING btree (account_id);
CREATE INDEX removals_undo_until ON public.removals USING btree (undo_until);

-- Sign-ins at other providers that an account has lost, for a week: the owner of the mailbox can bring them back.
create table removed_identity_links (
  account_id text not null,
  provider text not null,
  subject text not null,
  email text,
  display_name text not null,
  photo_url text not null,
  linked_at timestamp with time zone not null,
  removed_at timestamp with time zone not null,
  constraint removed_identity_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX removed_identity_links_account_id ON public.removed_identity_links USING btree (account_id);
CREATE INDEX removed_identity_links_removed_at ON public.removed_identity_links USING btree (removed_at);

-- Backups that this database was restored from. Nothing is charged until the newest one is reconciled.
create table restores (
  id bigint not null generated always as identity,
  -- Instant that the backup shows; what happened later is not here.
  taken_at timestamp with time zone not null,
  -- When it was restored.
  restored_at timestamp with time zone not null,
  -- When our rows had been compared with everything that runs at the payment provider; null until then.
  reconciled_at timestamp with time zone,
  constraint restores_pkey PRIMARY KEY (id),
  constraint restores_order CHECK ((reconciled_at >= restored_at))
);
CREATE INDEX restores_unreconciled ON public.restores USING btree (restored_at) WHERE (reconciled_at IS NULL);

-- Authenticator apps that an account asks for after its first factor. Removed ones stay for a week, so that the owner of the mailbox can bring them back.
create table second_factors (
  -- Named in ID tokens as second_factor_identifier.
  id text not null,
  account_id text not null,
  -- How the person calls the device, or empty.
  display_name text not null default ''::text,
  -- Secret of the codes in base32, sealed with SECRET_KEY.
  sealed_secret bytea not null,
  -- Steps of 30 seconds whose codes were used lately; none is taken twice.
  spent_steps bigint[] not null default '{}'::bigint[],
  enrolled_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  -- Null while it is asked for.
  removed_at timestamp with time zone,
  -- Removed by a person who had signed in without it, so of a lost device: only the undoing of a takeover brings it back.
  removed_finally boolean not null default false,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint second_factors_display_name_check CHECK ((length(display_name) <= 200))
);
CREATE INDEX second_factors_account_id ON public.second_factors USING btree (account_id);
CREATE INDEX second_factors_removed_at ON public.second_factors USING btree (removed_at) WHERE (removed_at IS NOT NULL);
CREATE TRIGGER second_factors_count AFTER INSERT OR UPDATE OF removed_at ON public.second_factors FOR EACH ROW EXECUTE FUNCTION count_factors();
CREATE TRIGGER second_factors_count_deleted AFTER DELETE ON public.second_factors FOR EACH ROW WHEN ((old.removed_at IS NULL)) EXECUTE FUNCTION count_factors();

-- Living sign-ins. A row stands behind every ID token; ending a session removes it.
create table sessions (
  -- Claim `sid` of the session's ID tokens.
  id text not null,
  account_id text not null,
  -- SHA-256 of the refresh token; the token itself is never stored.
  refresh_token_hash bytea not null,
  -- A cookie session for life: its refresh token never stands in a body.
  cookie boolean not null,
  -- How the person signed in: `password` or a social provider.
  provider text not null,
  -- Claim `auth_time`: when the person proved who they are.
  signed_in_at timestamp with time zone not null,
  -- Last use, written at most every 5 minutes; the idle limit counts from it.
  last_seen_at timestamp with time zone not null,
  -- Absolute end, whatever the use.
  expires_at timestamp with time zone not null,
  -- Browser or program as it named itself at sign-in.
  user_agent text not null default ''::text,
  -- Network address at sign-in.
  address text not null default ''::text,
  -- Second factor that was shown; null if the account had none.
  second_factor text,
  -- Sign-in or sign-up that the session goes back to, through renewals; null for sessions of before.
  begun_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_refresh_token_key UNIQUE (refresh_token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_account_id ON public.sessions USING btree (account_id);
CREATE INDEX sessions_expires_at ON public.sessions USING btree (expires_at);

-- ES256 keys of ID tokens; the newest signs, all verify.
create table signing_keys (
  -- Header `kid` of the tokens.
  id text not null,
  -- Public half, as /.well-known/jwks.json gives it.
  public_jwk jsonb not null,
  -- Private half, AES-256-GCM under a key derived from SECRET_KEY.
  sealed_private_jwk bytea not null,
  created_at timestamp with time zone not null,
  constraint signing_keys_pkey PRIMARY KEY (id)
);

-- Sign-ins under way at a provider; each answer removes its row. Nonce and PKCE verifier are derived from the two secrets whose hashes stand here.
create table social_flows (
  -- SHA-256 of `state`, which travels through the provider.
  state_hash bytea not null,
  -- SHA-256 of the secret that only the browser that began the sign-in holds.
  binding_hash bytea not null,
  provider text not null,
  expires_at timestamp with time zone not null,
  -- Account that the provider is to be linked to, which alone may finish; null for a sign-in.
  account_id text,
  constraint social_flows_pkey PRIMARY KEY (state_hash),
  constraint social_flows_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX social_flows_expires_at ON public.social_flows USING btree (expires_at);

-- What people pay for and work in; "project" on screen.
create table subscriptions (
  id text not null,
  -- uid of the one owner; a bare id, since a canceled subscription outlives its owner's account.
  owner_id text not null,
  -- Id of a plan of the configuration.
  plan_id text not null,
  status text not null,
  -- `settings.name`; null until it is named.
  name text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  -- How many memberships it has, so that nobody counts them. Kept by triggers.
  member_count integer not null default 0,
  -- When it was canceled; null while it runs, and where an earlier version canceled it while both ran.
  ended_at timestamp with time zone,
  -- Notes of the operator's own program, text by key; members never see them.
  metadata jsonb not null default '{}'::jsonb,
  -- Grows with each change that programs can see, of its members too. Kept by triggers.
  version bigint not null default nextval('versions'::regclass),
  -- Time zone of its dates of money, by the name of the IANA; null where nobody has chosen one, which is UTC.
  time_zone text,
  -- Its owner opens it to members with a second factor only.
  requires_second_factor boolean not null default false,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'incomplete'::text, 'past_due'::text, 'unpaid'::text, 'canceled'::text])))
);
CREATE INDEX subscriptions_found ON public.subscriptions USING gin (fold_name(((COALESCE(name, ''::text) || ' '::text) || id)) gin_trgm_ops);
CREATE INDEX subscriptions_owner_id ON public.subscriptions USING btree (owner_id);
CREATE TRIGGER subscriptions_raise_version BEFORE UPDATE OF owner_id, plan_id, status, name, ended_at, metadata, member_count ON public.subscriptions FOR EACH ROW WHEN ((((((((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.plan_id IS DISTINCT FROM new.plan_id)) OR (old.status IS DISTINCT FROM new.status)) OR (old.name IS DISTINCT FROM new.name)) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR (old.metadata IS DISTINCT FROM new.metadata)) OR (old.member_count IS DISTINCT FROM new.member_count))) EXECUTE FUNCTION raise_version();
CREATE TRIGGER subscriptions_write_event AFTER INSERT ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION write_subscription_event();
CREATE TRIGGER subscriptions_write_update AFTER UPDATE ON public.subscriptions FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION write_subscription_event();

-- Tax rates of the payment provider that invoices name. The provider never changes what a rate is.
create table tax_rates (
  -- Id at the provider.
  id text not null,
  percent numeric not null,
  -- ISO 3166-1 alpha-2, upper case; null for a rate that an operator made without one.
  country text,
  -- State or province, as the provider writes it; null where the rate is that of a country.
  state text,
  constraint tax_rates_pkey PRIMARY KEY (id)
);

-- Who had a trial: the account, its verified address and the card of one purchase, so that nobody has a second one. Kept after the project and the account are gone.
create table trials (
  -- By which it is recognized.
  kind text not null,
  -- SHA-256 of the uid, of the provider's fingerprint of the card, or of the address: of the address itself, and of the mailbox that it reaches, without tags and Gmail's dots, where that differs.
  holder bytea not null,
  -- Project that the trial was for; it may be gone.
  subscription_id text not null,
  -- When the purchase began.
  begun_at timestamp with time zone not null,
  constraint trials_pkey PRIMARY KEY (kind, holder),
  constraint trials_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'email'::text, 'card'::text])))
);
CREATE INDEX trials_subscription_id ON public.trials USING btree (subscription_id);

-- Old accounts that never proved their address, as the sweep last found them. Written only where the configuration removes such accounts.
create table unverified_account_checks (
  account_id text not null,
  -- The sweep does not look at the account before this.
  due_at timestamp with time zone not null,
  -- When the mail went out that announces the removal; null where the account is kept.
  warned_at timestamp with time zone,
  constraint unverified_account_checks_pkey PRIMARY KEY (account_id),
  constraint unverified_account_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX unverified_account_checks_due_at ON public.unverified_account_checks USING btree (due_at);

-- An event on its way to an endpoint: written with the event, sent by a job, and gone with it.
create table webhook_deliveries (
  id bigint not null generated always as identity,
  event_id text not null,
  endpoint_id text not null,
  -- `dead` after the last attempt, or where the endpoint is off; it can be sent again.
  status text not null default 'waiting'::text,
  attempts integer not null default 0,
  last_at timestamp with time zone,
  -- HTTP status of the last answer; null where there was none.
  last_status integer,
  -- Beginning of the last answer, or why there was none.
  last_answer text,
  last_ms integer,
  -- When it is tried again; null where it is not.
  next_at timestamp with time zone,
  -- When it is sent next, by the database's clock; null where a job of before 0098 still names it, or where it is done.
  due_at timestamp with time zone,
  -- Until then the process that took it alone sends it.
  claimed_until timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_once UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'dead'::text])))
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at) WHERE (status = 'waiting'::text);
CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id);

-- Addresses of the operator's own programs that events are sent to.
create table webhook_endpoints (
  id text not null,
  url text not null,
  description text not null,
  -- Types of events that it gets; empty for all.
  types text[] not null,
  -- Signs what is sent. AES-256-GCM under a key derived from SECRET_KEY.
  sealed_secret bytea not null,
  -- Signs too until old_secret_until, so that a program can change over.
  sealed_old_secret bytea,
  old_secret_until timestamp with time zone,
  -- Why nothing is sent: an API key turned it off, it answered 410, or it failed for five days; null while it is on.
  off_reason text,
  -- First failure since the last success.
  failing_since timestamp with time zone,
  -- API key and idempotency key of the request that made it.
  request_key text,
  -- SHA-256 of that request, to tell a repetition from another one.
  request_hash bytea,
  created_at timestamp with time zone not null,
  -- API key and idempotency key of the request that made the present secret; null where it had none.
  rotation_key text,
  -- Failures since the last success.
  failures integer not null default 0,
  -- Nothing is sent until then, by the database's clock, after several failures.
  paused_until timestamp with time zone,
  -- So many deliveries wait that no new ones are written; null while they are.
  full_since timestamp with time zone,
  -- When the first event without a delivery was written for want of room; null once they were all sent again.
  missed_since timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_request_key UNIQUE (request_key),
  constraint webhook_endpoints_description_check CHECK ((length(description) <= 200)),
  constraint webhook_endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2048))
);

create sequence sandbox.number;

-- First answers, which a key repeats for a day.
create table sandbox.answer (
  key text not null,
  doc json not null,
  saved_at bigint not null,
  constraint answer_pkey PRIMARY KEY (key)
);

-- What is sold, and the settings of the account: one row.
create table sandbox.catalogue (
  version bigint not null,
  doc json not null
);

-- Events on their way to an endpoint.
create table sandbox.delivery (
  id text not null,
  doc json not null,
  due_at bigint not null,
  number bigint not null default nextval('sandbox.delivery_number_seq'::regclass),
  constraint delivery_pkey PRIMARY KEY (id)
);

-- Version of these tables: one row.
create table sandbox.emulator (
  version integer not null
);

-- What happened, oldest first.
create table sandbox.event (
  number bigint not null default nextval('sandbox.event_number_seq'::regclass),
  id text not null,
  created bigint not null,
  doc json not null,
  constraint event_pkey PRIMARY KEY (number),
  constraint event_id_key UNIQUE (id)
);
CREATE INDEX event_created_idx ON sandbox.event USING btree (created);

-- Whose object an id names.
create table sandbox.object (
  id text not null,
  owner text not null,
  constraint object_pkey PRIMARY KEY (id)
);

-- All objects of one customer.
create table sandbox.state (
  owner text not null,
  doc json not null,
  -- The test clock that the customer lives on.
  clock text,
  -- Unix seconds at which something happens by itself.
  due_at bigint,
  number bigint not null default nextval('sandbox.state_number_seq'::regclass),
  constraint state_pkey PRIMARY KEY (owner)
);
CREATE INDEX state_due_at_idx ON sandbox.state USING btree (due_at) WHERE (due_at IS NOT NULL);
