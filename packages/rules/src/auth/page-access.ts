type Audience = 'visitor' | 'client' | 'everyone'

/** spec: funding 6. Pages that are not listed are open to everyone. */
const pageAudiences: Readonly<Record<string, Audience>> = {
  landing: 'visitor',
  login: 'visitor',
  register: 'visitor',
  forgot: 'visitor',
  // Mailed links also work for signed-in users.
  reset: 'everyone',
  autologin: 'everyone',
  show: 'everyone',
  trading: 'client',
}

export function canAccessPage(page: string, isClient: boolean): boolean {
  const audience = Object.hasOwn(pageAudiences, page) ? pageAudiences[page] : 'everyone'
  return audience === 'everyone' || (audience === 'client') === isClient
}
