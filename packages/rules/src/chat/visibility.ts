/** spec: funding 2 */
export type ChatSettings = {
  /** Pages on which it is hidden. */
  readonly chatHide: readonly string[]
  /** Empty means all pages. */
  readonly chatShow: readonly string[]
  readonly isChatDisabled: boolean
}

export type ChatContext = {
  /** Name of the page, as in `/show/{page}`. */
  readonly page: string
  /** Whether this is a mobile session. */
  readonly isMobile: boolean
  /** The mobile app has its own chat. */
  readonly isApp: boolean
}

/** `chatHide` wins over `chatShow`. */
export function isChatShown(settings: ChatSettings, { page, isMobile, isApp }: ChatContext): boolean {
  if (settings.isChatDisabled || isMobile || isApp) return false
  if (settings.chatHide.includes(page)) return false
  return settings.chatShow.length === 0 || settings.chatShow.includes(page)
}
