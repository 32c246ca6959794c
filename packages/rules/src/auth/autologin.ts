/** What the autologin page works with (spec: funding 2). */
export type Autologin = {
  readonly email: string
  readonly password: string
  /** A hash route of the trading area to go on to, empty for none; whoever follows it must check it is one. */
  readonly redirect: string
  /** The session is one on a phone. */
  readonly mobile: boolean
}

const limits = { email: 254, password: 200, redirect: 200, mobile: 10 } as const

/** Reads the inputs from a form or a query, whatever else is in it: longer ones than any can be are none. */
export function readAutologin(given: unknown): Autologin {
  const value = (name: keyof typeof limits): string => {
    const found: unknown =
      typeof given === 'object' && given !== null && Object.hasOwn(given, name) ? Reflect.get(given, name) : ''
    return typeof found === 'string' && found.length <= limits[name] ? found : ''
  }
  return {
    email: value('email').trim(),
    password: value('password'),
    redirect: value('redirect'),
    mobile: ['1', 'true', 'yes', 'on'].includes(value('mobile').toLowerCase()),
  }
}

/**
 * Whether the person in front of the browser asked for this page themselves: typed or opened it (`none`), or came from a page
 * of ours. Anything else may be another site that wants to log them in as somebody (Sec-Fetch-Site of the request).
 */
export function isOwnWish(fetchSite: string | undefined): boolean {
  return fetchSite === 'none' || fetchSite === 'same-origin'
}
