/** What the autologin page works with (spec: funding 2). */
export type Autologin = {
  readonly email: string
  readonly password: string
  /** A hash route of the trading area to go on to, empty for none; whoever follows it must check it is one. */
  readonly redirect: string
  /** The session is one on a phone. */
  readonly mobile: boolean
}

const maxLengths = { email: 254, password: 200, redirect: 200, mobile: 10 } as const

/** Reads the inputs from a form or a query, whatever else is in it: longer ones than any can be are none. */
export function parseAutologin(input: unknown): Autologin {
  const readValue = (name: keyof typeof maxLengths): string => {
    const found: unknown =
      typeof input === 'object' && input !== null && Object.hasOwn(input, name) ? Reflect.get(input, name) : ''
    return typeof found === 'string' && found.length <= maxLengths[name] ? found : ''
  }
  return {
    email: readValue('email').trim(),
    password: readValue('password'),
    redirect: readValue('redirect'),
    mobile: ['1', 'true', 'yes', 'on'].includes(readValue('mobile').toLowerCase()),
  }
}

/**
 * Whether the person in front of the browser asked for this page themselves: typed or opened it (`none`), or came from a page
 * of ours. Anything else may be another site that wants to log them in as somebody (Sec-Fetch-Site of the request).
 */
export function isUserInitiated(fetchSite: string | undefined): boolean {
  return fetchSite === 'none' || fetchSite === 'same-origin'
}
