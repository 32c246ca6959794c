/** A small touch screen: the specification's "mobile". A narrow desktop window is not one. */
export function isPhoneScreen(): boolean {
  return matchMedia('(max-width: 47.99rem) and (pointer: coarse)').matches
}

/** The mobile app shows these pages in a web view and identifies itself in the user agent. */
export function isMobileApp(): boolean {
  return /\bTradefrontApp\//.test(navigator.userAgent)
}
