/** A small screen under a finger: what the specification calls mobile. A narrow window on a desk is none. */
export function isPhoneScreen(): boolean {
  return matchMedia('(max-width: 47.99rem) and (pointer: coarse)').matches
}

/** The mobile app, which shows these pages in a frame of its own and says so. */
export function isMobileApp(): boolean {
  return /\bTradefrontApp\//.test(navigator.userAgent)
}
