type Audience = 'visitor' | 'client' | 'everyone'

/** Who can open which page (spec: funding 6). Pages that are not listed are open to everyone. */
const pageAudiences: Readonly<Record<string, Audience>> = {
  landing: 'visitor',
  login: 'visitor',
  register: 'visitor',
  forgot: 'visitor',
  // Mailed links and requests of other sites are handled for signed-in users too.
  reset: 'everyone',
  autologin: 'everyone',
  show: 'everyone',
  trading: 'client',
}

export function canAccessPage(page: string, isClient: boolean): boolean {
  const audience = Object.hasOwn(pageAudiences, page) ? pageAudiences[page] : 'everyone'
  return audience === 'everyone' || (audience === 'client') === isClient
}
