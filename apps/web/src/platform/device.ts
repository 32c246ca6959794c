/** The specification's "mobile"; a narrow desktop window is not one. */
export function isPhoneScreen(): boolean {
  return matchMedia('(max-width: 47.99rem) and (pointer: coarse)').matches
}

/** The mobile app identifies itself in the user agent. */
export function isMobileApp(): boolean {
  return /\bTradefrontApp\//.test(navigator.userAgent)
}
