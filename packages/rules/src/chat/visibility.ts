/** spec: funding 2 */
export type ChatSettings = {
  /** Names of pages on which the chat is hidden. */
  readonly chatHide: readonly string[]
  /** Names of pages that show the chat. Empty means all pages. */
  readonly chatShow: readonly string[]
  readonly isChatDisabled: boolean
}

export type ChatContext = {
  /** Name of the page, as in `/show/{page}`. */
  readonly page: string
  /** True for a mobile session. */
  readonly isMobile: boolean
  /** True for the mobile app, which has its own chat. */
  readonly isApp: boolean
}

/** Returns true if the page shows the chat. `chatHide` wins over `chatShow`. */
export function isChatShown(settings: ChatSettings, { page, isMobile, isApp }: ChatContext): boolean {
  if (settings.isChatDisabled || isMobile || isApp) return false
  if (settings.chatHide.includes(page)) return false
  return settings.chatShow.length === 0 || settings.chatShow.includes(page)
}
