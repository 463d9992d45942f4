create table mails (
  id text primary key,
  queue_number bigint generated always as identity,
  recipient text,
  language text not null check (language in ('en', 'zh')),
  kind text not null,
  sealed_content bytea,
  message_id text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_message_id_key unique (message_id),
  constraint mails_content_until_sent check ((sealed_content is null) = (sent_at is not null))
);

create index mails_created_at on mails (created_at);
create index mails_unsent on mails (id) where sent_at is null;

comment on table mails is 'Mails that were asked for. Queued in the transaction of the change, sent by a job, removed after 30 days.';
comment on column mails.id is 'Also the key and the payload of the job that sends it.';
comment on column mails.queue_number is 'Mails were asked for in this order; jobs at work side by side may send them in another.';
comment on column mails.recipient is 'Null: goes nowhere, since the address is nobody''s; written all the same, so that nobody can tell by the time.';
comment on column mails.kind is 'Which template: `verify-email`, `reset-password` …';
comment on column mails.sealed_content is 'What the template fills in, links with secrets too; AES-256-GCM under a key derived from SECRET_KEY. Erased once sent.';
comment on column mails.message_id is 'Header Message-ID; the same at every attempt, so that a mail that arrives twice shows once.';
comment on column mails.sent_at is 'When the mail server took it.';

create table mailbox_mails (
  message_id text primary key,
  queue_number bigint not null,
  recipient text not null,
  kind text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links text[] not null,
  sent_at timestamptz not null
);

create index mailbox_mails_recipient on mailbox_mails (recipient, queue_number);

comment on table mailbox_mails is 'Where mails arrive in local mode when there is no mail server: the screen /dev/mailbox.';
comment on column mailbox_mails.queue_number is 'Order of the list.';
comment on column mailbox_mails.recipient is 'Lower-cased address.';
comment on column mailbox_mails.links is 'Addresses that the mail leads to, in their order.';
