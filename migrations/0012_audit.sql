-- An entry says for itself who did what, on which order, in which session and from where: it outlives members' names,
-- sessions and orders. `mac` is the server's own, so that an entry which somebody else wrote is found; older ones have none.
alter table audit_events
  drop constraint audit_events_member_id_fkey,
  add column actor text,
  add column role text,
  add column order_id bigint,
  add column session_id uuid,
  add column ip text,
  add column user_agent text,
  add column mac bytea,
  add column xid xid8 not null default pg_current_xact_id();

update audit_events
set actor = coalesce((select name from members m where m.id = audit_events.member_id), 'Command line');

alter table audit_events alter column actor set not null;

create index audit_events_at on audit_events (at, id);
create index audit_events_action on audit_events (action, at, id);
create index audit_events_order on audit_events (order_id, at, id) where order_id is not null;
create index audit_events_member on audit_events (member_id, at, id);
create index audit_events_session on audit_events (session_id, id) where session_id is not null;
-- A job chains what is below the snapshot's xmin, so that a late commit is not passed over.
create index audit_events_xid on audit_events (xid, id);

create table audit_chain (
  seq bigint primary key,
  event_id bigint not null unique,
  previous bytea not null,
  hash bytea not null,
  chained_at timestamptz not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are only ever added' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
-- Also where a session plays a replica.
alter table audit_events enable always trigger audit_events_append_only;
alter table audit_chain enable always trigger audit_chain_append_only;

-- The chain belongs to a role that nobody is, and one that may only add to it writes it. Roles are the cluster's, so others
-- may have made them; where this one may make none, the chain stays with whoever runs this, and the server says so.
do $$
begin
  if to_regrole('pabean_audit_writer') is null then
    begin
      create role pabean_audit_writer nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if to_regrole('pabean_audit_owner') is null then
    begin
      create role pabean_audit_owner nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  grant usage on schema public to pabean_audit_writer;
  grant select on audit_events, audit_chain to pabean_audit_writer;
  grant insert on audit_chain to pabean_audit_writer;
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter table audit_chain owner to pabean_audit_owner;
  else
    execute format('grant pabean_audit_writer, pabean_audit_owner to %I', current_user);
    grant create on schema public to pabean_audit_owner;
    alter table audit_chain owner to pabean_audit_owner;
    execute format('grant select on audit_chain to %I', current_user);
    revoke create on schema public from pabean_audit_owner;
    execute format('revoke pabean_audit_owner from %I', current_user);
  end if;
exception when insufficient_privilege or undefined_object then
  raise notice 'the audit''s chain has no role of its own: %', sqlerrm;
end $$;
