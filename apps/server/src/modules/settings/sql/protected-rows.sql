-- No server can empty the settings, because they say who gets money, and how much.

create trigger settings_no_truncate after truncate on settings
  for each statement execute function refuse_server();
