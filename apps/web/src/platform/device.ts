/** Returns true in the mobile app, which identifies itself in the user agent. */
export function isMobileApp(): boolean {
  return /\bTradefrontApp\//.test(navigator.userAgent)
}
