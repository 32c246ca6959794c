type Who = 'visitor' | 'client' | 'anybody'

/**
 * Who opens which page (spec: funding 6). A client has no use for the door: those pages lead on to the account. Whatever is
 * not named is the site's and for anybody.
 */
const pages: Readonly<Record<string, Who>> = {
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
export function mayOpen(page: string, isClient: boolean): boolean {
  const who = Object.hasOwn(pages, page) ? pages[page] : 'anybody'
  return who === 'anybody' || (who === 'client') === isClient
}
