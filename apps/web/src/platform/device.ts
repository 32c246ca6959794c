/** The mobile app identifies itself in the user agent. */
export function isMobileApp(): boolean {
  return /\bTradefrontApp\//.test(navigator.userAgent)
}
