type Audience = 'visitor' | 'client' | 'anybody'

/**
 * Who opens which page (spec: funding 6). A client has no use for the door: those pages lead on to the account. Whatever is
 * not named is the site's and for anybody.
 */
const pageAudiences: Readonly<Record<string, Audience>> = {
  landing: 'visitor',
  login: 'visitor',
  register: 'visitor',
  forgot: 'visitor',
  // A mailed link and another site's request are looked at whoever is logged in.
  reset: 'anybody',
  autologin: 'anybody',
  show: 'anybody',
  trading: 'client',
}

/** Whether a page is for whoever is there now. */
export function canAccessPage(page: string, isClient: boolean): boolean {
  const audience = Object.hasOwn(pageAudiences, page) ? pageAudiences[page] : 'anybody'
  return audience === 'anybody' || (audience === 'client') === isClient
}
