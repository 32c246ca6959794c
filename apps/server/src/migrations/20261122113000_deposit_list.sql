-- The list of a trader's deposits is read in pages. The id orders deposits of the same time.
drop index deposits_user;
create index deposits_user on deposits (user_id, created_at desc, id desc);
