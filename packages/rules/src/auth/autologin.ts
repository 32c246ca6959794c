/** spec: funding 2 */
export type Autologin = {
  readonly email: string
  readonly password: string
  /** Hash route of the trading area, or empty. It is not checked here. */
  readonly redirect: string
  readonly mobile: boolean
}

const maxLengths = { email: 254, password: 200, redirect: 200, mobile: 10 } as const

/** Reads the parameters. Values of a wrong type, or that are too long, count as missing. */
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
 * Returns true if the user opened the page. Otherwise another site could log users in as someone else.
 * @param fetchSite the Sec-Fetch-Site header
 */
export function isUserInitiated(fetchSite: string | undefined): boolean {
  return fetchSite === 'none' || fetchSite === 'same-origin'
}
